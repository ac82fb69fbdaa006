import type { ListingId } from '@lonja/core/base/amount'
import type { LotId } from '@lonja/core/base/ids'
import { urlTo } from '@lonja/kit/nav'

/** The page of one position. */
export const positionUrl = (listing: ListingId): string => urlTo('/subPackages/portfolio/position', { listing })

/** The same with the form of an exit open on all shares that no order holds. */
export const exitUrl = (listing: ListingId): string =>
  urlTo('/subPackages/portfolio/position', { listing, exit: OPEN_EXIT })

/** The value of `exit` in the address of a position whose exit form opens with the page. */
export const OPEN_EXIT = 'new'

/** The page of a listing with its chart. */
export const instrumentUrl = (listing: ListingId): string =>
  urlTo('/subPackages/home/socketDetail/socketDetail', { listing })

/** The ticket for selling shares at market, of a lot or the oldest ones, filled in. */
export const saleUrl = (listing: ListingId, shares: bigint, lot?: LotId): string =>
  urlTo('/subPackages/home/socketDetail/place', {
    listing,
    side: 'sell',
    ...(shares > 0n ? { shares: String(shares) } : {}),
    ...(lot === undefined ? {} : { lot }),
  })
