import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { eur } from '@lonja/core/base/amount'
import { DAY_MS } from '@lonja/core/calendar/days'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { backtestSteps } from '@lonja/core/strategies/backtest.rules'
import type { ListingId } from '@lonja/core/base/amount'
import { STRATEGIES, findStrategy } from '@lonja/core/strategies/listed'
import { outcomeOf } from '@lonja/core/strategies/outcome.rules'
import type { RunId } from '@lonja/core/base/ids'
import {
  BacktestOutcome,
  downloadBacktest,
  listBacktestTrades,
  listBacktests,
  listStrategies,
  readBacktest,
  removeBacktest,
  startBacktest,
} from '@lonja/core/strategies/strategies.contract'
import { openLog } from '../base/log.ts'
import { purgeStoredAnswers } from '../door/stored-answers.ts'
import { ABC, INDEX, START } from '../orders/orders.testing.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import type { BacktestTask } from './backtest.task.ts'
import type { StartThread } from './backtest.thread.ts'
import { openBacktests, type BacktestServer } from './backtests.jobs.ts'
import { askBacktest, backtestForm, inPlace, roundsUntil, sayPast, startOne } from './strategies.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(10_000_00n), start: START })
  sayPast(house)
})
afterAll(() => house.close())

const serverWith = (start: StartThread): BacktestServer =>
  openBacktests({ ...house, start }, { log: openLog('silent') })

const stateOf = async (who: TestCustomer, id: string) => (await askBacktest(house, who, id)).data.state as string

/** A backtest of a new customer that is done. */
async function workedOut(change: object = {}) {
  const who = await house.customer()
  const { data, error } = await startOne(house, who, change)
  expect(error).toBeUndefined()
  const server = serverWith(inPlace)
  await roundsUntil(server, async () => !['queued', 'running'].includes(await stateOf(who, data.id)))
  return { who, id: data.id as string, read: (await askBacktest(house, who, data.id)).data }
}

test('the strategies are those that are listed, with their parameters', async () => {
  const who = await house.customer()
  const { data } = await house.ask(listStrategies, {}, { token: who.token })
  expect(data.strategies.map(({ id, version }: { id: string; version: number }) => [id, version])).toEqual(
    STRATEGIES.map(({ id, version }) => [id, version]),
  )
  const grid = data.strategies.find(({ id }: { id: string }) => id === 'grid')
  expect(grid).toMatchObject({
    intraday: true,
    parameters: [
      { name: 'levels', unit: 'steps', least: 2, most: 20, usual: 5 },
      { name: 'distanceBps', unit: 'bps', least: 10, most: 500, usual: 50 },
    ],
  })
  expect(data).toMatchObject({
    budget: { least: '100.00', most: '1000000000.00' },
    backtests: { openMost: 3, storedMost: 20 },
  })
})

