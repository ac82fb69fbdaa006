import type { PriceE4, Shares } from '../base/amount.ts'
import { wholeShares } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { NO_CONDITIONS, rankOf, type Conditions, type Order } from './orders.rules.ts'
import type { OldTerms, OrderMove } from './changes.rules.ts'

/*
 * An open order whose listing has a new ticker. It stays one order with its terms, its place and its fills; only its
 * listing is another, and so are the shares that a sell holds.
 */

/** The facts of a new ticker at its record instant. The order's events up to then are decided, and did nothing to it. */
export interface MoveFacts {
  readonly move: OrderMove
  readonly recordAt: Instant
  /** The best price that a trailing stop has followed up to then. */
  readonly best: PriceE4 | null
}

export interface MovedOrder {
  readonly order: Order
  /** The shares that it holds, which go with it; none of a buy. */
  readonly held: Shares
  readonly old: OldTerms
}

/** Moves an open order to the new listing: events of the old one count up to the record instant, those of the new one after it. */
export function moveOrder(order: Order, { move, recordAt, best }: MoveFacts): MovedOrder {
  const isSell = order.side === 'sell'
  const asset = isSell ? move.successor : order.asset
  const conditions = conditionsAfter(order, best)
  const after: Order = {
    ...order,
    listing: move.successor,
    asset,
    held: isSell ? order.held.map(({ units }) => ({ asset, units })) : order.held,
    conditions,
    through: recordAt,
  }
  const held = wholeShares(isSell ? order.shares - order.filled : 0n)
  return { order: after, held, old: { change: conditions.changes, until: recordAt, order, move } }
}

function conditionsAfter(order: Order, best: PriceE4 | null): Conditions {
  const before = order.conditions ?? NO_CONDITIONS
  const follows = before.stop !== null && before.trigger === null
  return { ...before, best: follows ? best : before.best, rankAt: rankOf(order), changes: before.changes + 1 }
}
