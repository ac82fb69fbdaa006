import { currencyFor, priceE4, venueOf, type ListingId, type PriceE4 } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { marketCapFor } from '@lonja/core/market/market.rules'
import { onLook, type Route } from '../base/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import { listsOf } from './discover.lists.ts'

/** How many orders customers placed in (after, until], by listing: what is popular. In the server's clock. */
export type CountOrders = (after: Instant, until: Instant) => Promise<ReadonlyMap<ListingId, number>>

const PAGE = 50
const POPULAR_MS = 24 * HOUR
const COUNTED_EVERY_MS = 30 * SECOND
/** A walk through a list's pages keeps the order it began with for an hour; after that it goes on in a newer one. */
const WALK_MS = HOUR

export function discoverRoutes(market: Market, countOrders: CountOrders): Route[] {
  const lists = listsOf(market)
  const ordersBy = counted(countOrders)
  return [
    onLook(listInstruments, async ({ now, language }, input) => {
      const { list, venue = null, sort = 'list', direction = null, lines = '0', cursor, limit = PAGE } = input
      const walk = walkFrom(cursor, now, market)
      const orders = list === 'popular' ? await ordersBy(walk.begunAt) : NONE
      const all = lists.orderAt({ list, venue, sort, direction, language }, walk.marketAt, orders)
      const page = all.slice(walk.offset, walk.offset + limit)
      const next = walk.offset + page.length
      return {
        ...columnsFor(market, page, language),
        line: page.map((listing) => (lines === '1' ? [...lists.lineOf(listing)] : [])),
        cursor: next < all.length ? `${walk.begunAt}.${walk.marketAt}.${next}` : null,
        total: all.length,
      }
    }),
  ]
}

const NONE: ReadonlyMap<ListingId, number> = new Map()

interface Walk {
  /** When the first page was asked for, in the server's clock and in the source's. */
  readonly begunAt: Instant
  readonly marketAt: Instant
  readonly offset: number
}

/** Both clocks are read one after the other, and a replay's is rounded to its own milliseconds. */
const CLOCKS_APART_MS = SECOND

/**
 * Where a cursor goes on. One that is none begins anew; one from an hour ago, from a time to come, or with a time of the source that
 * was not shown at that moment goes on by the order of now: nobody makes the house look at any past it likes.
 */
function walkFrom(cursor: string | undefined, now: Instant, market: Pick<Market, 'now' | 'serverTimeOf'>): Walk {
  const marketNow = market.now()
  const parts = /^(\d{1,15})\.(\d{1,15})\.(\d{1,6})$/.exec(cursor ?? '')
  const [begunAt = now, marketAt = marketNow, offset = 0] = parts ? parts.slice(1).map(Number) : []
  const shownAt = market.serverTimeOf(marketAt) ?? Infinity
  const isKept =
    begunAt <= now && begunAt > now - WALK_MS && marketAt <= marketNow && Math.abs(shownAt - begunAt) <= CLOCKS_APART_MS
  return isKept ? { begunAt, marketAt, offset } : { begunAt: now, marketAt: marketNow, offset }
}

/** The orders of the last day, counted at most twice a minute; any earlier moment of a walk counts the same again. */
function counted(countOrders: CountOrders): (at: Instant) => Promise<ReadonlyMap<ListingId, number>> {
  const kept = new Map<Instant, Promise<ReadonlyMap<ListingId, number>>>()
  return async (at) => {
    const until = Math.floor(at / COUNTED_EVERY_MS) * COUNTED_EVERY_MS
    const known = kept.get(until) ?? countOrders(until - POPULAR_MS, until)
    kept.set(until, known)
    const [oldest] = kept.keys()
    if (kept.size > (10 * MINUTE) / COUNTED_EVERY_MS && oldest !== undefined) kept.delete(oldest)
    try {
      return await known
    } catch (error) {
      kept.delete(until) // The next call counts again.
      throw error
    }
  }
}

/** The rows of a page as columns, with the figures of now. */
function columnsFor(market: Market, page: readonly ListingId[], language: Language) {
  const board = market.board()
  const places = new Map(board.listings.map((listing, place) => [listing, place]))
  const figure = (column: Float64Array, listing: ListingId): number => column[places.get(listing) ?? -1] ?? 0
  const price = (column: Float64Array, listing: ListingId): PriceE4 | null => {
    const units = figure(column, listing)
    return units === 0 ? null : priceE4(BigInt(units))
  }
  return {
    listing: [...page],
    name: page.map((listing) => nameOf(market, listing, language)),
    venue: page.map(venueOf),
    currency: page.map(currencyFor),
    last: page.map((listing) => price(board.last, listing)),
    previousClose: page.map((listing) => price(board.previousClose, listing)),
    volume: page.map((listing) => BigInt(figure(board.volume, listing))),
    marketCap: page.map((listing) =>
      marketCapFor(price(board.last, listing), market.find(listing)?.sharesInIssue ?? 0n),
    ),
  }
}
