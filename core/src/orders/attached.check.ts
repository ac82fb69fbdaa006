import { maxOf } from '../base/amount.ts'
import { NO_SUMS } from './amounts.check.ts'
import type { CheckLot } from './lots.check.ts'
import { end, holdAnew, isOpen, open, type CheckOrder, type Running } from './state.check.ts'
import type { Tick } from './tickets.check.ts'

/* Exits attached to buys of the model. Written from `docs/MONEY.md`, "An exit attached to a buy". */

/** No stop follows a lower price. */
const LEAST = 2n

/** Places the exit of a buy for a lot that it has just bought, or makes the open one larger by that lot. */
export function protect(model: Running, buy: CheckOrder, lot: CheckLot, tick: Tick): void {
  if (buy.exits === null) return
  const before = buy.exitOrder === null ? undefined : model.orders.get(buy.exitOrder)
  // The customer has taken it away.
  if (before?.reason === 'by_customer') return
  lot.guarded = lot.left
  if (before && isOpen(before)) grow(model, before, lot.left)
  else place(model, buy, lot.left, tick)
}

/** It keeps its place, and waits for all of its shares. */
function grow(model: Running, exit: CheckOrder, more: bigint): void {
  exit.shares += more
  exit.changes += 1
  holdAnew(model, exit, new Map([[exit.listing, exit.shares - exit.filled]]))
}

/** It meets the events after that of the fill. */
function place(model: Running, buy: CheckOrder, shares: bigint, { at, bid, ask }: Tick): void {
  const { customer, listing, exits } = buy
  const { stop = null, trailBps = null, profit = null } = exits ?? {}
  const hasStop = stop !== null || trailBps !== null
  const exit: CheckOrder = {
    customer, id: model.exitId(buy.id, at), listing, side: 'sell', shares, timeInForce: 'gtc', leverage: 1n,
    exit: true, lot: null, exits: null, exitOrder: null, ofBuy: buy.id, isOfHouse: false,
    limit: hasStop ? null : profit, stop, trail: null, trailBps, profit: hasStop ? profit : null, worst: null,
    best: trailBps === null ? null : maxOf(bid > 0n ? bid : ask, LEAST),
    placedAt: at, opensAt: null, endsAt: null, rank: at, changes: 0, trigger: null,
    hold: new Map(), filled: 0n, sums: NO_SUMS, fills: [], state: 'working', reason: null,
  } // prettier-ignore
  buy.exitOrder = exit.id
  model.attached.push(exit)
  open(model, exit, new Map([[listing, shares]]))
}

/** Ends the rest of the buy whose exit an event has reached. */
export function endBuyOf(model: Running, { ofBuy, trigger, filled }: CheckOrder): void {
  const buy = ofBuy === null ? undefined : model.orders.get(ofBuy)
  const isReached = trigger !== null || filled > 0n
  if (buy && isReached && isOpen(buy)) end(model, buy, 'cancelled', 'exit_reached')
}
