import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { isRefused } from '@lonja/core/base/refusal'
import type { Instant } from '@lonja/core/base/instant'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import type { Hearing } from '@lonja/core/strategies/hearing.rules'
import { decideStep, isHistory } from '@lonja/core/strategies/running.rules'
import { writeFor, type LockedTx } from '../database/locks.ts'
import { placeForRun, type TradingParts } from '../orders/orders.actions.ts'
import { findPurse } from '../orders/purses.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { memoryOf, refreshed, type LiveRun } from './live.actions.ts'
import { endIfDone, endOrdersOf } from './runs.actions.ts'
import { saveMemory, savePhase, savePlaced, saveStep, type StoredTicket } from './runs.store.ts'

/*
 * The effect of an event on a live run. It is stored first, with the strategy's state and the orders that follow from it; then
 * these are placed, under ids that follow from the event. So a server that ends in between leaves orders to place and never an
 * event to decide again.
 */

export type SteppingParts = TradingParts & { readonly market: Market }

/** Stores an effect. Null if the run or its purse has changed since the decision, which must then be made again. */
export async function storeEffect(
  parts: SteppingParts,
  live: LiveRun,
  { stop, cancels, tickets }: Hearing,
  now: Instant,
): Promise<readonly Order[] | null> {
  const { customer } = live.row
  return writeFor(parts.db, customer, async (tx) => {
    const known = await refreshed(tx, live)
    if (!known || known.purse.changes !== live.purse.changes) return null
    const orders = cancels ? await endOrdersOf(tx, parts, known.row, now) : []
    let row = known.row
    const phase = stop === null ? null : decideStep(row, { act: 'stop', reason: stop })
    if (phase && !isRefused(phase)) {
      await savePhase(tx, row, phase)
      row = { ...row, ...phase, steps: row.steps + 1 }
    }
    const waiting = cancels ? await sellsOfAll(tx, live, tickets) : tickets
    await saveStep(tx, row, { ...memoryOf(live), ...live.course, tickets: waiting.map(stored) })
    row = { ...row, steps: row.steps + 1 }
    if (waiting.length === 0) await endIfDone(tx, parts, withCourse(row, live), now)
    return orders
  })
}

const withCourse = (row: LiveRun['row'], { course }: LiveRun): LiveRun['row'] => ({ ...row, ...course })

/** The sells of a run whose orders have just ended: exactly the shares that it has then. */
async function sellsOfAll(tx: LockedTx, { row }: LiveRun, tickets: readonly Ticket[]): Promise<Ticket[]> {
  const purse = await findPurse(tx, row)
  if (!purse || purse.shares === 0n) return []
  return tickets.map((ticket) => (ticket.side === 'sell' ? { ...ticket, shares: purse.shares } : ticket))
}

const stored = ({ id, side, shares, limit }: Ticket): StoredTicket => ({
  id,
  side,
  shares: String(shares),
  limit: limit === null ? null : String(limit),
})

const ticketOf = ({ purse }: LiveRun, { id, side, shares, limit }: StoredTicket): Ticket => ({
  id,
  listing: purse.listing,
  side,
  shares: wholeShares(BigInt(shares)),
  limit: limit === null ? null : priceE4(BigInt(limit)),
  timeInForce: 'day',
})

/** Places the orders of a run's last step, each once. Orders of an event that has become history are dropped. */
export async function placeWaiting(parts: SteppingParts, live: LiveRun): Promise<void> {
  const { row } = live
  const refusals: Record<string, number> = { ...row.refusals }
  const isLate = isHistory(Math.max(row.barsThrough, row.quotesThrough), parts.market.now())
  for (const ticket of isLate ? [] : row.tickets) {
    const order = await placeForRun(parts, row, ticketOf(live, ticket))
    if (isRefused(order)) refusals[order.refused] = (refusals[order.refused] ?? 0) + 1
  }
  await writeFor(parts.db, row.customer, (tx) => savePlaced(tx, row, refusals))
}

/** Ends a run that has nothing left to sell. */
export const endStopping = (parts: SteppingParts, live: LiveRun, now: Instant): Promise<unknown> =>
  writeFor(parts.db, live.row.customer, async (tx) => {
    const known = await refreshed(tx, live)
    return known && endIfDone(tx, parts, withCourse(known.row, live), now)
  })

/** Stores what a run has heard, and the course of its value. */
export const storeHeard = (parts: SteppingParts, live: LiveRun): Promise<void> =>
  writeFor(parts.db, live.row.customer, (tx) => saveMemory(tx, live.row, { ...memoryOf(live), ...live.course }))
