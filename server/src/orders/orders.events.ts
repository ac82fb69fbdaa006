import type { ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import { meets } from '@lonja/core/orders/fills.rules'
import type { Order } from '@lonja/core/orders/orders.rules'
import type { HeardEvents } from '../market/market.heard.ts'
import type { Market } from '../market/market.quotes.ts'

/** The parts that going through quote events needs. */
export interface EventParts {
  readonly market: Pick<Market, 'nextQuotes'>
  /** On a live feed the events are kept; it is told from where on they are asked for. */
  readonly heardEvents: HeardEvents
}

/** The parts that matching orders with quote events needs. */
export interface MatchingParts extends EventParts {
  readonly market: Market
}

/** The market as far as the end of an order needs it. */
export type EndingMarket = Pick<Market, 'name' | 'now' | 'nextQuotes' | 'rateAt'>

/** The parts that ending an order in time needs. */
export interface EndingGround extends EventParts {
  readonly market: EndingMarket
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

/**
 * The instant up to which no event meets an order, from one up to which none did. An order may have waited for days, so
 * its events are gone through before the lock is taken; under the lock only those since then are left.
 */
export async function unmetThrough(parts: MatchingParts, order: Order, through: Instant): Promise<Instant> {
  let unmet = Math.max(through, order.marketAt)
  for await (const events of pagesOf(parts, order.listing, unmet, parts.market.settled())) {
    const met = events.find((event) => meets(order, event))
    if (met) return met.at - 1
    unmet = events.at(-1)?.at ?? unmet
  }
  return unmet
}
