import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OWN_RUNS_OPEN_MOST } from '@lonja/core/strategies/own.rules'
import { removeOwnStrategy, saveOwnStrategy } from '@lonja/core/strategies/own.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { listRuns, pauseRun, readRun, startRun, stopRun } from '@lonja/core/strategies/runs.contract'
import { newId } from '../base/ids.ts'
import { INDEX } from '../orders/orders.testing.ts'
import type { TestCustomer, TestHouse } from '../testing/house.ts'
import { gridOf, hearWith, onQuote, openRunHouse, ownRunOf, roundsWith, serverOf, startOwn } from '../testing/runs.ts'
import type { RunServer } from './runs.jobs.ts'
import { ownInPlace, watched } from './sandbox.testing.ts'
import { ownForm, runForm } from './strategies.testing.ts'

let house: TestHouse
let hearing: { readonly server: RunServer; readonly thread: ReturnType<typeof watched> }
const newServer = () => {
  const thread = watched(ownInPlace)
  return { thread, server: serverOf(house, { startOwn: thread.start }) }
}
beforeEach(async () => {
  house = await openRunHouse()
  hearing = newServer()
})
afterEach(() => house.close())

const hear = (bid: bigint, ask: bigint) => hearWith(house, hearing, bid, ask)
const BUYER = onQuote('if (own.shares === 0 && !own.waiting) act.buy({ shares: 5 })')

async function noticesOf({ token }: TestCustomer): Promise<string[]> {
  const { data } = await house.ask(listNotices, {}, { token, language: 'en' })
  const rows = data.data as readonly { readonly code: string; readonly body: string }[]
  return rows.filter(({ code }) => code.startsWith('run_')).map(({ body }) => body)
}

const saveAgain = (who: TestCustomer, own: string, change: object) => {
  const form = ownForm({ own, ...change })
  return house.ask(saveOwnStrategy, form, { token: who.token, key: form.id })
}

