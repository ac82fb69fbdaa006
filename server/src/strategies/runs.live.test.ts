import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, eur, priceE4 } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { RunId } from '@lonja/core/base/ids'
import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { DAY_MS } from '@lonja/core/calendar/days'
import { backtestSteps, type BacktestResult } from '@lonja/core/strategies/backtest.rules'
import { walkOf } from '@lonja/core/strategies/backtest.testing'
import type { Strategy } from '@lonja/core/strategies/events'
import { findStrategy } from '@lonja/core/strategies/listed'
import { saveOwnStrategy, startOwnRun } from '@lonja/core/strategies/own.contract'
import { OWN_EXAMPLES } from '@lonja/core/strategies/own.examples'
import { startRun } from '@lonja/core/strategies/runs.contract'
import { historyFrom, type Minutes } from '@lonja/core/strategies/simulation.rules'
import { openLog } from '../base/log.ts'
import { ESP, START } from '../orders/orders.testing.ts'
import { listFillsOf } from '../orders/fills.store.ts'
import { listOrdersOf } from '../orders/orders.store.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { roundsWith } from '../testing/runs.ts'
import { ownStrategy } from './own.strategy.ts'
import { openRuns, type RunServer } from './runs.jobs.ts'
import { ownInPlace, watched } from './sandbox.testing.ts'
import { loadSandbox, openSandbox } from './sandbox.ts'
import { ownForm, ownRunForm, runForm } from './strategies.testing.ts'

const LENGTH = 90
const SESSIONS = 3
const HISTORY = 1

/** The minutes of a walk in sessions of the days around the start: one before it, and two after. */
const opens: readonly Instant[] = Array.from({ length: SESSIONS }, (_session, n) => START + (n - HISTORY) * DAY_MS)
const walk = walkOf(25, SESSIONS, LENGTH)
const minutes: Minutes = {
  ...walk,
  listing: ESP,
  at: opens.flatMap((open) => Array.from({ length: LENGTH }, (_minute, n) => open + (n + 1) * MINUTE)),
  sessions: opens.map((open) => ({
    venue: 'XMAD',
    day: new Date(open).toISOString().slice(0, 10) as never,
    open,
    close: open + LENGTH * MINUTE,
  })),
}

let house: TestHouse
let server: RunServer
const thread = watched(ownInPlace)
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(10_000_00n), start: START })
  house.script.sessions = [...minutes.sessions, { open: START + 3 * DAY_MS, close: START + 3 * DAY_MS + HOUR }]
  house.script.candles = (_listing, _interval, { from, to, most }, until) => {
    const rows = Array.from(minutes.at, (at, n) => ({ start: at - MINUTE, n }))
      .filter(({ start }) => start >= from && start < to && start <= until)
      .slice(-most)
    const price = (column: ArrayLike<number>) => rows.map(({ n }) => priceE4(BigInt(column[n] ?? 0)))
    return {
      at: rows.map(({ start }) => start),
      open: price(minutes.open),
      high: price(minutes.high),
      low: price(minutes.low),
      close: price(minutes.close),
      volume: rows.map(({ n }) => BigInt(minutes.volume[n] ?? 0)),
    }
  }
  for (let n = 0; n < HISTORY * LENGTH; n++) sayMinute(n)
  server = openRuns({ ...house, isOn: true, startOwn: thread.start }, openLog('silent'))
})
afterAll(() => house.close())

/** Says the quote of a minute, if it has one. */
function sayMinute(n: number): void {
  const price = (column: ArrayLike<number>): bigint => BigInt(column[n] ?? 0) / 100n
  const size = BigInt(minutes.bidSize[n] ?? 0)
  if (minutes.bid[n]) house.script.say(ESP, minutes.at[n] ?? 0, price(minutes.bid), price(minutes.ask), size)
}

/** Goes through a minute: its quote fills what waits, then the runs hear it. */
async function passMinute(n: number): Promise<void> {
  house.clock.set(minutes.at[n] ?? 0)
  sayMinute(n)
  await house.engine.sweep()
  await roundsWith(server, thread)
}

const CASES = [
  ['opening_range', { rangeMinutes: 30, targetTenths: 20 }],
  ['vwap_reversion', { waitMinutes: 10, entryBps: 20, stopBps: 100 }],
  ['grid', { levels: 5, distanceBps: 30 }],
  ['momentum', { spanMinutes: 5, spans: 2, entryBps: 0 }],
  ['mean_reversion', { spanMinutes: 5, spans: 5, deviationTenths: 10 }],
  ['trained_model', { entryTenths: 5 }],
] as const

