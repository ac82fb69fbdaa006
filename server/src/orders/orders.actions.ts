import { isRefused, type Refused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import type { Db } from '../base/db.ts'
import type { Lane } from '../base/lane.ts'
import type { Market } from '../market/market.quotes.ts'
import { cancelling, placing, type Whose } from './orders.lane.ts'
import type { OpenOrders } from './orders.open.ts'
import { findOrder, type OrderKey } from './orders.store.ts'

/** What trading stands on. */
export interface Trading {
  readonly db: Db
  readonly lane: Lane
  readonly market: Market
  readonly open: OpenOrders
  /** Orders of commands whose outcome is unknown, since the database went away: the fill engine asks for them again. */
  readonly doubtful: OrderKey[]
}

/** Place an order for a customer: answers it once it is committed, and from then on quotes are held against it. */
export async function place(
  { lane, market, open, doubtful }: Trading,
  whose: Whose,
  ticket: Ticket,
): Promise<Order | Refused> {
  try {
    const order = await lane.submit(placing(whose, ticket, market, open.countOf))
    if (!isRefused(order)) open.take(order)
    return order
  } catch (error) {
    doubtful.push({ customer: whose.customer, id: ticket.id })
    throw error
  }
}

/** Cancel an order for a customer. Its listing never changes, so it is asked for before the lock. */
export async function cancel({ db, lane, open }: Trading, whose: Whose, id: string): Promise<Order | Refused> {
  const key = { customer: whose.customer, id }
  const order = open.find(key)?.order ?? (await db.read((tx) => findOrder(tx, key)))
  const cancelled = await lane.submit(cancelling(whose, id, order?.listing ?? null))
  if (!isRefused(cancelled)) open.take(cancelled)
  return cancelled
}
