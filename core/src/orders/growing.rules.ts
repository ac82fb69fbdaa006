import { wholeShares } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { FillId } from '../base/ids.ts'
import { holdLine, type Line } from '../ledger/ledger.rules.ts'
import type { BuyFill } from './attached.rules.ts'
import { isOpen, rankOf, type Order } from './orders.rules.ts'
import type { OldTerms } from './changes.rules.ts'
import type { WatchedOrder } from './sharing.rules.ts'

/* An exit that was attached to a buy, while the buy goes on filling. */

/**
 * An exit after a further fill of its buy, whose event did not reach it. It keeps its place: the customer asked for it with
 * the buy.
 */
export function grownExit(
  { order, best }: Pick<WatchedOrder, 'order' | 'best'>,
  { shares: more, quote: { at } }: Pick<BuyFill, 'shares'> & { readonly quote: Pick<BuyFill['quote'], 'at'> },
  fill: FillId,
): { readonly order: Order; readonly lines: readonly Line[]; readonly old: OldTerms } {
  assert(order.conditions !== null, 'an exit has conditions')
  const changes = order.conditions.changes + 1
  const shares = wholeShares(order.shares + more)
  const conditions = { ...order.conditions, best, rankAt: rankOf(order), changes }
  return {
    order: { ...order, shares, held: [{ asset: order.asset, units: shares }], conditions, through: at },
    lines: [holdLine({ asset: order.asset, units: more })],
    old: { change: changes, until: at, order, fill },
  }
}

/** Whether an event has reached an exit: its stop, or its profit. */
export const isReached = ({ conditions, filled }: Pick<Order, 'conditions' | 'filled'>): boolean =>
  filled > 0n || (conditions?.trigger ?? null) !== null

/** Whether the customer took an exit away. Further fills of its buy place none. */
export const isRemoved = (exit: Order): boolean => !isOpen(exit) && exit.endReason === 'by_customer'
