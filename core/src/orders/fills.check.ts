import { currencyFor, maxOf, minOf, otherCurrency, venueOf, type Asset } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { add, bought, sold } from './amounts.check.ts'
import { endBuyOf, protect } from './attached.check.ts'
import { closeLots, lotName, lotsIn, pay, payDebts, type CheckLot, type SellType } from './lots.check.ts'
import { accountOf, end, isOpen, type CheckOrder, type Running } from './state.check.ts'
import { isReached, priceOf, stopAt, waitsForStop, type Tick } from './tickets.check.ts'

/* The effects of quote events, and of the end of sessions, on the orders of the model. */

/**
 * Does to the orders that it concerns what an event does: oldest first, out of one quarter of its size, and exits ahead of
 * their buys.
 */
export function meet(model: Running, tick: Tick, concerns: (order: CheckOrder) => boolean): void {
  const met = [...model.open].filter(
    (order) =>
      order.listing === tick.listing &&
      concerns(order) &&
      tick.at > maxNumber(order.placedAt, order.opensAt ?? 0) &&
      (order.endsAt === null || tick.at <= order.endsAt),
  )
  const oldestFirst = met.toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))
  for (const side of ['sell', 'buy'] as const) {
    for (const order of oldestFirst) {
      if (order.side !== side || !isOpen(order)) continue
      meetOne(model, order, tick)
      endBuyOf(model, order)
    }
  }
}

const maxNumber = (a: number, b: number): number => (a > b ? a : b)

function meetOne(model: Running, order: CheckOrder, tick: Tick): void {
  const { side } = order
  if (waitsForStop(order) && !order.trigger) {
    const stop = stopAt(side, order, order.best)
    const isProfit = order.profit !== null && tick.bid > 0n && tick.bid >= order.profit
    if (!isProfit && isReached(side, stop, tick)) {
      order.trigger = { tick, stop, best: order.best }
      model.changed.add(order.customer)
    } else if (order.best !== null && priceOf(side, tick) > 0n) {
      order.best = side === 'buy' ? minOf(order.best, tick.ask) : maxOf(order.best, tick.bid)
    }
    if (isProfit) fill(model, order, tick)
    return
  }
  const { timeInForce } = order
  if (isGood(order, tick)) fill(model, order, tick)
  const isOnce = timeInForce === 'ioc' || timeInForce === 'fok' || timeInForce === 'open'
  if (isOnce && isOpen(order)) end(model, order, 'expired', timeInForce === 'open' ? 'auction_over' : 'not_at_once')
}

const isGood = ({ side, worst, limit }: CheckOrder, tick: Tick): boolean => {
  const price = priceOf(side, tick)
  return price > 0n && (side === 'buy' ? price <= (worst ?? 0n) : price >= (limit ?? 0n))
}

/** The shares that are left of an event's quarter for a customer's orders on the listing and side. */
function roomLeft(model: Running, { customer, listing, side }: CheckOrder, tick: Tick) {
  const key = `${customer} ${listing} ${side}`
  const size = side === 'buy' ? tick.askSize : tick.bidSize
  const quarter = size > 0n ? maxOf(size / 4n, 1n) : 0n
  const known = model.taken.get(key)
  const atTick = known?.at === tick.at ? known : { at: tick.at, shares: 0n }
  model.taken.set(key, atTick)
  return { room: quarter - atTick.shares, atTick }
}

function fill(model: Running, order: CheckOrder, tick: Tick): void {
  const { room, atTick } = roomLeft(model, order, tick)
  const rest = order.shares - order.filled
  const shares = order.timeInForce === 'fok' && room < rest ? 0n : minOf(rest, room)
  if (shares === 0n) return
  const isFilled = order.side === 'buy' ? buy(model, order, tick, shares) : sell(model, order, tick, shares)
  if (!isFilled) return
  atTick.shares += shares
  order.filled += shares
  model.changed.add(order.customer)
  if (order.filled === order.shares) end(model, order, 'filled', null)
  else order.state = 'part_filled'
}

