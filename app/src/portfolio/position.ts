import type { ListingId } from '@lonja/core/base/amount'
import { urlTo } from '@lonja/kit/nav'

/** The page of one position. */
export const positionUrl = (listing: ListingId): string => urlTo('/subPackages/portfolio/position', { listing })

/** The page of a listing with its chart. */
export const instrumentUrl = (listing: ListingId): string =>
  urlTo('/subPackages/home/socketDetail/socketDetail', { listing })

/** The ticket for selling shares at market, filled in. */
export const saleUrl = (listing: ListingId, shares: bigint): string =>
  urlTo('/subPackages/home/socketDetail/place', {
    listing,
    side: 'sell',
    ...(shares > 0n ? { shares: String(shares) } : {}),
  })