describe('a run of an own strategy', () => {
  test('holds its amount, buys and sells with it, and names its strategy', async () => {
    const text = onQuote('if (own.shares === 0) act.buy({ shares: 5 })\nelse act.sell({ all: true })')
    const run = await ownRunOf(house, text)
    for (let n = 0; n < 4; n++) await hear(1_000n, 1_002n)
    const { run: read, trades } = await run.read()
    expect(read).toMatchObject({
      strategy: 'own',
      version: 1,
      own: { id: run.own, name: 'Below the mean' },
      stop: null,
      state: 'running',
      refusals: [],
    })
    expect(trades.rows.length).toBeGreaterThan(0)
    expect(trades.rows[0]).toMatchObject({ shares: '5' })
  })

  test('keeps its version when a newer one is saved', async () => {
    const run = await ownRunOf(house, BUYER)
    await saveAgain(run.who, run.own, { after: 1, text: BUYER.replace('5', '7') })
    await hear(1_000n, 1_002n)
    await hear(1_000n, 1_002n)
    expect((await run.read()).run).toMatchObject({ version: 1, shares: '5' })
    const other = await startOwn(house, run.who, { own: run.own, version: 2 })
    await hear(1_000n, 1_002n)
    await hear(1_000n, 1_002n)
    const read = await house.ask(readRun, { id: other.data.id }, { token: run.who.token })
    expect(read.data).toMatchObject({ version: 2, shares: '7' })
  })

  test('is stopped by its customer with a sale, while its text is not asked', async () => {
    const run = await ownRunOf(house, BUYER)
    await hear(1_000n, 1_002n)
    await hear(1_000n, 1_002n)
    const { data } = await house.ask(stopRun, { id: run.id, sells: true }, { token: run.who.token })
    expect(data.state).toBe('stopping')
    const before = hearing.thread.tasks()
    for (let n = 0; n < 3; n++) await hear(990n, 992n)
    expect(hearing.thread.tasks()).toBe(before)
    expect((await run.read()).run).toMatchObject({ state: 'stopped', reason: 'by_customer', shares: '0', stop: null })
    expect(await noticesOf(run.who)).toEqual([
      expect.stringMatching(
        /^You stopped it\. It was your own strategy “Below the mean”\. €99\d\.\d\d is available again\.$/,
      ),
    ])
  })

  test('whose loss reaches its stop sells, and is over', async () => {
    const run = await ownRunOf(house, BUYER.replace('5', '80'), { lossStop: '50.00' })
    await hear(1_000n, 1_002n)
    await hear(1_000n, 1_002n)
    for (let n = 0; n < 4; n++) await hear(900n, 902n)
    expect((await run.read()).run).toMatchObject({ state: 'stopped', reason: 'loss_stop', shares: '0' })
  })

  test('keeps its text while it goes on, and its name after that', async () => {
    const run = await ownRunOf(house, BUYER)
    const { token } = run.who
    const remove = () => house.ask(removeOwnStrategy, { id: run.own }, { token })
    expect((await remove()).error).toBe('own_strategy_in_use')
    await saveAgain(run.who, run.own, { after: 1, name: 'Another' })
    expect((await run.read()).run.own).toEqual({ id: run.own, name: 'Another' })
    await house.ask(stopRun, { id: run.id, sells: false }, { token })
    expect((await remove()).error).toBeUndefined()
    expect((await run.read()).run.own).toEqual({ id: run.own, name: 'Below the mean' })
  })

  test('is nobody else’s to start, to read or to stop', async () => {
    const run = await ownRunOf(house, BUYER)
    const other = await house.customer()
    expect((await startOwn(house, other, { own: run.own })).error).toBe('unknown_own_strategy')
    for (const [call, input] of [
      [readRun, { id: run.id }],
      [pauseRun, { id: run.id }],
      [stopRun, { id: run.id, sells: false }],
    ] as const)
      expect((await house.ask(call, input, { token: other.token })).error).toBe('unknown_run')
    expect((await run.read()).run.state).toBe('running')
  })

  test('stands in the list of its strategy alone, page by page', async () => {
    const { who, own, id: first } = await ownRunOf(house, BUYER)
    const other = ownForm({ text: BUYER })
    await house.ask(saveOwnStrategy, other, { token: who.token, key: other.id })
    const start = async (of: string) => (await startOwn(house, who, { own: of })).data.id as string
    const [foreign, second] = [await start(other.own), await start(own)]
    const grid = runForm()
    await house.ask(startRun, grid, { token: who.token, key: grid.id })
    const list = async (input: object) => {
      const { data } = await house.ask(listRuns, { state: 'open', ...input }, { token: who.token })
      return { cursor: data.cursor, ids: data.rows.map(({ id }: { id: string }) => id) }
    }
    expect(new Set((await list({})).ids)).toEqual(new Set([first, foreign, second, grid.id]))
    expect((await list({ own: other.own })).ids).toEqual([foreign])
    const page = await list({ own, limit: 1 })
    const next = await list({ own, limit: 1, cursor: page.cursor })
    expect([...page.ids, ...next.ids, next.cursor]).toEqual([...[first, second].sort().reverse(), null])
    await house.ask(stopRun, { id: first, sells: false }, { token: who.token })
    expect([(await list({ own })).ids, (await list({ own, state: 'over' })).ids]).toEqual([[second], [first]])
    expect((await list({ own: newId() })).ids).toEqual([])
  })

  test('is one of three at most, and of five with those of the house', async () => {
    const { who, own } = await ownRunOf(house, BUYER, { budget: '100.00', most: '100.00', lossStop: '100.00' })
    const start = () => startOwn(house, who, { own, budget: '100.00', most: '100.00', lossStop: '100.00' })
    for (let n = 1; n < OWN_RUNS_OPEN_MOST; n++) expect((await start()).error).toBeUndefined()
    expect((await start()).error).toBe('too_many_own_runs')
  })

  test.each([
    ['a version that it has not', { version: 2 }, 'unknown_own_strategy'],
    ['an index', { listing: INDEX }, 'not_tradable'],
    ['99.99', { budget: '99.99', most: '1.00', lossStop: '1.00' }, 'run_budget'],
    ['nothing in the position', { most: '0.00' }, 'run_most'],
    ['a loss stop above the amount', { lossStop: '1000.01' }, 'run_loss_stop'],
    ['more than is free', { budget: '10000.01' }, 'insufficient_balance'],
  ])('of %s is refused', async (_line, change, code) => {
    expect((await ownRunOf(house, BUYER, change)).error).toBe(code)
  })

  test('of a draft with faults is refused with the line of the first', async () => {
    const who = await house.customer()
    const form = ownForm({ text: onQuote('act.bye()') })
    await house.ask(saveOwnStrategy, form, { token: who.token, key: form.id })
    const answer = await startOwn(house, who, { own: form.own })
    expect([answer.error, answer.msg]).toEqual(['own_text_faults', expect.stringContaining('line 3;')])
  })
})

