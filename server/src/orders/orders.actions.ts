import type { ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, type Refused } from '@lonja/core/base/refusal'
import type { Quote } from '@lonja/core/market/market.contract'
import type { FeeTableDay } from '@lonja/core/orders/fees.rules'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import type { Replacement } from '@lonja/core/orders/replacing.contract'
import { isOpen, type Order } from '@lonja/core/orders/orders.rules'
import type { WatchedOrder } from '@lonja/core/orders/sharing.rules'
import type { Command } from '../database/batch.ts'
import type { Db } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import type { LaneAsker } from '../door/serve.lane.ts'
import type { MarketGuard } from '../market/market.guard.ts'
import { beforeEvent, goneThrough, type EndingGround, type MatchingParts } from './orders.events.ts'
import { cancelling, expiring, following, replacing, type CancelTerms, type EndResult } from './ending.lane.ts'
import { besideOthers, claim, submitTo, type ClaimingParts } from './claiming.actions.ts'
import { exitsAmong, groupOf, othersOf, readGroup, watchedIn, type GroupOf } from './group.actions.ts'
import { matching, type Group } from './matching.lane.ts'
import { placing, placingOfRun } from './orders.lane.ts'
import type { OpenOrders } from './orders.open.ts'
import { findOrder, type OrderKey } from './orders.store.ts'
import type { PurseKey } from './purses.store.ts'
import { besideOf, otherSide } from './sides.lane.ts'
import { splitsCarriedOut } from './splits.actions.ts'
import { endingWrite, type EndingWrite } from './write.actions.ts'

/** The parts that trading needs. */
export interface TradingParts extends MatchingParts, ClaimingParts {
  readonly db: Db
  readonly open: OpenOrders
  /** The fee tables of the house with their days. */
  readonly fees: readonly FeeTableDay[]
  /** Nothing is matched while the clocks disagree. */
  readonly guard: Pick<MarketGuard, 'agrees' | 'workedThrough'>
  /** The longest time in milliseconds for which a command waits while a split is carried out. */
  readonly splitWaitMs?: number
}

/** Places an order for a customer. Resolves once it is committed; from then on quotes may fill it. */
export const place = (trading: TradingParts, asker: LaneAsker, ticket: Ticket): Promise<Order | Refused> =>
  placeBy(trading, asker.customer, ticket, () => placing(asker, ticket, trading))

/** Places an order for a run of a strategy. */
export const placeForRun = (trading: TradingParts, run: PurseKey, ticket: Ticket): Promise<Order | Refused> =>
  placeBy(trading, run.customer, ticket, () => placingOfRun(run, ticket, trading))

async function placeBy(
  trading: TradingParts,
  customer: CustomerId,
  ticket: Ticket,
  command: () => Command<Order>,
): Promise<Order | Refused> {
  const { open, doubtful } = trading
  await splitsCarriedOut(trading, ticket.listing)
  try {
    const order = await besideOthers(open, () => submitTo(trading, command()))
    if (!isRefused(order)) open.take(order)
    return order
  } catch (error) {
    doubtful.push({ customer, id: ticket.id })
    throw error
  }
}

/**
 * Cancels an order for a customer, in time: a quote event that fills the order up to the decision fills it, and if that
 * is all of it, the cancel is refused as for any filled order.
 */
export const cancel = (trading: TradingParts, asker: LaneAsker, id: OrderId): Promise<Order | Refused> =>
  endOne(trading, { customer: asker.customer, id }, (group) => cancelling(asker, id, group, trading))

/**
 * Replaces the terms of an order for a customer, in time: up to the decision the old terms are matched. This server fills the
 * order from then on.
 */
export async function replace(
  trading: TradingParts,
  asker: LaneAsker,
  replacement: Replacement,
): Promise<Order | Refused> {
  const key = { customer: asker.customer, id: replacement.id }
  const order = trading.open.find(key)?.order ?? (await trading.db.read((tx) => findOrder(tx, key)))
  if (order && isOpen(order)) await claim(trading, order)
  return endOne(trading, key, (group) => replacing(asker, replacement, group, trading))
}

