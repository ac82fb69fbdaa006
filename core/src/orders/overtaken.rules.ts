import type { Instant } from '../base/instant.ts'
import type { Quote } from '../market/market.contract.ts'
import { decideFill, meets, type FillFacts } from './fills.rules.ts'
import type { Order } from './orders.rules.ts'

/**
 * The first quote event that fills an order before a cancel, an expiry or a replacement of it is decided; null if none
 * does. The end of an order is decided only when this is null, so nobody can look at a quote and then take the order
 * back.
 *
 * `events` are of the order's listing, in order, and later than the last one that the order was matched with. `until` is
 * the market's clock at the decision: an event at that instant counts, a later one does not. `factsOf` gives the facts of
 * a fill on an event, as for `decideFill`; the lots are not needed. An event whose conversion would cost more than the
 * hold fills nothing, and the next one is tried.
 */
export function overtakingEvent(
  order: Order,
  events: Iterable<Quote>,
  until: Instant,
  factsOf: (event: Quote) => FillFacts,
): Quote | null {
  for (const event of events) {
    if (event.at > until) return null
    if (!meets(order, event)) continue
    // A sell holds the very shares that it sells, so each event that meets it fills it.
    if (order.side === 'sell' || decideFill(order, factsOf(event)) !== null) return event
  }
  return null
}
