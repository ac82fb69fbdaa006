import type { Asset } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { CustomerId, OrderId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import { add, type Side, type Sums } from './amounts.check.ts'
import { lotNamed, payDebts, type CheckAccount } from './lots.check.ts'
import type { CheckMarket, CheckPrices, CheckTicket, Force, Tick } from './tickets.check.ts'

/* The state of the model of orders: orders, accounts and holds in plain maps. */

export interface CheckFill {
  readonly at: Instant
  readonly price: bigint
  readonly shares: bigint
  readonly cost: bigint
  readonly fee: bigint
  readonly paid: bigint
  readonly markup: bigint
  readonly realised: bigint | null
  /** The amount that the house financed of a buy; below zero, what a sell paid back. */
  readonly financed: bigint
}

export interface CheckOrder extends CheckTicket {
  shares: bigint
  limit: bigint | null
  stop: bigint | null
  trail: bigint | null
  trailBps: number | null
  profit: bigint | null
  timeInForce: Force
  /** True for a sell by which the house closes a lot out. */
  readonly isOfHouse: boolean
  readonly placedAt: Instant
  /** The opening of its session, for an order at the open or at the close. */
  readonly opensAt: Instant | null
  endsAt: Instant | null
  worst: bigint | null
  /** The instant that gives its place among the customer's orders. */
  rank: Instant
  changes: number
  best: bigint | null
  trigger: { readonly tick: Tick; readonly stop: bigint; readonly best: bigint | null } | null
  /** The amounts that it still holds. */
  hold: Map<Asset, bigint>
  filled: bigint
  sums: Sums
  readonly fills: CheckFill[]
  state: 'working' | 'part_filled' | 'filled' | 'cancelled' | 'expired'
  reason: string | null
}

export interface CheckReplacement extends CheckPrices {
  readonly customer: CustomerId
  readonly id: OrderId
  readonly side: Side
  readonly changes: number
  readonly shares: bigint
  readonly timeInForce: Force
}

/** The state of the model. */
export interface Running {
  readonly market: CheckMarket
  readonly orders: Map<OrderId, CheckOrder>
  readonly accounts: Map<CustomerId, CheckAccount>
  readonly changed: Set<CustomerId>
  /** Open orders, so that an event does not look at ended ones. */
  readonly open: Set<CheckOrder>
  /** Shares that each customer's orders have filled on the last event of a listing. */
  readonly taken: Map<string, { readonly at: Instant; shares: bigint }>
}

export const isOpen = ({ state }: CheckOrder): boolean => state === 'working' || state === 'part_filled'

export const orderOf = ({ orders }: Running, customer: CustomerId, id: OrderId): CheckOrder | null => {
  const order = orders.get(id)
  return order?.customer === customer ? order : null
}

export function accountOf({ accounts }: Running, customer: CustomerId): CheckAccount {
  const account = accounts.get(customer)
  assert(account !== undefined, 'a customer of the model has a grant')
  return account
}

/** Moves a hold: what is held more leaves the free balance, what is held less goes back to it. */
export function holdAnew(model: Running, order: CheckOrder, after: Map<Asset, bigint>): void {
  const { free, held } = accountOf(model, order.customer)
  for (const [asset, units] of order.hold) {
    add(free, asset, units)
    add(held, asset, -units)
  }
  for (const [asset, units] of after) {
    add(free, asset, -units)
    add(held, asset, units)
  }
  order.hold = after
  payDebts(accountOf(model, order.customer))
  model.changed.add(order.customer)
}

/** Reserves more shares of the lot that a sell names, or fewer. */
export function reserve(model: Running, { customer, listing, lot }: CheckOrder, more: bigint): void {
  const found = lot === null ? null : lotNamed(accountOf(model, customer), listing, lot)
  if (found) found.reserved += more
}

/** Opens an order with its hold. */
export function open(model: Running, order: CheckOrder, hold: Map<Asset, bigint>): void {
  model.orders.set(order.id, order)
  model.open.add(order)
  accountOf(model, order.customer).openOrders += 1
  reserve(model, order, order.shares)
  holdAnew(model, order, hold)
}

/** Ends an order, and gives back what it holds. */
export function end(model: Running, order: CheckOrder, state: CheckOrder['state'], reason: string | null): void {
  holdAnew(model, order, new Map())
  reserve(model, order, order.filled - order.shares)
  order.state = state
  order.reason = reason
  model.open.delete(order)
  accountOf(model, order.customer).openOrders -= 1
}