/** A line that leaves out the quote of the day before, which is history. */
const TODAY = 'if (quote.left === 0) return'

describe('a text with a run', () => {
  // prettier-ignore
  test.each([
    ['throws',                    "throw new Error('mine')",                                              { code: 'threw', line: 4, message: 'Error: mine' }],
    ['loops for ever',            'for (;;) quote.bid',                                                   { code: 'too_slow', line: 4 }],
    ['eats memory',               "const all = []\nfor (;;) all.push(new Uint8Array(1e6))", { code: 'too_much_memory', line: 5 }],
    ['sends 10,000 orders',       'for (let n = 0; n < 10000; n++) act.buy({ shares: 1 })',               { code: 'too_many_orders', line: 4 }],
    ['has a state that is large', "state.a = 'x'.repeat(20000)",                                          { code: 'state_too_large', line: 2 }],
    ['asks for half a share',     'act.buy({ shares: 0.5 })',                                             { code: 'order_form', line: 4 }],
  ])('that %s is stopped and told, and the runs of others go on', async (_what, lines, stop) => {
    const broken = await ownRunOf(house, onQuote(`${TODAY}\n${lines}`))
    const [other, grid] = [await ownRunOf(house, BUYER), await gridOf(house)]
    await hear(1_000n, 1_002n)
    await hear(988n, 990n)
    await hear(988n, 990n)
    const { run } = await broken.read()
    expect(run).toMatchObject({ state: 'stopped', reason: 'fault', orders: 0, cash: '0.00', stop })
    expect(run.stop.at).toBe(run.endedAt)
    expect(await noticesOf(broken.who)).toEqual([
      'It ended because its code failed. It was your own strategy “Below the mean”. €1,000.00 is available again.',
    ])
    expect((await other.read()).run).toMatchObject({ state: 'running', shares: '5' })
    expect((await grid.read()).run).toMatchObject({ state: 'running', shares: '49' })
  })

  test('that throws on the minutes before its start is stopped before it trades', async () => {
    const text = onQuote('act.buy({ shares: 1 })', "history: 1, onBar() { throw new Error('early') },")
    const run = await ownRunOf(house, text)
    // Nothing is quoted since its start.
    await roundsWith(hearing.server, hearing.thread)
    expect((await run.read()).run).toMatchObject({
      state: 'stopped',
      reason: 'fault',
      orders: 0,
      stop: { code: 'threw', message: 'Error: early' },
    })
  })

  test('goes on from its state on another server', async () => {
    const text = onQuote('state.n++\nif (state.n === 5) act.buy({ shares: 4 })', 'state: { n: 0 },')
    const run = await ownRunOf(house, text)
    for (let n = 0; n < 3; n++) await hear(1_000n, 1_002n)
    await hearing.server.stop()
    hearing = newServer()
    await hear(1_000n, 1_002n)
    const { open } = await run.read()
    expect(open).toMatchObject([{ side: 'buy', shares: '4', run: run.id }])
  })
})
