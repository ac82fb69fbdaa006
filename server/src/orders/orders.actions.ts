import { assert } from '@lonja/core/base/assert'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse, type Refused } from '@lonja/core/base/refusal'
import type { Quote } from '@lonja/core/market/market.contract'
import type { FeeTableDay } from '@lonja/core/orders/fees.rules'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { isOpen, OPEN_ORDERS_MOST, type Order } from '@lonja/core/orders/orders.rules'
import type { Command } from '../database/batch.ts'
import type { Db, Tx } from '../database/db.ts'
import type { Lane } from '../database/lane.ts'
import type { LockedTx } from '../database/locks.ts'
import { laneWithin } from '../database/within.ts'
import type { LaneAsker } from '../door/serve.lane.ts'
import type { MarketGuard } from '../market/market.guard.ts'
import { unmetThrough, type EndingGround, type MatchingParts } from './orders.events.ts'
import {
  cancelling,
  expiring,
  filling,
  placing,
  type CancelTerms,
  type EndResult,
  type MatchResult,
} from './orders.lane.ts'
import type { OpenOrders } from './orders.open.ts'
import { hasOtherServers } from './progress.store.ts'
import { findOrderProgress, listOpenAmong, listOrdersOf, type OrderKey } from './orders.store.ts'

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
  const found = inMemory(open, key) ?? (await db.read((tx) => findOrderProgress(tx, key)))
  if (!found) return endInTime(byLane(trading), () => cancelling(asker, id, null, trading))
  const { listing } = found.order
  const through = isOpen(found.order) ? await unmetThrough(trading, found.order, found.through) : found.through
  return endInTime(byLane(trading), () => cancelling(asker, id, { listing, through }, trading))
}

/** An order in memory, and the instant up to which its events have been processed; null if it is not there. */
function inMemory(open: OpenOrders, key: OrderKey) {
  const own = open.find(key)
  return own ? { order: own.order, through: open.throughOf(own) } : null
}

/** Expires an order whose time is over, in time. `through`: its events up to then have been processed. */
export const expire = (trading: TradingParts, order: Order, through: Instant): Promise<Order | Refused> =>
  endInTime(byLane(trading), () => expiring(order, through, trading))

/** Fills an order on one quote event. */
export const fillOn = (trading: TradingParts, order: Order, event: Quote): Promise<MatchResult | Refused> =>
  fillBy(byLane(trading), order, event)

/** The way in which the commands that end an order run: each in the lane, or all within one ordinary write. */
interface Ending {
  readonly ground: EndingGround
  run<Answer>(command: Command<Answer>): Promise<Answer | Refused>
  /** Called with the order after each command. */
  took(order: Order): void
}

const byLane = (trading: TradingParts): Ending => ({
  ground: trading,
  run: (command) => trading.lane.submit(command),
  took: (order) => trading.open.take(order),
})

/** An event of a feed is stored before, so that no fill is without its evidence. */
async function fillBy({ ground, run }: Ending, order: Order, event: Quote): Promise<MatchResult | Refused> {
  const storing = ground.heardEvents.storing(order.listing)
  if (storing) await storing
  return run(filling(order, event, ground.market))
}

/**
 * Ends an order by a command that decides under the lock. If an event has overtaken the end, the order is filled on it
 * by the same command as every fill, and its end is refused.
 */
async function endInTime(way: Ending, ending: () => Command<EndResult>): Promise<Order | Refused> {
  const { run, took } = way
  for (;;) {
    const ended = await run(ending())
    if (isRefused(ended)) return ended
    took(ended.order)
    if (!ended.overtakenBy) return ended.order
    const matched = await fillBy(way, ended.order, ended.overtakenBy)
    if (isRefused(matched)) return matched
    took(matched.order)
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

/** The parts that ending orders within an ordinary write needs. */
export interface EndingParts extends EndingGround {
  readonly open: OpenOrders
}

interface CancelMany extends CancelTerms {
  readonly now: Instant
  /** The orders to cancel among the open ones. */
  readonly which: (order: Order) => boolean
}

/**
 * Cancels open orders of a customer within an ordinary write, each in time: a quote event that fills an order up to the
 * market's clock under the lock fills it. Returns the orders as they ended, cancelled or filled. After the commit the
 * caller takes them out of the open ones.
 */
export async function cancelAllNow(
  tx: LockedTx,
  customer: CustomerId,
  parts: EndingParts,
  { now, which, ...terms }: CancelMany,
): Promise<Order[]> {
  const all = { which: 'open', listing: null, after: null } as const
  const orders = (await listOrdersOf(tx, customer, all, OPEN_ORDERS_MOST + 1)).filter(which)
  const ended = new Map<OrderId, Order>()
  const { submit } = laneWithin(tx, now)
  const { open } = parts
  const ending: Ending = { ground: parts, run: submit, took: (order) => void ended.set(order.id, order) }
  const found = await Promise.all(orders.map(async (order) => inMemory(open, order) ?? findOrderProgress(tx, order)))
  const end = ({ id, listing }: Order, n: number) => {
    const processed = { listing, through: found[n]?.through ?? 0 }
    return endInTime(ending, () => cancelling({ customer }, id, processed, parts, terms))
  }
  await Promise.all(orders.map(end))
  assert(ended.size === orders.length && ![...ended.values()].some(isOpen), 'each order has ended')
  return [...ended.values()]
}