describe('a backtest', () => {
  test('that is asked for twice is one', async () => {
    const who = await house.customer()
    const form = backtestForm()
    const first = await house.ask(startBacktest, form, { token: who.token, key: form.id })
    const again = await house.ask(startBacktest, form, { token: who.token, key: form.id })
    expect(again.data).toEqual(first.data)
    const other = { ...form, budget: '2000.00' }
    expect((await house.ask(startBacktest, other, { token: who.token, key: form.id })).error).toBe('key_reused')
    const { data } = await house.ask(listBacktests, {}, { token: who.token })
    expect(data.rows).toHaveLength(1)
    expect(data.rows[0]).toMatchObject({ id: form.id, state: 'queued', progress: null, budget: '1000.00' })
    expect(data.rows[0].parameters).toContainEqual({ name: 'levels', value: 5 })
  })

  test('under an id that was used is refused, also after the stored answer is purged', async () => {
    const who = await house.customer()
    const form = backtestForm()
    const first = await house.ask(startBacktest, form, { token: who.token, key: form.id })
    expect(first.error).toBeUndefined()
    await purgeStoredAnswers(house.db, house.clock.now() + 31 * DAY_MS)
    expect((await house.ask(startBacktest, form, { token: who.token, key: form.id })).error).toBe('key_reused')
  })

  test('comes to what the rules make of the same minutes', async () => {
    const tasks: BacktestTask[] = []
    const who = await house.customer()
    const { data } = await startOne(house, who, { parameters: [{ name: 'distanceBps', value: 30 }] })
    const server = serverWith((task, hear) => {
      tasks.push(task)
      return inPlace(task, hear)
    })
    await roundsUntil(server, async () => (await stateOf(who, data.id)) === 'done')
    const task = tasks.find(({ run }) => run.id === data.id)
    const strategy = findStrategy('grid', 1)
    if (!task || !strategy) throw new Error('nothing was worked out')
    expect(task.run).toMatchObject({
      id: data.id as RunId,
      budget: 1_000_00n,
      parameters: { levels: 5, distanceBps: 30 },
    })
    // The history is the session before, of which a grid wants a bar; the period has two.
    expect([task.history, task.minutes.at.length]).toEqual([390, 3 * 390])
    const at = task.minutes.at[task.history] ?? 0
    expect([at, house.market.quoteAt(ABC, at)?.bid ?? 0n]).toEqual([
      Date.UTC(2026, 10, 18, 14, 31),
      BigInt(task.minutes.bid[task.history] ?? 0),
    ])
    let last: BacktestOutcome | null = null
    const steps = backtestSteps({ strategy, ...task })
    for (let step = steps.next(); ; step = steps.next()) {
      if (!step.done) continue
      last = outcomeOf(step.value, task.minutes, task.history)
      break
    }
    const read = (await askBacktest(house, who, data.id)).data
    expect(read.outcome).toEqual(JSON.parse(JSON.stringify(z.encode(BacktestOutcome, last))))
    expect(read).toMatchObject({ state: 'done', progress: { minutes: 780, all: 780 }, fault: null })
    expect(read.outcome).toMatchObject({ minutes: 780, to: Date.UTC(2026, 10, 19, 21) })
    expect(read.outcome.own.fills).toBeGreaterThan(1)
    expect(read.outcome.quoted).toBeLessThan(780)
    expect(read.outcome.curve.length).toBeLessThanOrEqual(500)
  })

  test('has its trades in pages', async () => {
    const { who, id, read } = await workedOut({ parameters: [{ name: 'distanceBps', value: 10 }] })
    const { trades } = read.outcome
    expect(trades).toBeGreaterThan(2)
    const rows: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await house.ask(
        listBacktestTrades,
        { id, limit: '2', ...(cursor && { cursor }) },
        { token: who.token },
      )
      rows.push(...page.data.rows)
      cursor = page.data.cursor
    }
    expect(rows).toHaveLength(trades)
    const sum = (rows as { realised: string }[]).reduce((all, { realised }) => all + Number(realised), 0)
    expect(sum.toFixed(2)).toBe(read.outcome.own.realised)
  })

  test('has its trades in a table, with the practice mark and every row to the cent', async () => {
    const { who, id, read } = await workedOut({ parameters: [{ name: 'distanceBps', value: 10 }] })
    const file = await house.ask(downloadBacktest, { id }, { token: who.token, language: 'en' })
    expect(file.status).toBe(200)
    const lines = (file.data.file.toString('utf8') as string).trimEnd().split('\r\n')
    expect(lines[0]).toContain('Practice money')
    for (const line of ['Strategy,grid,version 1', 'Amount,1000.00,USD', 'Period,2026-11-18,2026-11-19'])
      expect(lines).toContain(line)
    const rows = lines.slice(lines.findIndex((line) => line.startsWith('Bought on,Sold on,')) + 1)
    const { data } = await house.ask(listBacktestTrades, { id, limit: '100' }, { token: who.token })
    const resultsOf = (trades: readonly { realised: string; shares: string }[]) =>
      trades.map(({ shares, realised }) => `${shares} ${realised}`)
    const cells = rows.map((row) => row.split(',')).map((row) => ({ shares: row[2] ?? '', realised: row.at(-1) ?? '' }))
    expect(resultsOf(cells)).toEqual(resultsOf(data.rows))
    expect(data.rows).toHaveLength(read.outcome.trades)
  })

  test('is read by nobody else', async () => {
    const { id } = await workedOut()
    const other = await house.customer()
    for (const call of [readBacktest, listBacktestTrades, downloadBacktest, removeBacktest])
      expect((await house.ask(call, { id }, { token: other.token })).error).toBe('unknown_backtest')
    expect((await house.ask(listBacktests, {}, { token: other.token })).data.rows).toEqual([])
  })

  test('moves no money', async () => {
    const { who } = await workedOut()
    const { data } = await house.ask(listEntries, {}, { token: await signInAgain(house, who) })
    expect(data.rows.map(({ kind }: { kind: string }) => kind)).toEqual(['grant'])
  })

  test('fails, and says why, if the house has no minutes', async () => {
    const { candles } = house.script
    house.script.candles = (...args) =>
      args[1] === 'day' && candles ? candles(...args) : { at: [], open: [], high: [], low: [], close: [], volume: [] }
    const { read } = await workedOut()
    house.script.candles = candles
    expect(read).toMatchObject({ state: 'failed', fault: 'no_minutes', outcome: null })
  })

  test('whose code throws fails', async () => {
    const who = await house.customer()
    const { data } = await startOne(house, who)
    const server = serverWith(() => ({ end: Promise.resolve('threw'), stop: () => {} }))
    await roundsUntil(server, async () => (await stateOf(who, data.id)) === 'failed')
    expect((await askBacktest(house, who, data.id)).data).toMatchObject({ fault: 'threw', outcome: null })
  })
})