function listed(id: string): Strategy {
  const strategy = findStrategy(id, 1)
  assert(strategy !== null, 'it is listed')
  return strategy
}

/** Texts whose bars are short enough for the walk. */
const TEXTS = [
  ['below the mean', OWN_EXAMPLES.below_mean.replace("'15m'", "'5m'").replaceAll('20', '6')],
  ['above the first range', OWN_EXAMPLES.first_range.replace('left > 60', 'left > 20')],
  ['with limits', OWN_EXAMPLES.limit_at_bid.replace('low * 1.001', 'mean').replace(/bid \}\)$/m, 'ask })')],
] as const

async function ofText(text: string): Promise<Strategy> {
  const sandbox = openSandbox(await loadSandbox(), text)
  assert(!('diagnostics' in sandbox), 'it compiles')
  return ownStrategy(sandbox, 1)
}

function backtestOf(strategy: Strategy, parameters: Readonly<Record<string, number>>): BacktestResult {
  const first = HISTORY * LENGTH
  const from = historyFrom(minutes, first, strategy, parameters)
  const cut = (column: ArrayLike<number>) => Array.from(column).slice(from)
  const own = {
    ...minutes,
    at: cut(minutes.at),
    open: cut(minutes.open),
    high: cut(minutes.high),
    low: cut(minutes.low),
    close: cut(minutes.close),
    volume: cut(minutes.volume),
    bid: cut(minutes.bid),
    ask: cut(minutes.ask),
    bidSize: cut(minutes.bidSize),
    askSize: cut(minutes.askSize),
  }
  const amount = cents(1_000_00n)
  const run = {
    id: 'run' as RunId,
    customer: 'who' as never,
    listing: ESP,
    strategy: strategy.id,
    version: 1,
    parameters,
    budget: amount,
    most: amount,
    lossStop: amount,
  }
  const steps = backtestSteps({ strategy, run, minutes: own, history: first - from, feeTable: 2 })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** A run of a strategy with 1,000.00. */
interface Case {
  readonly who: TestCustomer
  readonly name: string
  readonly strategy: Strategy
  readonly parameters: Readonly<Record<string, number>>
}
const AMOUNTS = { budget: '1000.00', most: '1000.00', lossStop: '1000.00' }

async function begin([id, parameters]: (typeof CASES)[number]): Promise<Case> {
  const who = await house.customer()
  const chosen = Object.entries(parameters).map(([name, value]) => ({ name, value }))
  const form = runForm({ strategy: id, parameters: chosen, ...AMOUNTS })
  expect((await house.ask(startRun, form, { token: who.token, key: form.id })).error).toBeUndefined()
  return { who, name: id, strategy: listed(id), parameters }
}

async function beginText([name, text]: (typeof TEXTS)[number]): Promise<Case> {
  const who = await house.customer()
  const saved = ownForm({ text })
  await house.ask(saveOwnStrategy, saved, { token: who.token, key: saved.id })
  const form = ownRunForm({ own: saved.own, ...AMOUNTS })
  expect((await house.ask(startOwnRun, form, { token: who.token, key: form.id })).error).toBeUndefined()
  return { who, name, strategy: await ofText(text), parameters: {} }
}

test('a live run of each strategy, and of each text, has the fills of its backtest', async () => {
  const runs: Case[] = []
  for (const each of CASES) runs.push(await begin(each))
  for (const each of TEXTS) runs.push(await beginText(each))
  for (let n = HISTORY * LENGTH; n < SESSIONS * LENGTH; n++) await passMinute(n)
  for (const { who, name, strategy, parameters } of runs) {
    const live = await house.db.read(async (tx) => {
      const page = { which: 'filled', listing: null, after: null } as const
      const orders = await listOrdersOf(tx, who.id, page, 1_000)
      const fills = await listFillsOf(
        tx,
        who.id,
        orders.map(({ id }) => id),
      )
      return fills.toSorted((one, other) => one.quote.at - other.quote.at)
    })
    const shape = ({ side, shares, price, quote }: (typeof live)[number]) => [side, shares, price, quote.at - START]
    const { own } = backtestOf(strategy, parameters)
    expect([name, live.map(shape)]).toEqual([name, own.fills.map(shape)])
    expect([name, live.length > 0]).toEqual([name, true])
  }
}, 240_000)
