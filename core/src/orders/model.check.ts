import type { Asset } from '../base/amount.ts'
import type { CustomerId, OrderId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import { NO_SUMS, type CheckAccount } from './amounts.check.ts'
import { closings, expireOne, meet } from './fills.check.ts'
import { replace } from './replacing.check.ts'
import {
  accountOf,
  end,
  holdAnew,
  isOpen,
  orderOf,
  type CheckOrder,
  type CheckReplacement,
  type Running,
} from './state.check.ts'
import { take, type CheckMarket, type CheckTicket, type Tick } from './tickets.check.ts'

/*
 * The orders of a house, written a second time from `docs/MONEY.md`, "An order": one customer after the other, one event
 * after the other, in plain maps. It is slow and short, and shares no code with the rules. A test gives both the same
 * commands and compares what follows.
 */

/** The house of the model. Commands return null, or the code of a refusal. */
export interface Model {
  readonly orders: Map<OrderId, CheckOrder>
  readonly accounts: Map<CustomerId, CheckAccount>
  /** Customers of whom something has changed; the caller clears it. */
  readonly changed: Set<CustomerId>
  grant(customer: CustomerId, cash: readonly (readonly [Asset, bigint])[]): void
  /** A quote event of now. */
  event(tick: Tick): void
  /** The clock has moved on: sessions that are over have a last event. */
  passed(now: Instant): void
  /** Ends the orders whose time is over. */
  expire(now: Instant): void
  place(ticket: CheckTicket, now: Instant): string | null
  replace(asked: CheckReplacement, now: Instant): string | null
  cancel(customer: CustomerId, id: OrderId): string | null
}

export function openModel(market: CheckMarket): Model {
  const orders = new Map<OrderId, CheckOrder>()
  const accounts = new Map<CustomerId, CheckAccount>()
  const changed = new Set<CustomerId>()
  const model: Running = { market, orders, accounts, changed, open: new Set(), taken: new Map() }
  return {
    orders,
    accounts,
    changed,
    grant: (customer, cash) =>
      void accounts.set(customer, { free: new Map(cash), held: new Map(), lots: new Map(), openOrders: 0 }),
    event: (tick) => meet(model, tick, (order) => order.timeInForce !== 'close'),
    passed: (now) => closings(model, now),
    expire: (now) => {
      for (const order of model.open) expireOne(model, order, now)
    },
    place: (ticket, now) => place(model, ticket, now),
    replace: (asked, now) => replace(model, asked, now),
    cancel: (customer, id) => {
      const order = orderOf(model, customer, id)
      if (!order) return 'unknown_order'
      if (order.state === 'cancelled') return null
      if (!isOpen(order)) return 'order_ended'
      end(model, order, 'cancelled', 'by_customer')
      return null
    },
  }
}

function place(model: Running, ticket: CheckTicket, now: Instant): string | null {
  const account = accountOf(model, ticket.customer)
  const taken = take(ticket, now, model.market, account)
  if (typeof taken === 'string') return taken
  const { timeInForce } = ticket
  const { worst, hold, session, best } = taken
  const order: CheckOrder = {
    ...ticket,
    placedAt: now,
    opensAt: timeInForce === 'open' || timeInForce === 'close' ? session.open : null,
    endsAt: timeInForce === 'gtc' ? null : session.close,
    worst,
    rank: now,
    changes: 0,
    best,
    trigger: null,
    hold: new Map(),
    filled: 0n,
    sums: NO_SUMS,
    fills: [],
    state: 'working',
    reason: null,
  }
  model.orders.set(order.id, order)
  model.open.add(order)
  account.openOrders += 1
  holdAnew(model, order, hold)
  return null
}
