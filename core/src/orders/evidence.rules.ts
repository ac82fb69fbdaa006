import { isCurrency } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import type { ExchangeRate, Quote } from '../market/market.contract.ts'
import type { Charges } from './charges.rules.ts'
import { isForOneEvent, type Fill, type FillFacts } from './fills.rules.ts'
import type { Order } from './orders.rules.ts'
import type { OldTerms } from './changes.rules.ts'

/* The facts with which the course of an order is compared, and how a fill's evidence is said. */

/** The market of an order, as far as its course needs it. */
export interface CourseFacts {
  /** The events of its listing in (after, until], in order; those out of reach may be missing. */
  readonly events: (after: Instant, until: Instant, reach: Reach | null) => Iterable<Quote>
  readonly quoteAt: (at: Instant) => Quote | null
  readonly rateAt: (at: Instant) => ExchangeRate | null
  readonly source: string
  /** The shares that those of the customer's other orders on the listing and side filled on an event which are older. */
  readonly olderOn: (event: Instant, isOlder: (other: OrderRank) => boolean) => bigint
}

/** An order's place among those of its customer on a listing and side, at an instant. Those at the close come last. */
export interface OrderRank {
  readonly atClose: boolean
  readonly rank: Instant
  readonly id: string
}

/** Whether an order has its turn before another on an event. */
export const isBefore = (one: OrderRank, other: OrderRank): boolean =>
  one.atClose === other.atClose
    ? one.rank < other.rank || (one.rank === other.rank && one.id < other.id)
    : other.atClose

/** The price at or beyond which an event may fill an order: an ask at most so high, or a bid at least so high. */
export interface Reach {
  readonly side: 'buy' | 'sell'
  readonly price: bigint
}

/** A stored order with everything that its course is compared with. */
export interface StoredCourse {
  readonly order: Order
  /** Its fills, in the order in which they happened. */
  readonly fills: readonly Fill[]
  /** The terms that replacements ended, oldest first. */
  readonly old: readonly OldTerms[]
  /** Its events are decided up to here. */
  readonly until: Instant
  /** The first event that reached an exit attached to it; Infinity if none did. */
  readonly exitReachedAt: Instant
  /** True for an order whose terms and ends an earlier release decided otherwise: its one fill alone is compared. */
  readonly isEarlier: boolean
}

export type CourseLawName = 'order_fills' | 'order_triggers' | 'order_replacements' | 'order_ends'

export interface CourseDifference {
  readonly law: CourseLawName
  readonly differs: string
}

export type Evidence = Pick<Fill, 'quote' | 'price' | 'conversion'> & { readonly shares: bigint }

/** The event and the amounts of a fill, in one line. */
export const evidenceOf = ({ quote, shares, price, conversion }: Evidence, source: string): string =>
  [
    `event ${quote.at}: bid ${quote.bid} x ${quote.bidSize}, ask ${quote.ask} x ${quote.askSize}, last ${quote.last}, ${shares} at ${price}, ${source}`,
    ...(conversion
      ? [
          `${conversion.paid.units} + ${conversion.markup.units} ${conversion.paid.asset} for ${conversion.received.units} at ${conversion.rate} of ${conversion.rateAt}`,
        ]
      : []),
  ].join(', ')

/**
 * The price at or beyond which an event may fill an order; null where any event may concern it: while it waits for a stop,
 * and for one that is for one event alone.
 */
export function reachOf(order: Order): Reach | null {
  const { side, worst, limit, conditions } = order
  if ((conditions?.stop && !conditions.trigger) || isForOneEvent(order)) return null
  return side === 'buy' ? { side, price: worst ?? 0n } : { side, price: limit ?? 1n }
}

/** True if a fill on an event may convert currencies, and so needs the rate of its instant. */
export const mayConvert = ({ held, asset }: Pick<Order, 'held' | 'asset'>): boolean =>
  isCurrency(asset) && (held.length > 1 || held[0]?.asset !== asset)

/** The facts of a fill on an event, for deciding whether the event fills an order and at what amounts. */
export const factsOn = (
  order: Order,
  quote: Quote,
  before: Charges,
  { rateAt, source }: Pick<CourseFacts, 'rateAt' | 'source'>,
): FillFacts => ({
  now: order.placedAt,
  quote,
  source,
  rate: rateAt(quote.at),
  lots: [],
  free: 0n,
  fillId: NO_FILL,
  posting: 0,
  before,
})

const NO_FILL = '' as Fill['id']
