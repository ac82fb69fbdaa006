import { assert } from '@lonja/core/base/assert'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse, type Refused } from '@lonja/core/base/refusal'
import type { Quote } from '@lonja/core/market/market.contract'
import type { FeeTableDay } from '@lonja/core/orders/fees.rules'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { decideCancel, isOpen, OPEN_ORDERS_MOST, type Order } from '@lonja/core/orders/orders.rules'
import type { Command } from '../database/batch.ts'
import type { Db, Tx } from '../database/db.ts'
import type { Lane } from '../database/lane.ts'
import type { LaneAsker } from '../door/serve.lane.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import type { MarketGuard } from '../market/market.guard.ts'
import { unmetThrough, type MatchingParts } from './orders.events.ts'
import { cancelling, expiring, filling, placing, type EndResult, type MatchResult } from './orders.lane.ts'
import type { OpenOrders } from './orders.open.ts'
import { hasOtherServers } from './progress.store.ts'
import { findOrderProgress, listOpenAmong, listOrdersOf, saveEnds, type OrderKey } from './orders.store.ts'
import type { LockedTx } from '../database/locks.ts'

/** The parts that trading needs. */
export interface TradingParts extends MatchingParts {
  readonly db: Db
  readonly lane: Lane
  readonly open: OpenOrders
  /** The fee tables of the house with their days. */
  readonly fees: readonly FeeTableDay[]
  /** Nothing is matched while the clocks disagree. */
  readonly guard: Pick<MarketGuard, 'agrees' | 'workedThrough'>
  /** Orders of commands whose outcome is unknown because the database went away. The fill engine looks them up. */
  readonly doubtful: OrderKey[]
}

/** Places an order for a customer. Resolves once it is committed; from then on quotes may fill it. */
export async function place(
  { lane, market, fees, open, doubtful }: TradingParts,
  asker: LaneAsker,
  ticket: Ticket,
): Promise<Order | Refused> {
  try {
    const order = await lane.submit(placing(asker, ticket, { market, fees, node: open.node }))
    if (!isRefused(order)) open.take(order)
    return order
  } catch (error) {
    doubtful.push({ customer: asker.customer, id: ticket.id })
    throw error
  }
}

/**
 * Cancels an order for a customer, in time: a quote event that fills the order up to the decision fills it, and the
 * cancel is refused as for any filled order.
 */
export async function cancel(trading: TradingParts, asker: LaneAsker, id: OrderId): Promise<Order | Refused> {
  const { db, open } = trading
  const key = { customer: asker.customer, id }
  const own = open.find(key)
  const found = own
    ? { order: own.order, through: open.throughOf(own) }
    : await db.read((tx) => findOrderProgress(tx, key))
  if (!found) return endInTime(trading, () => cancelling(asker, id, null, trading))
  const { listing } = found.order
  const through = isOpen(found.order) ? await unmetThrough(trading, found.order, found.through) : found.through
  return endInTime(trading, () => cancelling(asker, id, { listing, through }, trading))
}

/** Expires an order whose time is over, in time. `through`: its events up to then have been processed. */
export const expire = (trading: TradingParts, order: Order, through: Instant): Promise<Order | Refused> =>
  endInTime(trading, () => expiring(order, through, trading))

/** Fills an order on one quote event. An event of a feed is stored before, so that no fill is without its evidence. */
export async function fillOn(
  { lane, market, heardEvents }: TradingParts,
  order: Order,
  event: Quote,
): Promise<MatchResult | Refused> {
  const storing = heardEvents.storing(order.listing)
  if (storing) await storing
  return lane.submit(filling(order, event, market))
}

/**
 * Ends an order by a command that decides under the lock. If an event has overtaken the end, the order is filled on it
 * by the same command as every fill, and its end is refused.
 */
async function endInTime(trading: TradingParts, ending: () => Command<EndResult>): Promise<Order | Refused> {
  const { lane, open } = trading
  for (;;) {
    const ended = await lane.submit(ending())
    if (isRefused(ended)) return ended
    open.take(ended.order)
    if (!ended.overtakenBy) return ended.order
    const matched = await fillOn(trading, ended.order, ended.overtakenBy)
    if (isRefused(matched)) return matched
    open.take(matched.order)
    if (matched.order.state === 'filled') return refuse('order_ended', { state: 'filled' })
    // A feed may have told another rate in between. Then the end is decided again.
  }
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
  const isInMemory = page.which === 'open' && doubtful.length === 0 && !(await hasOtherServers(tx, open.node()))
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
    await postNow(tx, { customer, cause: { kind: 'order', id: order.id }, at: now, lines: decision.lines }, -1)
    ended.push(decision.order)
  }
  const saved = ended.length === 0 ? 0 : await saveEnds(tx, customer, ended)
  assert(saved === ended.length, 'nobody ends an order of a customer who is locked')
  return ended
}
