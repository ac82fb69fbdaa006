import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { walkOf } from '@lonja/core/strategies/backtest.testing'
import { openLog } from '../base/log.ts'
import { START } from '../orders/orders.testing.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { saveOwnStrategy, startOwnBacktest } from '@lonja/core/strategies/own.contract'
import { threadsOf } from './backtest.thread.ts'
import { openBacktests } from './backtests.jobs.ts'
import type { MinuteColumns } from './minutes.actions.ts'
import { sandboxThreads, type RunSandbox } from './sandbox.thread.ts'
import { askBacktest, ownBacktestForm, ownForm, roundsUntil, sayPast, startOne } from './strategies.testing.ts'
import { programFolder, programOf } from './threads.testing.ts'

const folder = programFolder()
let house: TestHouse
let run: RunSandbox
let backtests: URL
beforeAll(async () => {
  run = sandboxThreads(await programOf('sandbox.worker', folder))
  backtests = await programOf('backtest.worker', folder)
  house = await openTestHouse({ grant: eur(10_000_00n), start: START })
  sayPast(house)
}, 60_000)
afterAll(async () => {
  await house.close()
  rmSync(folder, { recursive: true })
})

/** A text whose handler has some lines, the first of which is line 3. */
const onBar = (lines: string): string =>
  `import { strategy } from 'lonja'\nexport default strategy({ onBar(bar, own, act, state) {\n${lines}\n} })`

function hearing() {
  const { listing, sessions, ...columns } = walkOf(21, 1, 30)
  const arrays = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, Float64Array.from(column)]))
  return { minutes: { listing, sessions, ...arrays } as MinuteColumns, history: 0, feeTable: 2 as const }
}

test('a thread comes to what the text comes to', async () => {
  const { diagnostics, trial } = await run({
    text: onBar('if (bar.minute === 2) act.buy({ shares: 1 })'),
    hearing: hearing(),
  })
  expect(diagnostics).toEqual([])
  expect(trial).toMatchObject({ bars: 30, orders: 1, stop: null, events: [{ kind: 'buy', shares: 1, line: 3 }] })
})

// prettier-ignore
test.each([
  ['deep recursion',          'const f = () => f() + 1\nf()',                                     { code: 'too_deep', line: 3 }],
  ['a deep text of JSON',     "JSON.parse('['.repeat(1e6))",                                      { code: 'too_deep', line: 3 }],
  ['a deep list as a text',   'let a = []\nfor (let i = 0; i < 1e4; i++) a = [a]\nJSON.stringify(a)', {}],
  ['a deep state',            'let a = []\nfor (let i = 0; i < 1e4; i++) a = [a]\nstate.a = a',    {}],
  ['a getter of itself',      'const o = { get a() { return this.a } }\no.a',                     { code: 'too_deep', line: 3 }],
  ['a proxy of itself',       'const p = new Proxy({}, { get: (_t, key, self) => self[key] })\np.x', { code: 'too_deep', line: 3 }],
  ['a list in itself',        'const a = []\na.push(a)\nString(a.flat(Infinity))',                  { code: 'too_deep', line: 5 }],
])('%s is stopped and told', async (_line, lines, fault) => {
  const { trial, diagnostics } = await run({ text: onBar(lines), hearing: hearing() })
  // A deep list is too deep or, on a slow machine, first too slow.
  const [stop = trial?.stop] = diagnostics
  expect(stop).toMatchObject({ code: expect.stringMatching(/^too_/), ...fault })
})

test('a call that counts no steps ends its thread, and the line of the handler is told', async () => {
  const { diagnostics, trial } = await run({ text: onBar('[new Array(1e9)].flat()'), hearing: hearing() })
  expect({ diagnostics, trial }).toMatchObject({ diagnostics: [{ code: 'too_slow', line: 2 }], trial: null })
}, 20_000)

test('a hostile text is ended, and the backtest of another customer goes on', async () => {
  const [hostile, other] = [await house.customer(), await house.customer()]
  const form = ownForm({ text: onBar('[new Array(1e9)].flat()') })
  await house.ask(saveOwnStrategy, form, { token: hostile.token, key: form.id })
  const request = ownBacktestForm({ own: form.own })
  await house.ask(startOwnBacktest, request, { token: hostile.token, key: request.id })
  const { data } = await startOne(house, other)
  const server = openBacktests({ ...house, start: threadsOf(backtests), runSandbox: run }, { log: openLog('silent') })
  const read = async (who: typeof other, id: string) => (await askBacktest(house, who, id)).data
  await roundsUntil(server, async () => ['done', 'failed'].includes((await read(other, data.id)).state))
  expect(await read(other, data.id)).toMatchObject({ state: 'done' })
  expect(await read(hostile, request.id)).toMatchObject({
    state: 'failed',
    fault: 'too_long',
    stop: { code: 'too_slow', line: 2, at: Date.UTC(2026, 10, 17, 14, 31) },
  })
}, 60_000)
