import type { RefusalOf } from '../base/contract.ts'
import type { Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { release, type Line } from '../ledger/ledger.rules.ts'
import { NO_CHARGES, type Charges } from './charges.rules.ts'
import { holdLeft } from './holds.rules.ts'
import type { CancelReason, EndReason, cancelOrder } from './orders.contract.ts'
import { isOpen, type Order } from './orders.rules.ts'

export type CancelRefusal = RefusalOf<typeof cancelOrder>

/**
 * Cancel what is unfilled of an order for its customer, or for another reason of a cancel, and release its hold. A
 * repeat finds the order cancelled. `charges` are the sums over its fills.
 */
export function decideCancel(
  order: Order | undefined,
  now: Instant,
  charges: Charges = NO_CHARGES,
  reason: CancelReason = 'by_customer',
): { order: Order; lines: readonly Line[] } | Refused<CancelRefusal> {
  if (!order) return refuse('unknown_order')
  if (order.state === 'cancelled') return { order, lines: [] }
  if (!isOpen(order)) return refuse('order_ended', { state: order.state })
  return endOrder(order, { state: 'cancelled', reason, now, charges })
}

/**
 * The facts that expiry needs: the source's current time, the newest quote event that the order could have filled on, and
 * the sums over its fills.
 */
export interface ExpiryFacts {
  readonly now: Instant
  readonly marketNow: Instant
  readonly closedForGood: boolean
  readonly lastQuoteAt: Instant | null
  readonly charges: Charges
}

/**
 * Expire an order whose time is over and release its hold; null if it has time left or has already ended. A fill at the
 * last instant takes precedence: the order expires only after that instant. A market buy that saw a quote ends as
 * beyond its collar, and so does a buy whose stop was reached.
 */
export function decideExpiry(order: Order, facts: ExpiryFacts): { order: Order; lines: readonly Line[] } | null {
  if (!isOpen(order)) return null
  const over = order.endsAt !== null && facts.marketNow > order.endsAt
  if (!over && !facts.closedForGood) return null
  const reason =
    over || isBeyond(order, facts.lastQuoteAt) ? expiryOf(order, facts.lastQuoteAt) : 'market_closed_for_good'
  return endOrder(order, { state: 'expired', reason, now: facts.now, charges: facts.charges })
}

/** The reason for which an order's time ends. */
const expiryOf = (order: Order, lastQuoteAt: Instant | null): EndReason =>
  isBeyond(order, lastQuoteAt) ? 'beyond_collar' : order.conditions?.opensAt ? 'auction_over' : 'end_of_day'

/** True for a buy at market that filled on no quote although it saw one: the price was beyond its collar. */
function isBeyond({ side, limit, conditions, marketAt, filled }: Order, lastQuoteAt: Instant | null): boolean {
  if (side !== 'buy' || limit !== null || filled > 0n || lastQuoteAt === null) return false
  if (conditions?.stop && !conditions.trigger) return false
  return lastQuoteAt > (conditions?.trigger?.at ?? Math.max(conditions?.opensAt ?? 0, marketAt))
}

interface End {
  readonly state: 'cancelled' | 'expired'
  readonly reason: EndReason
  readonly now: Instant
  readonly charges: Charges
}

/** Ends what is unfilled of an order, and releases what it still holds. */
export const endOrder = (order: Order, { state, reason, now, charges }: End) => ({
  order: { ...order, state, endReason: reason, endedAt: now },
  lines: release(holdLeft(order, charges)),
})
