import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { saveOwnStrategy, startOwnBacktest } from '@lonja/core/strategies/own.contract'
import { listBacktests } from '@lonja/core/strategies/strategies.contract'
import { openLog } from '../base/log.ts'
import { INDEX, START } from '../orders/orders.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { openBacktests } from './backtests.jobs.ts'
import { sandboxInPlace } from './sandbox.testing.ts'
import {
  OWN_TEXT,
  askBacktest,
  inPlace,
  ownBacktestForm,
  ownForm,
  roundsUntil,
  sayPast,
  startOne,
} from './strategies.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(10_000_00n), start: START })
  sayPast(house)
})
afterAll(() => house.close())

async function saved(who: TestCustomer, change: object = {}) {
  const form = ownForm(change)
  const answer = await house.ask(saveOwnStrategy, form, { token: who.token, key: form.id })
  return { ...answer, own: form.own }
}

const backtest = async (who: TestCustomer, own: string, change: object = {}) => {
  const form = ownBacktestForm({ own, ...change })
  return house.ask(startOwnBacktest, form, { token: who.token, key: form.id })
}

describe('a backtest of an own strategy', () => {
  const server = () =>
    openBacktests({ ...house, start: inPlace, runSandbox: sandboxInPlace }, { log: openLog('silent') })

  async function workedOut(text: string) {
    const who = await house.customer()
    const { own } = await saved(who, { text })
    const { data, error } = await backtest(who, own)
    expect(error).toBeUndefined()
    const read = async () => (await askBacktest(house, who, data.id)).data
    await roundsUntil(server(), async () => !['queued', 'running'].includes((await read()).state))
    return { who, own, read: await read() }
  }

  test('has its result by the rules of all, and what the tests of biases say', async () => {
    const { who, own, read } = await workedOut(OWN_TEXT)
    expect(read).toMatchObject({
      strategy: 'own',
      version: 1,
      own: { id: own, name: 'Below the mean' },
      state: 'done',
      stop: null,
    })
    expect(read.outcome.own.fills).toBeGreaterThan(1)
    expect(read.outcome.biases).toEqual([])
    const { data } = await house.ask(listBacktests, {}, { token: who.token })
    expect(data.rows[0]).toMatchObject({ own: { id: own, name: 'Below the mean' }, parameters: [] })
  })

  test('is told that its decisions depend on where it began', async () => {
    const text = OWN_TEXT.replace('history: 20,', 'history: 20, state: { n: 0 },')
      .replace('act) {', 'act, state) {\n    state.n++')
      .replace('bar.close < mean * 0.995', 'state.n > 40')
    const { read } = await workedOut(text)
    expect(read.outcome.biases.map(({ bias }: { bias: string }) => bias)).toContain('recursive')
  })

  test('that a fault stops keeps its result until then', async () => {
    const text = OWN_TEXT.replace('if (mean', 'while (bar.minute > 200) bar.close\n    if (mean')
    const { read } = await workedOut(text)
    expect(read).toMatchObject({
      state: 'done',
      stop: { code: 'too_slow', line: 8 },
      outcome: { stopped: 'fault', biases: null },
    })
  })

  test('that does not compile fails with its line', async () => {
    const { read } = await workedOut('\nexport default 1')
    expect(read).toMatchObject({ state: 'failed', fault: 'threw', stop: { code: 'no_strategy' }, outcome: null })
  })

  test('is counted among the backtests of its customer', async () => {
    const who = await house.customer()
    const { own } = await saved(who)
    await startOne(house, who)
    await startOne(house, who)
    expect((await backtest(who, own)).error).toBeUndefined()
    expect((await backtest(who, own)).error).toBe('too_many_backtests')
  })

  test.each([
    ['a version that it has not', { version: 2 }, 'unknown_own_strategy'],
    ['an index', { listing: INDEX }, 'not_tradable'],
    ['99.99', { budget: '99.99' }, 'run_budget'],
    ['nothing in the position', { most: '0.00' }, 'run_most'],
    ['a loss stop above the amount', { lossStop: '1000.01' }, 'run_loss_stop'],
    ['more than a year', { from: '2025-11-18' }, 'backtest_too_long'],
  ])('of %s is refused', async (_line, change, code) => {
    const who = await house.customer()
    const { own } = await saved(who)
    expect((await backtest(who, own, change)).error).toBe(code)
  })
})
