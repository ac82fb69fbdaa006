import { currencyFor, priceE4, venueOf, type ListingId, type PriceE4 } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR, MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { listEarnings, listInstruments, listWatched } from '@lonja/core/discover/discover.contract'
import { POPULAR_MS, LIST_PAGE } from '@lonja/core/discover/lists.rules'
import { dayOf } from '@lonja/core/calendar/days'
import type { Instrument } from '@lonja/core/market/market.contract'
import { marketCapFor } from '@lonja/core/market/market.rules'
import type { Tx } from '../database/db.ts'
import { onLook, onRead, type Route } from '../door/serve.ts'
import { fromInstruments } from '../market/market.listing.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameFor } from '../market/market.replies.ts'
import { earningsOf } from './discover.earnings.ts'
import { listsOf, type Lists } from './discover.lists.ts'

/** The number of orders that customers placed in (after, until] of the server's clock, by listing. */
export type CountOrders = (after: Instant, until: Instant) => Promise<ReadonlyMap<ListingId, number>>

/** The listings that a customer watches, in the customer's order. */
export type FindWatched = (tx: Tx, customer: CustomerId) => Promise<readonly ListingId[]>

const COUNTED_EVERY_MS = 30 * SECOND
/** The pages of a walk keep the order it began with for an hour; after that the walk continues in a newer order. */
const WALK_MS = HOUR

export function discoverRoutes(market: Market, countOrders: CountOrders, findWatched: FindWatched): Route[] {
  const lists = fromInstruments(market, () => listsOf(market))
  return [
    listRoute(market, lists, counted(countOrders)),
    watchedRoute(market, lists, findWatched),
    earningsRoute(market, lists),
  ]
}

const listRoute = (
  market: Market,
  listsNow: () => Lists,
  ordersBy: (at: Instant) => Promise<ReadonlyMap<ListingId, number>>,
) =>
  onLook(listInstruments, async ({ now, language }, input) => {
    const { list, venue = null, sector = null, sort = 'list', direction = null } = input
    const { lines = '0', cursor, limit = LIST_PAGE } = input
    const walk = walkFrom(cursor, now, market)
    const lists = listsNow()
    const orders = list === 'popular' ? await ordersBy(walk.begunAt) : NONE
    if (list === 'radar') await lists.readyForRadar()
    else lists.prepareRadar()
    const query = { list, venue, sector, sort, direction, language }
    const { at, places } = lists.orderAt(query, walk.marketAt, walk.offset > 0, orders)
    const page = [...places.slice(walk.offset, walk.offset + limit)]
    // If the order of the walk is no longer cached, the walk continues in the order that replaced it.
    const { begunAt, marketAt } = at === secondOf(walk.marketAt) ? walk : { begunAt: now, marketAt: market.now() }
    const next = walk.offset + page.length
    return {
      ...columnsFor(market, lists, page, { language, lines: lines === '1' }),
      unusual: page.map((place) => (list === 'radar' ? lists.unusual(place) : null)),
      cursor: next < places.length ? `${begunAt}.${marketAt}.${next}` : null,
      total: places.length,
    }
  })

const secondOf = (at: Instant): Instant => Math.floor(at / SECOND) * SECOND

const watchedRoute = (market: Market, listsNow: () => Lists, findWatched: FindWatched) =>
  onRead(listWatched, async ({ tx, customer, language }, input) => {
    const { venue = null, sector = null, sort = 'list', direction = null, lines = '0' } = input
    const lists = listsNow()
    const among = new Set(lists.fixed.among({ venue, sector }))
    const watched = (await findWatched(tx, customer))
      .map((listing) => lists.fixed.placeOf(listing))
      .filter((place) => place !== undefined && among.has(place)) as number[]
    const places = lists.orderOf(watched, { sort, direction, language })
    return {
      ...columnsFor(market, lists, places, { language, lines: lines === '1' }),
      unusual: places.map(() => null),
      cursor: null,
      total: places.length,
    }
  })

