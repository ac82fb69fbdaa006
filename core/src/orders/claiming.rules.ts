import type { Instant } from '../base/instant.ts'
import { NO_CONDITIONS, isAtClose, type Order } from './orders.rules.ts'

/** The server that takes an order over from another one that lives, and how far the other has processed the order. */
export interface ClaimFacts {
  /** The server that fills the order from now on. */
  readonly node: string
  /** The instant of that server's clock. */
  readonly now: Instant
  /** The events of the order up to here are processed, by the clock of the source. */
  readonly processed: Instant
}

/** The number of times that another server has claimed an order. */
export const claimsOf = ({ conditions }: Pick<Order, 'conditions'>): number => conditions?.claimed?.times ?? 0

/**
 * An open order that another server fills from now on. It goes on from the last event that the first is known to have
 * processed: the two may go through an event twice, and leave none out. A stop that follows the market goes on from its
 * row, which has the price that it followed until then. An order at the close has met nothing before the last event.
 */
export function claimed(order: Order, { node, now, processed }: ClaimFacts): Order {
  const conditions = order.conditions ?? NO_CONDITIONS
  const isFromRow = isAtClose(order) || (conditions.best !== null && conditions.trigger === null)
  const through = Math.max(order.through, order.marketAt)
  return {
    ...order,
    node,
    through: isFromRow ? order.through : Math.max(through, processed),
    conditions: { ...conditions, claimed: { times: claimsOf(order) + 1, at: now } },
  }
}
