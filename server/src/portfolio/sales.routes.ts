import { venueOf, type ListingId } from '@lonja/core/base/amount'
import { feeTablesAt, type FeeTableDay } from '@lonja/core/orders/fees.rules'
import { previewSales } from '@lonja/core/portfolio/sales.contract'
import { saleFor, type SaleFacts } from '@lonja/core/portfolio/sales.rules'
import { onRead, type Route } from '../door/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { positionsWith } from './portfolio.actions.ts'

/** The sale of every position at market, before it is placed. */
export const salesRoutes = (market: Market, fees: readonly FeeTableDay[]): Route[] => [
  onRead(previewSales, async ({ tx, customer, now, language }) => {
    const feeTable = feeTablesAt(fees, now).current.version
    const positions = await positionsWith(tx, customer, market, { language, listing: null })
    return {
      rows: positions.map((position) => ({
        ...position,
        ...saleFor(position, { ...marketFor(position.listing, market), feeTable }),
        resumesAt: market.resumesAt(position.listing),
      })),
      at: now,
    }
  }),
]

/** The facts of a listing's market that an order to sell depends on. */
function marketFor(listing: ListingId, market: Market): Omit<SaleFacts, 'feeTable'> {
  const now = market.now()
  const quote = market.quoteAt(listing, now)
  return {
    now,
    isPaused: market.pausedSince() !== null,
    isPublic: market.publicUntil(venueOf(listing)) !== null,
    isUnquoted: market.unquoted(listing) !== null,
    quote,
    isHalted: market.stateOf(listing) === 'halted',
    session: market.session(venueOf(listing), now),
    isStale: quote !== null && market.isStale(quote),
  }
}
