import type { ListingId } from '@lonja/core/base/amount'
import type { OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import type { FeeTableDay } from '@lonja/core/orders/fees.rules'
import { isAtClose, type Order } from '@lonja/core/orders/orders.rules'
import { firstAct, type WatchedOrder } from '@lonja/core/orders/sharing.rules'
import type { HeardEvents } from '../market/market.heard.ts'
import type { Market } from '../market/market.quotes.ts'
import type { OpenOrders } from './orders.open.ts'

/** The parts that going through quote events needs. */
export interface EventParts {
  readonly market: Pick<Market, 'nextQuotes'>
  /** On a live feed the events are kept; it is told from where on they are asked for. */
  readonly heardEvents: HeardEvents
}

/** The parts that matching orders with quote events needs. */
export interface MatchingParts extends EventParts, ExitParts {
  readonly market: Market
}

/** The market as far as the end of an order needs it. */
export type EndingMarket = Pick<Market, 'name' | 'now' | 'heldAt' | 'nextQuotes' | 'quoteAt' | 'rateAt' | 'last'>

/** The parts that ending an order in time needs. */
export interface EndingGround extends EventParts, ExitParts {
  readonly market: EndingMarket
}

/** The parts that placing the exit of a buy needs: this server, and the fee tables with their days. */
export interface ExitParts {
  readonly fees: readonly FeeTableDay[]
  readonly open: Pick<OpenOrders, 'node' | 'expect'>
  /** The id of the exit that a fill of a buy on an event places; a new one without it. */
  readonly exitId?: (buy: OrderId, at: Instant) => OrderId
}

const EVENTS_AT_ONCE = 10_000

/** A listing's events in (after, until], in order, page by page. Other work runs in between. */
export async function* pagesOf(
  { market, heardEvents }: EventParts,
  listing: ListingId,
  after: Instant,
  until: Instant,
): AsyncGenerator<readonly Quote[]> {
  heardEvents.matching(listing, after)
  for (let from = after; from < until;) {
    const events = market.nextQuotes(listing, from, until, EVENTS_AT_ONCE)
    if (events.length > 0) yield events
    if (events.length < EVENTS_AT_ONCE) return
    from = events.at(-1)?.at ?? until
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** A listing's events in (after, until], in order, at once: for a decision under a lock, where nothing may wait. */
export function* eventsOf(
  { market, heardEvents }: EventParts,
  listing: ListingId,
  after: Instant,
  until: Instant,
): Generator<Quote> {
  heardEvents.matching(listing, after)
  for (let from = after; from < until;) {
    const events = market.nextQuotes(listing, from, until, EVENTS_AT_ONCE)
    yield* events
    if (events.length < EVENTS_AT_ONCE) return
    from = events.at(-1)?.at ?? until
  }
}

/** The instant of the last event of the session of an order at the close, once the market's clock is past it; else null. */
export function closingOf(
  { listing, timeInForce, endsAt }: Order,
  market: Pick<Market, 'now' | 'quoteAt'>,
): Instant | null {
  if (timeInForce !== 'close' || endsAt === null || market.now() <= endsAt) return null
  return market.quoteAt(listing, endsAt)?.at ?? null
}

/**
 * The first instant from which the events of some orders have to be gone through, up to `until`. Of an order at the close only
 * the last event of its session is asked for.
 */
export const firstOf = (
  orders: readonly WatchedOrder[],
  until: Instant,
  market: Pick<Market, 'now' | 'quoteAt'>,
): Instant =>
  orders.reduce((least, { order, through }) => {
    if (!isAtClose(order)) return Math.min(least, through)
    const closing = closingOf(order, market)
    return closing === null ? least : Math.min(least, Math.max(through, closing - 1))
  }, until)

/**
 * The instant up to which the events of an order are decided if it ends now: the market's clock, but no later than a
 * split of its listing that is not carried out, since a later event is quoted in other shares.
 */
export const decidableUntil = ({ listing, marketAt }: Order, market: Pick<Market, 'now' | 'heldAt'>): Instant =>
  Math.max(marketAt, Math.min(market.now(), market.heldAt(listing)))

type SeenParts = EventParts & { readonly market: Pick<Market, 'now' | 'quoteAt'> }

/**
 * Some orders of a customer on one listing and side, as they are after the events up to an instant, or before the
 * first event that does anything to one of them, and that event. An order may have waited for days, so its events are gone
 * through before the lock is taken; under the lock only those since then are left.
 */
export async function goThrough(
  parts: SeenParts,
  orders: readonly WatchedOrder[],
  until: Instant,
): Promise<ReturnType<typeof firstAct>> {
  const [first] = orders
  if (!first) return { orders, event: null }
  const { listing } = first.order
  let watched = orders
  for await (const events of pagesOf(parts, listing, firstOf(orders, until, parts.market), until)) {
    const went = firstAct(watched, events, until, (order) => closingOf(order, parts.market))
    watched = went.orders
    if (went.event) return went
  }
  return { orders: watched, event: null }
}

export const goneThrough = async (
  parts: SeenParts,
  orders: readonly WatchedOrder[],
  until: Instant,
): Promise<readonly WatchedOrder[]> => (await goThrough(parts, orders, until)).orders

/**
 * Some orders of a customer on one listing and side before an event, and an earlier event that does something to one of
 * them; null if none does. A trailing stop that no round has gone through yet follows the events before this one first.
 */
export async function beforeEvent(
  parts: SeenParts,
  orders: readonly WatchedOrder[],
  { at }: Quote,
): Promise<ReturnType<typeof firstAct>> {
  const trailing = orders.filter(({ best, through }) => best !== null && through < at - 1)
  if (trailing.length === 0) return { orders, event: null }
  const { orders: followed, event } = await goThrough(parts, trailing, at - 1)
  const byId = new Map(followed.map((each) => [each.order.id, each]))
  return { orders: orders.map((each) => byId.get(each.order.id) ?? each), event }
}
