import type { ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import type { PastMarket, Reach } from '../market/market.past.shape.ts'
import type { Change } from './changes.store.ts'

/* The market of an order that new tickers have moved: the events of each of its listings, for the time that it was there. */

/** The time in which an order was of a listing: events in (after, until] are its events. */
export interface Stay {
  readonly listing: ListingId
  readonly after: Instant
  readonly until: Instant
}

/** The listings that an order had, oldest first. */
export function staysOf({ listing }: Order, changes: readonly Change[]): Stay[] {
  const stays: Stay[] = []
  let after = -Infinity
  for (const { move, until, order } of changes) {
    if (!move) continue
    stays.push({ listing: order.listing, after, until })
    after = until
  }
  return [...stays, { listing, after, until: Infinity }]
}

const stayAt = <Each extends Stay>(stays: readonly Each[], at: Instant): Each =>
  stays.find(({ until }) => at <= until) ?? (stays.at(-1) as Each)

/** The listing that an order had at an instant of the source. */
export const listingAt = (stays: readonly Stay[], at: Instant): ListingId => stayAt(stays, at).listing

/** The markets of an order's stays as one: whatever listing is asked for, the answer is that of the order's own then. */
export function joinedPast(past: PastMarket, stays: readonly (Stay & { readonly past: PastMarket })[]): PastMarket {
  function* eventsWithin(_of: ListingId, after: Instant, until: Instant, reach: Reach | null): Generator<Quote> {
    for (const stay of stays) {
      const [from, to] = [Math.max(after, stay.after), Math.min(until, stay.until)]
      if (from < to) yield* stay.past.eventsWithin(stay.listing, from, to, reach)
    }
  }
  const at = (instant: Instant) => stayAt(stays, instant)
  return {
    ...past,
    quoteAt: (_of, instant) => at(instant).past.quoteAt(at(instant).listing, instant),
    viewsAt: (_of, instant) => at(instant).past.viewsAt(at(instant).listing, instant),
    rateAt: (instant) => at(instant).past.rateAt(instant),
    eventsWithin,
    unproved: stays.find((stay) => stay.past.unproved !== null)?.past.unproved ?? null,
    isUnclear: stays.some((stay) => stay.past.isUnclear),
  }
}
