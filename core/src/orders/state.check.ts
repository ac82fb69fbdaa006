import type { Asset } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { CustomerId, OrderId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import { add, type Side, type Sums } from './amounts.check.ts'
import { guardLots, lotNamed, payDebts, type CheckAccount } from './lots.check.ts'
import type { CheckExits, CheckMarket, CheckPrices, CheckTicket, Force, Tick } from './tickets.check.ts'

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
  exits: CheckExits | null
  /** For a buy: the newest exit that its fills have placed. */
  exitOrder: OrderId | null
  /** For such an exit: its buy. */
  readonly ofBuy: OrderId | null
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
  /** The exit that is attached to a buy; it stays if it is left out. */
  readonly exits?: CheckExits | null | undefined
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
  /** Exits that fills of their buys have placed. */
  readonly attached: CheckOrder[]
  /** The id of the exit that a fill of a buy on an event places. */
  readonly exitId: (buy: OrderId, at: Instant) => OrderId
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

/** Reserves more shares of the lots that a sell closes, or fewer: of the lot `first` before other lots of its buy. */
export function reserve(
  model: Running,
  { customer, listing, lot, ofBuy }: CheckOrder,
  more: bigint,
  first: string | null = null,
): void {
  const account = accountOf(model, customer)
  if (ofBuy !== null) return guardLots(account, { listing, buy: ofBuy }, more, first)
  const own = lot === null ? null : lotNamed(account, listing, lot)
  if (own) own.reserved += more
}

/** Opens an order with its hold. */
export function open(model: Running, order: CheckOrder, hold: Map<Asset, bigint>): void {
  // A fill has kept its own lot for the exit that it places.
  if (order.ofBuy === null) reserve(model, order, order.shares)
  model.orders.set(order.id, order)
  model.open.add(order)
  accountOf(model, order.customer).openOrders += 1
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