// prettier-ignore
test.each([
  ['a strategy that nobody knows',    { strategy: 'planted' },                                       'unknown_strategy'],
  ['a version that nobody knows',     { version: 2 },                                                'unknown_strategy'],
  ['a listing that nobody knows',     { listing: 'XNYS:NONE' as ListingId },                         'unknown_listing'],
  ['an index',                        { listing: INDEX },                                            'not_tradable'],
  ['today',                           { to: '2026-11-20' },                                          'backtest_period'],
  ['more than a year',                { from: '2025-11-18' },                                        'backtest_too_long'],
  ['days without prices',             { from: '2026-11-14', to: '2026-11-15' },                      'backtest_no_prices'],
  ['99.99',                           { budget: '99.99' },                                           'run_budget'],
  ['a loss stop above the amount',    { lossStop: '1000.01' },                                       'run_loss_stop'],
  ['nothing in the position',         { most: '0.00' },                                              'run_most'],
  ['a parameter that it has not',     { parameters: [{ name: 'none', value: 1 }] },                  'unknown_parameter'],
  ['a parameter above its bounds',    { parameters: [{ name: 'levels', value: 21 }] },               'parameter_out_of_range'],
])('%s is refused', async (_line, change, code) => {
  expect((await startOne(house, await house.customer(), change)).error).toBe(code)
})

test('a customer has three under way, and twenty at all: the oldest that has ended goes', async () => {
  const who = await house.customer()
  const { token } = who
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await startOne(house, who)).data.id)
  expect((await startOne(house, who)).error).toBe('too_many_backtests')
  const done = serverWith(() => ({ end: Promise.resolve('threw'), stop: () => {} }))
  const allEnded = async () =>
    (await Promise.all(ids.map((id) => stateOf(who, id)))).every((state) => state === 'failed')
  await roundsUntil(done, allEnded)
  for (let n = 3; n < 20; n++) {
    house.clock.advance(1)
    ids.push((await startOne(house, who)).data.id)
    await roundsUntil(done, async () => (await stateOf(who, ids.at(-1) ?? '')) === 'failed')
  }
  const further = (await startOne(house, who)).data.id as string
  const { data } = await house.ask(listBacktests, { limit: '100' }, { token })
  const stored = data.rows.map(({ id }: { id: string }) => id)
  expect(stored).toHaveLength(20)
  expect(stored[0]).toBe(further)
  expect(stored.filter((id: string) => ids.slice(0, 3).includes(id))).toHaveLength(2)
})