/** Ends or replaces one order by a command, in time. */
async function endOne(
  trading: TradingParts,
  key: OrderKey,
  command: (group: Group | null) => Command<EndResult>,
): Promise<Order | Refused> {
  const { open, db } = trading
  const way = byLane(trading)
  const held = open.find(key)?.order
  if (held) await splitsCarriedOut(trading, held.listing)
  const known = held && open.find(key)?.order
  if (known) return endInTime(past(trading, way), known, command)
  const stored = await db.read((tx) => findOrder(tx, key))
  if (!stored || !isOpen(stored)) return endInTime(way, stored, command)
  await splitsCarriedOut(trading, stored.listing)
  const order = (await db.read((tx) => findOrder(tx, key))) ?? stored
  return endInTime(past(trading, way), order, command)
}

/** A way on which groups have gone through their events before the lock is taken. */
const past = (trading: TradingParts, way: Way): Way => ({
  ...way,
  group: async (of) => goneThrough(trading, await way.group(of), trading.market.settled()),
  others: async (of) => goneThrough(trading, await way.others(of), trading.market.settled()),
})

/** Expires an order whose time is over, in time. */
export const expire = (trading: TradingParts, order: Order): Promise<Order | Refused> =>
  endInTime(byLane(trading), order, (group) => expiring(order, group ?? { ...order, members: [] }, trading))

/** Matches a customer's orders on one listing and side with a quote event, unless another server has them now. */
export async function matchOn(trading: TradingParts, of: Order, event: Quote): Promise<void> {
  await matchBy(byLane(trading), of, event, (one) => trading.open.find(one) !== undefined)
}

/** The way in which the commands that match and end orders run: each in the lane, or all within one ordinary write. */
interface Way {
  readonly ground: EndingGround & { readonly open: OpenOrders }
  run<Answer>(command: Command<Answer>): Promise<Answer | Refused>
  /** Called with the orders after each command. */
  took(order: Order): void
  /** The open orders of a customer on a listing and side, as they are known now. */
  group(of: GroupOf & OrderKey): Promise<readonly WatchedOrder[]>
  /** Those of the other side. One server fills both. */
  others(of: GroupOf & OrderKey): Promise<readonly WatchedOrder[]>
  /** Claims the orders of a group that another server fills, before an event fills one of them here. */
  claim(of: Order): Promise<unknown>
}

const byLane = (trading: TradingParts): Way => ({
  ground: trading,
  run: (command) => submitTo(trading, command),
  took: (order) => trading.open.take(order),
  group: (of) => groupOf(trading, of, () => readGroup(trading.db, of)),
  others: (of) => othersOf(trading, of, () => trading.db.read((tx) => watchedIn(tx, otherSide(of)))),
  claim: (of) => claim(trading, of),
})

/**
 * Matches a group with an event, and before it each exit of the group's buys that has events of its own to meet. Returns the
 * orders of all of them. An event of a feed is stored before, so that no fill is without its evidence.
 */
async function matchBy(
  way: Way,
  of: Order,
  event: Quote,
  isOurs: (of: Order) => boolean = () => true,
): Promise<readonly Order[] | Refused> {
  const { ground, run, took, group } = way
  const storing = ground.heardEvents.storing(of.listing)
  if (storing) await storing
  const { customer, listing, side } = of
  const before: Order[] = []
  for (let one: Order | undefined = of; one;) {
    const { orders: members, event: earlier } = await beforeEvent(ground, await group(one), event)
    let next = earlier && { exit: one, event: earlier }
    if (!next) {
      const exits = exitsAmong(ground.open, members)
      const result = await run(matching({ customer, listing, side, members, exits }, event, ground))
      if (isRefused(result)) return result
      result.orders.forEach(took)
      // The group was read again, or is another server's by now.
      if (!result.first && (!result.isStale || !isOurs(one))) return [...before, ...result.orders]
      if (!result.first) continue
      next = result.first
    }
    const first = await matchBy(way, next.exit, next.event, isOurs)
    if (isRefused(first)) return first
    before.push(...first)
    // An exit may have ended the buy that stands for its group.
    const ended = new Set(before.filter((order) => !isOpen(order)).map(({ id }) => id))
    one = members.find(({ order }) => !ended.has(order.id) && isOurs(order))?.order
  }
  return before
}

/**
 * Ends or replaces an order by a command that decides under the lock. If an event has overtaken it, the group is matched
 * on the event first, by the same command as always. An order that this fills whole is refused.
 */
