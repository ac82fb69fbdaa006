import { expect, test } from 'vitest'
import { cents } from '../base/amount.ts'
import { MINUTE } from '../base/instant.ts'
import { isRefused } from '../base/refusal.ts'
import {
  bookOf,
  cancelOrders,
  expireOrders,
  meetQuote,
  openAccount,
  placeTicket,
  type Account,
} from './account.rules.ts'
import type { Fill } from '../orders/fills.rules.ts'
import { allIn, backtested, walkOf } from './backtest.testing.ts'
import { decideParameters, type Json, type Parameters, type Strategy } from './events.ts'
import { STRATEGIES } from './listed.ts'
import { standingOf } from './passing.rules.ts'
import { BEGUN, decideStep, type RunAct, type RunPhase, type RunTerms } from './running.rules.ts'
import { quoteAt, type Minutes } from './simulation.rules.ts'
import { hearTick, type TickingRun } from './ticks.rules.ts'

/*
 * A live run on a replay beside its backtest. The server's part is played here: it fills what waits, lets the run hear the
 * tick until nothing is new, carries each effect out, and stores the run as text between two ticks.
 */

const phaseAfter = (phase: RunPhase, act: RunAct): RunPhase => {
  const next = decideStep(phase, act)
  if (isRefused(next)) throw new Error(next.refused)
  return next
}

interface LiveRun {
  readonly account: Account
  ticking: TickingRun
}

/** One tick of the server. `lateMs` is the time from an event to its decision. */
function pass(live: LiveRun, minutes: Minutes, n: number, lateMs: number): void {
  const { account } = live
  const at = minutes.at[n] ?? 0
  const quote = quoteAt(minutes, n)
  const session = minutes.sessions.find(({ close }) => at <= close)
  if (!session) throw new Error('no session')
  if (quote && quote.bid > 0n) meetQuote(account, quote)
  expireOrders(account, at, at)
  const tick = {
    bars: minutes,
    quotes: { ...minutes, last: minutes.close },
    sessionOf: () => session,
    marketNow: at + lateMs,
    wallTimeOf: (instant: number) => instant,
    feeTable: 2 as const,
  }
  for (;;) {
    const { run } = live.ticking
    const standing = standingOf(bookOf(account), run.terms)
    const memory = JSON.parse(JSON.stringify(run.memory)) as Json
    const [step] = hearTick([{ ...live.ticking, row: n, run: { ...run, memory, standing } }], tick)
    if (!step) return
    const { effect } = step
    let { phase } = run
    if (effect?.stop) phase = phaseAfter(phase, { act: 'stop', reason: effect.stop })
    if (effect?.cancels) cancelOrders(account, at)
    for (const ticket of effect?.tickets ?? [])
      placeTicket(account, ticket, { marketNow: at, quote, session, sessionAfter: () => null })
    const isOver = account.orders.length === 0 && (!phase.sells || bookOf(account).shares === 0n)
    if (phase.state === 'stopping' && isOver) phase = phaseAfter(phase, { act: 'end' })
    live.ticking = { ...step.ticking, run: { ...step.ticking.run, phase } }
  }
}

function replayed(strategy: Strategy, terms: RunTerms, minutes: Minutes, lateMs = 0): LiveRun {
  const setup = { parameters: terms.parameters }
  const account = openAccount(terms, 2)
  const standing = standingOf(bookOf(account), terms)
  const run = { strategy, setup, terms, phase: BEGUN, memory: strategy.begin(setup), standing }
  const live: LiveRun = { account, ticking: { row: 0, run, barsThrough: 0, quotesThrough: 0 } }
  for (let n = 0; n < minutes.at.length; n++) pass(live, minutes, n, lateMs)
  return live
}

const cases = STRATEGIES.flatMap((strategy) =>
  [10_000_00n, 5_00n].map((lossStop) => [strategy.id, lossStop, strategy] as const),
)

test.each(cases)('%s has the fills of its backtest, with a loss stop at %d', (_id, lossStop, strategy) => {
  const least = Object.entries(strategy.parameters).map(([name, each]) => [name, each.least])
  const parameters = decideParameters(strategy, Object.fromEntries(least) as Parameters) as Parameters
  const terms = { ...allIn, parameters, lossStop: cents(lossStop) }
  const minutes = walkOf(21, 5)
  const { result } = backtested({ strategy, minutes, run: terms })
  const live = replayed(strategy, terms, minutes)
  const linesOf = (fills: readonly Fill[]): string[] =>
    fills.map(({ order, quote, side, shares, price, fee }) => `${order} ${quote.at} ${side} ${shares} ${price} ${fee}`)
  expect(linesOf(live.account.fills)).toEqual(linesOf(result.own.fills))
  expect(live.ticking.run.phase).toEqual(result.phase)
  expect(result.phase.state).toBe(lossStop === terms.budget ? 'running' : 'stopped')
  expect(result.own.fills.length).toBeGreaterThan(1)
})

test('decisions that came after the next minute place nothing', () => {
  const [strategy] = STRATEGIES
  if (!strategy) throw new Error('no strategy')
  const terms = { ...allIn, parameters: decideParameters(strategy, {}) as Parameters }
  expect(replayed(strategy, terms, walkOf(21, 5), MINUTE).account.fills).toEqual([])
  expect(replayed(strategy, terms, walkOf(21, 5), MINUTE - 1).account.fills).not.toEqual([])
})