function buy(model: Running, order: CheckOrder, tick: Tick, shares: bigint): boolean {
  const { listing, hold, sums: before } = order
  const rate = model.market.rateAt(tick.at)
  const result = bought(listing, hold, before, { price: tick.ask, shares, rate, leverage: order.leverage })
  if (!result) return false
  const { sums, missing } = result
  const account = accountOf(model, order.customer)
  const [own, other] = [currencyFor(listing), otherCurrency(currencyFor(listing))]
  const [cost, fee] = [sums.cost - before.cost, sums.fee - before.fee]
  const [paid, markup] = [sums.paid - before.paid, sums.markup - before.markup]
  const due = sums.own - before.own
  const financed = cost + fee - due
  const out: readonly (readonly [Asset, bigint])[] = [
    [own, due - missing],
    [other, paid + markup],
  ]
  for (const [asset, units] of out) {
    if (units === 0n) continue
    add(account.held, asset, -units)
    add(hold, asset, -units)
  }
  add(account.free, listing, shares)
  const name = lotName(order.id, order.fills.length + 1)
  const rest = { left: shares, costLeft: cost + fee, financedLeft: financed, reserved: 0n, guarded: 0n }
  const lot: CheckLot = { name, buy: order.id, openedAt: tick.at, ...rest }
  account.lots.set(listing, [...lotsIn(account, listing), lot])
  order.sums = sums
  order.fills.push({ at: tick.at, price: tick.ask, shares, cost, fee, paid, markup, realised: null, financed })
  protect(model, order, lot, tick)
  return true
}

function sell(model: Running, order: CheckOrder, tick: Tick, shares: bigint): boolean {
  const { listing, sums: before } = order
  const sums = sold(before, { price: tick.bid, shares })
  const account = accountOf(model, order.customer)
  const [cost, fee] = [sums.cost - before.cost, sums.fee - before.fee]
  const closed = closeLots(account, listing, { lot: order.lot, ofBuy: order.ofBuy, shares, type: sellType(order) })
  const realised = cost - fee - closed.cost
  add(account.held, listing, -shares)
  add(order.hold, listing, -shares)
  add(account.free, currencyFor(listing), cost - fee)
  pay(account, currencyFor(listing), closed.repaid)
  payDebts(account)
  order.sums = sums
  const financed = -closed.repaid
  order.fills.push({ at: tick.at, price: tick.bid, shares, cost, fee, paid: 0n, markup: 0n, realised, financed })
  return true
}

function sellType({ isOfHouse, exit, trigger }: CheckOrder): SellType {
  if (isOfHouse) return 'close_out'
  if (!exit) return 'customer'
  return trigger ? 'stop_loss' : 'take_profit'
}

/** Orders at the close fill on the last event of their session, which is known once the session is over. */
export function closings(model: Running, now: Instant): void {
  const over = [...model.open].filter(
    ({ timeInForce, endsAt }) => timeInForce === 'close' && endsAt !== null && endsAt < now,
  )
  for (const [listing, endsAt] of new Map(over.map((order) => [order.listing, order.endsAt ?? 0]))) {
    const last = model.market.tickAt(listing, endsAt)
    const isDue = (order: CheckOrder): boolean =>
      order.timeInForce === 'close' && order.endsAt === endsAt && !order.fills.some(({ at }) => at === last?.at)
    if (last) meet(model, last, isDue)
  }
}

/** An order expires after its last instant, or once the market is closed for good. */
export function expireOne(model: Running, order: CheckOrder, now: Instant): void {
  const isOver = order.endsAt !== null && now > order.endsAt
  if (!isOver && model.market.session(venueOf(order.listing), now) !== null) return
  const last = model.market.tickAt(order.listing, order.endsAt ?? now)?.at ?? -Infinity
  const from = order.trigger?.tick.at ?? maxNumber(order.opensAt ?? 0, order.placedAt)
  const atMarket = order.limit === null && (!waitsForStop(order) || order.trigger !== null)
  const isBeyond = order.side === 'buy' && atMarket && order.filled === 0n && last > from
  const reason = order.opensAt === null ? 'end_of_day' : 'auction_over'
  end(model, order, 'expired', isBeyond ? 'beyond_collar' : isOver ? reason : 'market_closed_for_good')
}
