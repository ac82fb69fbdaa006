import { divideDown, divideUp, priceE4, wholeShares, type PriceE4 } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import type { Line } from '../ledger/ledger.rules.ts'
import type { Ratio } from '../market/actions.ts'
import { linesBetween } from './holds.rules.ts'
import type { Stop } from './kinds.rules.ts'
import type { Exits } from './orders.contract.ts'
import { NO_CONDITIONS, rankOf, type Conditions, type Order } from './orders.rules.ts'
import type { OldTerms, OrderSplit } from './changes.rules.ts'

/*
 * The terms of an open order at a split of its shares. The order stays one order with its place, its fills and its hold
 * of cash; its value stays, or is less by rounding. FINRA rule 5330 is the model; decision 0044 says what differs.
 */

/** The facts of a split at its record instant. The order's events up to then are decided, and did nothing to it. */
export interface SplitFacts {
  readonly split: OrderSplit
  readonly recordAt: Instant
  /** The best price that a trailing stop has followed up to then. */
  readonly best: PriceE4 | null
}

export interface SplitOrder {
  readonly order: Order
  /** The shares that a sell holds more or less. The cash that a buy holds stays. */
  readonly lines: readonly Line[]
  readonly old: OldTerms
}

/**
 * Adjusts an open order to a split, or returns null if it cannot be adjusted exactly: the shares that are left would not
 * be whole, a price would be nothing, it names a lot or the buy whose exit it is, or a strategy placed it. Shares that were filled before stay as
 * they were. A price is rounded to the customer's side: a limit to buy down and one to sell up, a stop away from the market.
 * So the new worst cost of a buy is never more than its hold.
 */
export function splitOrder(order: Order, { split, recordAt, best }: SplitFacts): SplitOrder | null {
  const { from, to } = split.ratio
  const left = order.shares - order.filled
  if ((left * to) % from !== 0n || order.conditions?.lot || order.conditions?.ofBuy || order.conditions?.run)
    return null
  const shares = wholeShares(order.filled + (left * to) / from)
  const scale = scaleOf(split.ratio)
  const limit = order.limit === null ? null : order.side === 'buy' ? scale.down(order.limit) : scale.up(order.limit)
  const worst = order.worst === null ? null : (limit ?? scale.down(order.worst))
  const conditions = conditionsAfter(order, best, scale)
  if (limit === 0n || worst === 0n || conditions === null) return null
  const isSell = order.side === 'sell'
  const after: Order = {
    ...order,
    shares,
    limit,
    worst,
    held: isSell ? [{ asset: order.asset, units: shares }] : order.held,
    conditions,
    through: recordAt,
  }
  const old = { change: conditions.changes, until: recordAt, order, split }
  return {
    order: after,
    lines: isSell ? linesBetween([{ asset: order.asset, units: order.shares }], after.held) : [],
    old,
  }
}

interface Scale {
  readonly up: (price: PriceE4) => PriceE4
  readonly down: (price: PriceE4) => PriceE4
}

/** Prices of before a split in shares of after it. Rounded down, a price may be nothing. */
const scaleOf = ({ from, to }: Ratio): Scale => ({
  up: (price) => priceE4(divideUp(price * from, to)),
  down: (price) => divideDown(price * from, to) as PriceE4,
})

/** The stop and what it follows; null if nothing is left of a price. A stop that was reached stays as it was. */
function conditionsAfter(order: Order, best: PriceE4 | null, { up, down }: Scale): Conditions | null {
  const before = order.conditions
  const exits = before?.exits && exitsAfter(before.exits, { up, down })
  if (exits?.stop === 0n) return null
  const moved = {
    ...(before ?? NO_CONDITIONS),
    rankAt: rankOf(order),
    changes: (before?.changes ?? 0) + 1,
    exits: exits ?? null,
  }
  if (!before?.stop || before.trigger) return moved
  const isBuy = order.side === 'buy'
  const stop = stopAfter(before.stop, { up, down: isBuy ? up : down })
  const followed = best === null ? null : isBuy ? up(best) : down(best)
  if (followed === 0n || (stop.by === 'price' && stop.price === 0n)) return null
  if (!isBuy && followed !== null && stop.by === 'amount' && stop.distance >= followed) return null
  return { ...moved, stop, best: followed, profit: before.profit === null ? null : up(before.profit) }
}

/** The exit that is attached to a buy, by the rounding of a sell. A share by which its stop follows stays. */
const exitsAfter = ({ stop, profit, ...follows }: Exits, { up, down }: Scale): Exits => ({
  ...follows,
  stop: stop === null ? null : down(stop),
  profit: profit === null ? null : up(profit),
})

function stopAfter(stop: Stop, { up, down }: Scale): Stop {
  if (stop.by === 'price') return { by: 'price', price: down(stop.price) }
  return stop.by === 'amount' ? { by: 'amount', distance: up(stop.distance) } : stop
}
