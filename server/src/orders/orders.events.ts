import type { ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import { meets } from '@lonja/core/orders/fills.rules'
import type { Order } from '@lonja/core/orders/orders.rules'
import type { Market } from '../market/market.quotes.ts'

const EVENTS_AT_ONCE = 10_000

/** A listing's events in (after, until], in order, page by page. Other work runs in between. */
export async function* pagesOf(
  market: Market,
  listing: ListingId,
  after: Instant,
  until: Instant,
): AsyncGenerator<readonly Quote[]> {
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
  market: Pick<Market, 'nextQuotes'>,
  listing: ListingId,
  after: Instant,
  until: Instant,
): Generator<Quote> {
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
export async function unmetThrough(market: Market, order: Order, through: Instant): Promise<Instant> {
  let unmet = Math.max(through, order.marketAt)
  for await (const events of pagesOf(market, order.listing, unmet, market.settled())) {
    const met = events.find((event) => meets(order, event))
    if (met) return met.at - 1
    unmet = events.at(-1)?.at ?? unmet
  }
  return unmet
}
