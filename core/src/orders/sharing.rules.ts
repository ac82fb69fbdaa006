import { maxOf, wholeShares, type PriceE4, type Shares } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import type { Line } from '../ledger/ledger.rules.ts'
import type { Quote } from '../market/market.contract.ts'
import type { Charges } from './charges.rules.ts'
import {
  actOf,
  bestOf,
  isForOneEvent,
  roomFor,
  sharesWithin,
  triggered,
  type FillResult,
  type Sight,
} from './fills.rules.ts'
import { endOrder } from './ending.rules.ts'
import { byRank, isAtClose, isOpen, type Order } from './orders.rules.ts'

/*
 * A customer's open orders on one listing and side share what an event offers, oldest first, so they are decided together.
 * No customer's fill depends on another's.
 */

/** An open order between two events: those up to `through` are decided, and `best` is the price that its stop follows. */
export interface WatchedOrder {
  readonly order: Order
  readonly through: Instant
  readonly best: PriceE4 | null
}

/** An order as it stands in its row, with nothing known beyond that. */
export const watchedOf = (order: Order): WatchedOrder => ({
  order,
  through: Math.max(order.through, order.marketAt),
  best: order.conditions?.trigger ? null : (order.conditions?.best ?? null),
})

/** The result of an event for one order. */
export interface Outcome {
  /** The order after the event. */
  readonly order: Order
  readonly fill: FillResult | null
  /** The lines that release the rest of its hold, if the event ended it; null if it did not. */
  readonly end: readonly Line[] | null
}

/** The facts of an event for a group of orders. */
export interface EventFacts {
  readonly now: Instant
  readonly quote: Quote
  /** The shares that the customer's orders on the listing and side have filled on the event before. */
  readonly taken: bigint
  readonly closingOf: (order: Order) => Instant | null
  /** Fills shares of an order, if its hold allows. Called in the order in which the orders share the event. */
  readonly fill: (order: Order, shares: Shares) => FillResult | null
  /** The sums over an order's fills before the event. */
  readonly chargesOf: (order: Order) => Charges
}

/**
 * Decide what an event does to a customer's orders on one listing and side, oldest first: each takes what it can of the
 * room that older ones left. An order that the event meets and that gets nothing of it is done with the event too, so
 * that it cannot take later what an older order, which may have ended, left to nobody. Orders that the event does not
 * concern, or that are done with it, are left out. The caller carries each outcome out before it asks for the next.
 */
export function* decideEvent(orders: readonly WatchedOrder[], facts: EventFacts): Generator<Outcome> {
  const { quote } = facts
  let room: bigint | null = null
  for (const { order, best, through } of oldestFirst(orders)) {
    if (quote.at <= through) continue
    const sight: Sight = { best, closing: facts.closingOf(order) }
    const act = actOf(order, quote, sight)
    if (act === null) continue
    if (act === 'trigger') {
      yield { order: triggered(order, quote, sight), fill: null, end: null }
      continue
    }
    room ??= maxOf(roomFor(order.side, quote) - facts.taken, 0n)
    const shares = act === 'fill' ? sharesWithin(order, room) : 0n
    const fill = shares > 0n ? facts.fill(order, wholeShares(shares)) : null
    if (fill && order.fillRule === 'shared') room -= shares
    yield outcomeOf(order, fill, sight, facts)
  }
}

const oldestFirst = (orders: readonly WatchedOrder[]): readonly WatchedOrder[] =>
  orders.length === 1 ? orders : orders.toSorted((a, b) => byRank(a.order, b.order))

function outcomeOf(
  order: Order,
  fill: FillResult | null,
  sight: Sight,
  { now, quote, chargesOf }: EventFacts,
): Outcome {
  const after = followed(fill?.order ?? { ...order, through: quote.at }, quote, sight)
  if (!isOpen(after) || !isForOneEvent(after)) return { order: after, fill, end: null }
  const reason = after.timeInForce === 'open' ? 'auction_over' : 'not_at_once'
  const ended = endOrder(after, { state: 'expired', reason, now, charges: fill?.charges ?? chargesOf(after) })
  return { order: ended.order, fill, end: ended.lines }
}

/** An order past an event that it was matched with. A stop that still follows the market has followed it. */
const followed = (order: Order, quote: Quote, { best }: Sight): Order => ({
  ...order,
  through: quote.at,
  // A stop that has triggered follows no more, and keeps the price that it followed last.
  conditions: order.conditions && { ...order.conditions, best: bestOf(order, best, quote) ?? order.conditions.best },
})

/**
 * The first of some events that does anything to one of a customer's orders on a listing and side; null if none does. An
 * order is ended or replaced only when this is null, so nobody can look at a quote and then take the order back.
 *
 * `events` are of the listing and in order. `until` is the market's clock at the decision: an event at that instant
 * counts, a later one does not.
 */
export function firstAct(
  orders: readonly WatchedOrder[],
  events: Iterable<Quote>,
  until: Instant,
  closingOf: (order: Order) => Instant | null,
): { readonly event: Quote | null; readonly orders: readonly WatchedOrder[] } {
  const closings = orders.map(({ order }) => closingOf(order))
  const bests = orders.map(({ best }) => best)
  const isMet = (event: Quote): boolean =>
    orders.some(({ order, through }, n) => {
      const sight = { best: bests[n] ?? null, closing: closings[n] ?? null }
      return event.at > through && actOf(order, event, sight) !== null
    })
  let last = -Infinity
  let met: Quote | null = null
  for (const event of events) {
    if (event.at > until) break
    if (isMet(event)) {
      met = event
      break
    }
    for (const [n, { order, through }] of orders.entries())
      if (event.at > through) bests[n] = bestOf(order, bests[n] ?? null, event)
    last = event.at
  }
  if (last === -Infinity) return { event: met, orders }
  const seen = orders.map(({ order, through }, n) => ({
    order,
    best: bests[n] ?? null,
    // The events of an order at the close are decided once its session is over.
    through: isAtClose(order) ? through : Math.max(through, last),
  }))
  return { event: met, orders: seen }
}