async function endInTime(
  way: Way,
  of: Order | null,
  ending: (group: Group | null) => Command<EndResult>,
): Promise<Order | Refused> {
  const { run, took } = way
  for (let order = of; ;) {
    // Both sides as of one moment: a round may go on in between.
    const [members, others] =
      order && isOpen(order) ? await Promise.all([way.group(order), way.others(order)]) : [[], []]
    const ended = await run(ending(order && { ...order, members, beside: besideOf(members, others) }))
    if (isRefused(ended)) return ended
    took(ended.order)
    ended.stale.forEach(took)
    order = ended.order
    if (ended.stale.length > 0) continue
    if (!ended.overtakenBy) return ended.order
    const { of: first, event } = ended.overtakenBy
    await way.claim(first)
    const matched = await matchBy(way, first, event)
    if (isRefused(matched)) return matched
    order = matched.find(({ id }) => id === ended.order.id) ?? order
  }
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
export const cancelAllNow = (
  tx: LockedTx,
  customer: CustomerId,
  parts: EndingParts,
  { now, ...which }: CancelMany,
): Promise<Order[]> => cancelAllIn(endingWrite(tx, customer, now), customer, parts, which)

export async function cancelAllIn(
  write: EndingWrite,
  customer: CustomerId,
  parts: EndingParts,
  { which, ...terms }: Omit<CancelMany, 'now'>,
): Promise<Order[]> {
  const by = (order: Order, group: Group | null) => cancelling({ customer }, order.id, group, parts, terms)
  // An event may have filled a buy that stays, which has placed an exit then that is to end.
  const followed = await endManyIn(write, parts, {
    which: (order) => !which(order) && Boolean(order.conditions?.exits) && which({ ...order, side: 'sell' }),
    by: (order, group) => following(order, group ?? { ...order, members: [] }, parts),
  })
  const results = await endManyIn(write, parts, { which, by })
  const isLeft = (order: Order): boolean => isOpen(order) && which(order)
  // An event that filled a buy before it ended has placed its exit. An exit places nothing.
  const exits = results.some(isLeft) ? await endManyIn(write, parts, { which, by }) : []
  const all = new Map([...followed, ...results, ...exits].map((order) => [order.id, order]))
  assert(![...all.values()].some(isLeft), 'each order has ended')
  return [...all.values()]
}

interface EndMany extends Pick<CancelMany, 'which'> {
  readonly by: (order: Order, group: Group | null) => Command<EndResult>
}

/**
 * Ends or replaces open orders of a customer, each by a command, within an ordinary write and in time. Returns them and
 * those of their groups as they are then. After the commit the caller takes them in.
 */
export const endManyNow = (
  tx: LockedTx,
  customer: CustomerId,
  parts: EndingParts,
  { now, ...ending }: EndMany & Pick<CancelMany, 'now'>,
): Promise<Order[]> => endManyIn(endingWrite(tx, customer, now), parts, ending)

async function endManyIn(write: EndingWrite, parts: EndingParts, { which, by }: EndMany): Promise<Order[]> {
  const orders = (await write.openOrders()).filter(which)
  const ended = new Map<OrderId, Order>()
  // Memory hears of this write after its commit, so a group in which it has changed an order is read again.
  const hasChanged = ({ listing, side }: GroupOf): boolean =>
    [...ended.values()].some((order) => order.listing === listing && order.side === side)
  const { now, heldAt } = parts.market
  // Rows do not follow the market: a stop of theirs is taken through the events since, before it meets one.
  const read = async (of: GroupOf) => goneThrough(parts, await write.group(of), Math.min(now(), heldAt(of.listing)))
  const way: Way = {
    ground: parts,
    run: write.submit,
    took: (order) => void ended.set(order.id, order),
    group: (of) => (hasChanged(of) ? read(of) : groupOf(parts, of, () => read(of))),
    others: (of) => (hasChanged(otherSide(of)) ? read(otherSide(of)) : othersOf(parts, of, () => read(otherSide(of)))),
    // The command line ends orders too, and it is no server.
    claim: () => Promise.resolve(),
  }
  // One event may fill several orders of a listing: two commands at once would each fill them.
  const listings = [...new Set(orders.map(({ listing }) => listing))]
  const endThoseOf = async (listing: ListingId): Promise<void> => {
    for (const order of orders.filter((one) => one.listing === listing))
      await endInTime(way, order, (group) => by(order, group))
  }
  await Promise.all(listings.map(endThoseOf))
  return [...ended.values()]
}
