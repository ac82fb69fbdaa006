import { cents, wholeShares } from '../base/amount.ts'
import type { RunId } from '../base/ids.ts'
import { aCustomer } from '../base/ids.testing.ts'
import { event, NOW } from '../orders/orders.testing.ts'
import { buy, type Strategy } from './events.ts'
import { bookAtStart, standingOf, type RunBook } from './passing.rules.ts'
import { BEGUN, type RunTerms } from './running.rules.ts'
import type { HearingFacts, HearingRun } from './hearing.rules.ts'

/** A run of 1,000.00 dollars that may lose 100.00 and have 600.00 in its position. */
export const terms: RunTerms = {
  id: 'run' as RunId,
  customer: aCustomer('c'),
  listing: 'XNYS:ABC',
  strategy: 'always',
  version: 1,
  parameters: {},
  budget: cents(1_000_00n),
  lossStop: cents(100_00n),
  most: cents(600_00n),
}

/** A strategy that asks for ten shares at each event, and counts the events. */
export const always: Strategy<number> = {
  id: 'always',
  version: 1,
  name: 'always',
  intraday: false,
  parameters: {},
  warmUp: () => 0,
  begin: () => 0,
  onBar: (count) => buy(count + 1, 10),
  onQuote: (count) => buy(count + 1, 10),
}

/** A book with some of its figures in cents and whole shares. */
export const bookWith = (
  changes: Partial<Record<'free' | 'held' | 'costLeft' | 'shares' | 'buying' | 'selling', bigint>>,
): RunBook => {
  const { free = 1_000_00n, held = 0n, costLeft = 0n, shares = 0n, buying = 0n, selling = 0n } = changes
  return {
    ...bookAtStart(terms),
    free: cents(free),
    held: cents(held),
    costLeft: cents(costLeft),
    shares: wholeShares(shares),
    buying: wholeShares(buying),
    selling: wholeShares(selling),
  }
}

/** A bid of 10.00 and an ask of 10.02. */
export const quoteNow = event(0, 1_000n, 1_002n)

export const runWith = (changes: Partial<HearingRun> = {}, book: RunBook = bookAtStart(terms)): HearingRun => ({
  strategy: always,
  setup: { parameters: {} },
  terms,
  phase: BEGUN,
  memory: 0,
  standing: standingOf(book, terms),
  ...changes,
})

export const facts: HearingFacts = {
  marketNow: NOW,
  wallAt: NOW,
  bid: Number(quoteNow.bid),
  quote: () => quoteNow,
  feeTable: 2,
}