function earningsRoute(market: Market, listsNow: () => Lists): Route {
  const earningsNow = fromInstruments(market, () => earningsOf(market, listsNow().fixed))
  return onLook(listEarnings, async ({ now, language }, input) => {
    const { which, venue = null, sector = null, cursor, limit = LIST_PAGE } = input
    const { begunAt, marketAt, offset } = walkFrom(cursor, now, market)
    const [lists, earnings] = [listsNow(), earningsNow()]
    await earnings.ready(marketAt)
    const { reports, ofDay } = earnings.calendarAt(which, { venue, sector }, marketAt)
    const page = reports.slice(offset, offset + limit)
    const next = offset + page.length
    const places = page.map(({ place }) => place)
    const head = columnsFor(market, lists, places, { language, lines: false })
    return {
      day: page.map(({ day }) => dayOf(day)),
      ofDay: page.map(({ day }) => ofDay.get(day) ?? 0),
      listing: head.listing,
      name: head.name,
      venue: head.venue,
      currency: head.currency,
      last: head.last,
      previousClose: head.previousClose,
      halted: head.halted,
      move: page.map(({ day }, n) => earnings.moveOn(head.listing[n] as ListingId, day)),
      cursor: next < reports.length ? `${begunAt}.${marketAt}.${next}` : null,
      total: reports.length,
    }
  })
}

const NONE: ReadonlyMap<ListingId, number> = new Map()

interface Walk {
  /** The instant of the first page, in the server's clock and in the source's. */
  readonly begunAt: Instant
  readonly marketAt: Instant
  readonly offset: number
}

/** The two clocks are read one after the other, and a replay's is rounded to its own milliseconds. */
const CLOCKS_APART_MS = SECOND

/**
 * The walk that a cursor continues. An invalid cursor begins a new walk. A cursor older than an hour, of the future, or
 * with a source time that does not match its server time continues in the current order: a caller cannot make the house
 * compute an arbitrary past.
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

/**
 * The orders of the last day by listing, counted at most twice a minute. A past instant of a walk is counted up to that
 * instant.
 */
function counted(countOrders: CountOrders): (at: Instant) => Promise<ReadonlyMap<ListingId, number>> {
  const counts = new Map<Instant, Promise<ReadonlyMap<ListingId, number>>>()
  return async (at) => {
    const until = Math.floor(at / COUNTED_EVERY_MS) * COUNTED_EVERY_MS
    const known = counts.get(until) ?? countOrders(until - POPULAR_MS, until)
    counts.set(until, known)
    const [oldest] = counts.keys()
    if (counts.size > (10 * MINUTE) / COUNTED_EVERY_MS && oldest !== undefined) counts.delete(oldest)
    try {
      return await known
    } catch (error) {
      counts.delete(until) // The next call counts again.
      throw error
    }
  }
}

/** The rows of a page as columns, with the current figures. */
function columnsFor(
  market: Market,
  { fixed, lineOf }: Lists,
  page: readonly number[],
  { language, lines }: { readonly language: Language; readonly lines: boolean },
) {
  const columns = fixed.columnsAt(market.board())
  const instruments = page.map((place) => fixed.instruments[place] as Instrument)
  const price = (column: ArrayLike<number>, place: number): PriceE4 | null => {
    const units = column[place] ?? 0
    return units === 0 ? null : priceE4(BigInt(units))
  }
  const last = page.map((place) => price(columns.last, place))
  return {
    listing: instruments.map(({ listing }) => listing),
    name: instruments.map((instrument) => nameFor(instrument, language)),
    venue: instruments.map(({ listing }) => venueOf(listing)),
    currency: instruments.map(({ listing }) => currencyFor(listing)),
    last,
    previousClose: page.map((place) => price(columns.previousClose, place)),
    volume: page.map((place) => BigInt(columns.volume[place] ?? 0)),
    marketCap: instruments.map(({ listing }, n) => marketCapFor(last[n] ?? null, market.sharesInIssue(listing))),
    line: instruments.map(({ listing }) => (lines ? lineOf(listing) : '')),
    halted: instruments.map(({ listing }) => listing).filter((listing) => market.stateOf(listing) === 'halted'),
  }
}
