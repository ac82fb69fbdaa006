import { assert } from '@lonja/core/base/assert'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, type Refused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { decideCancel, OPEN_ORDERS_MOST, type Order } from '@lonja/core/orders/orders.rules'
import type { Db, Tx } from '../database/db.ts'
import type { Lane } from '../database/lane.ts'
import type { LaneAsker } from '../door/serve.lane.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import type { Market } from '../market/market.quotes.ts'
import { cancelling, placing } from './orders.lane.ts'
import type { OpenOrders } from './orders.open.ts'
import { hasOtherServers } from './progress.store.ts'
import { findOrder, listOpenAmong, listOrdersOf, saveEnds, type OrderKey } from './orders.store.ts'
import type { LockedTx } from '../database/locks.ts'

/** The parts that trading needs. */
export interface TradingParts {
  readonly db: Db
  readonly lane: Lane
  readonly market: Market
  readonly open: OpenOrders
  /** Orders of commands whose outcome is unknown because the database went away. The fill engine looks them up. */
  readonly doubtful: OrderKey[]
}

/** Places an order for a customer. Resolves once it is committed; from then on quotes may fill it. */
export async function place(
  { lane, market, open, doubtful }: TradingParts,
  asker: LaneAsker,
  ticket: Ticket,
): Promise<Order | Refused> {
  try {
    const order = await lane.submit(placing(asker, ticket, market, open.countOf))
    if (!isRefused(order)) open.take(order)
    return order
  } catch (error) {
    doubtful.push({ customer: asker.customer, id: ticket.id })
    throw error
  }
}

/** Cancels an order for a customer. Its listing never changes, so it is read before the lock. */
export async function cancel(
  { db, lane, open }: TradingParts,
  asker: LaneAsker,
  id: OrderId,
): Promise<Order | Refused> {
  const key = { customer: asker.customer, id }
  const order = open.find(key)?.order ?? (await db.read((tx) => findOrder(tx, key)))
  const cancelled = await lane.submit(cancelling(asker, id, order?.listing ?? null))
  if (!isRefused(cancelled)) open.take(cancelled)
  return cancelled
}

/**
 * Orders of a customer, newest first. Open orders have no index, and a scan would read every order that the customer
 * ever placed, so they are looked up by the ids in memory. If another server may have taken some, or the outcome of a
 * command is unknown, memory may be incomplete, and the table is scanned.
 */
export async function listOrdersFor(
  { open, doubtful }: Pick<TradingParts, 'open' | 'doubtful'>,
  tx: Tx,
  customer: CustomerId,
  page: Parameters<typeof listOrdersOf>[2],
  most: number,
): Promise<Order[]> {
  const isInMemory = page.which === 'open' && doubtful.length === 0 && !(await hasOtherServers(tx, open.node))
  return isInMemory
    ? listOpenAmong(tx, customer, open.idsOf(customer), page, most)
    : listOrdersOf(tx, customer, page, most)
}

interface CancelMany {
  readonly reason: 'by_customer' | 'restricted'
  /** The orders to cancel among the open ones. */
  readonly which: (order: Order) => boolean
}

/**
 * Cancels open orders of a customer within an ordinary write; all of them if nothing else is said. Each hold is released by
 * its own posting. After the commit the caller drops the orders from the open ones.
 */
export async function cancelAllNow(
  tx: LockedTx,
  customer: CustomerId,
  now: Instant,
  { reason, which }: CancelMany = { reason: 'by_customer', which: () => true },
): Promise<Order[]> {
  const all = { which: 'open', listing: null, after: null } as const
  const open = await listOrdersOf(tx, customer, all, OPEN_ORDERS_MOST + 1)
  const ended: Order[] = []
  for (const order of open.filter(which)) {
    const decision = decideCancel(order, now, reason)
    assert(!isRefused(decision), 'an open order can be cancelled')
    await postNow(tx, { customer, cause: { kind: 'order', id: order.id }, at: now, lines: decision.lines })
    ended.push(decision.order)
  }
  const saved = ended.length === 0 ? 0 : await saveEnds(tx, customer, ended)
  assert(saved === ended.length, 'nobody ends an order of a customer who is locked')
  return ended
}
