import { cents, isCurrency, wholeShares, type Asset } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { RunId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { holdLine, releaseLine, type Line } from '@lonja/core/ledger/ledger.rules'
import { runOf, type Order } from '@lonja/core/orders/orders.rules'
import type { WatchedOrder } from '@lonja/core/orders/sharing.rules'
import { need, type Book, type NeededValue } from '../database/book.ts'
import { post, type OrderChange } from '../ledger/ledger.actions.ts'
import { purses, type Purse } from './purses.store.ts'

/*
 * The postings of orders. An order of a run trades with the run's purse: what it holds comes out of the purse, and what becomes
 * free of it goes back, in the same command. So it never changes what is free to its customer.
 */

/** The reads that the postings of some orders need. */
export const needPurses = (customer: Order['customer'], members: readonly WatchedOrder[]): NeededValue[] => {
  const runs = new Set<RunId>()
  for (const { order } of members) {
    const run = runOf(order)
    if (run !== null) runs.add(run)
  }
  return [...runs].map((id) => need(purses, { customer, id }))
}

/** The lines of an order's posting, with the instant and the change of the number of open orders. */
interface OrderPosting {
  readonly lines: readonly Line[]
  readonly at: Instant
  readonly opened?: OrderChange
}

/** Puts a posting of an order into the book. */
export function postOf(book: Book, order: Order, { lines, at, opened = 0 }: OrderPosting): void {
  const { customer, id } = order
  const posting = { customer, cause: { kind: 'order', id }, at, lines } as const
  const run = runOf(order)
  if (run === null) return post(book, posting, opened)
  const purse = book.on(purses).find({ customer, id: run })
  assert(purse !== undefined, 'a run with open orders has its purse')
  const freed = sumsOf(lines, ({ free }) => free)
  const ofRun = { customer, cause: { kind: 'run', id: run }, at } as const
  const taking = freed
    .filter(({ units }) => units < 0n)
    .map(({ asset, units }) => releaseLine({ asset, units: -units }))
  const giving = freed.filter(({ units }) => units > 0n).map(holdLine)
  // An amount that goes from the purse to its order is never free in between, so it pays no debt.
  if (taking.length > 0) post(book, { ...ofRun, lines: taking }, 0, 'kept')
  post(book, posting, opened, 'kept')
  if (giving.length > 0) post(book, { ...ofRun, lines: giving }, 0, 'kept')
  const heldMore = sumsOf(lines, ({ held }) => held)
  book.on(purses).put(purseAfter(purse, freed, heldMore))
}

interface Units {
  readonly asset: Asset
  readonly units: bigint
}

function sumsOf(lines: readonly Line[], unitsIn: (line: Line) => bigint): Units[] {
  const sums = new Map<Asset, bigint>()
  for (const line of lines) sums.set(line.asset, (sums.get(line.asset) ?? 0n) + unitsIn(line))
  return [...sums].map(([asset, units]) => ({ asset, units }))
}

function purseAfter(purse: Purse, freed: readonly Units[], heldMore: readonly Units[]): Purse {
  const sumOf = (all: readonly Units[], isCash: boolean): bigint =>
    all.reduce((sum, { asset, units }) => (isCurrency(asset) === isCash ? sum + units : sum), 0n)
  return {
    ...purse,
    cash: cents(purse.cash + sumOf(freed, true)),
    shares: wholeShares(purse.shares + sumOf(freed, false)),
    cashHeld: cents(purse.cashHeld + sumOf(heldMore, true)),
    sharesHeld: wholeShares(purse.sharesHeld + sumOf(heldMore, false)),
    changes: purse.changes + 1,
  }
}
