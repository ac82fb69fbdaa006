import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SECOND } from '@lonja/core/base/instant'
import { closeAccount, readClosing, readStartOver, startOver } from '@lonja/core/leaving.contract'
import { listPositions, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { identityGap } from '@lonja/core/portfolio/portfolio.rules'
import { downloadEverything } from '@lonja/core/portfolio/statements.contract'
import { readOwnStrategy, readSharedStrategy, shareOwnStrategy } from '@lonja/core/strategies/own.contract'
import { pauseRun, readRun, stopRun } from '@lonja/core/strategies/runs.contract'
import * as z from 'zod/mini'
import { checkBooks } from '../books.ts'
import { newId } from '../base/ids.ts'
import { ESP } from '../orders/orders.testing.ts'
import { listOpenRuns } from '../strategies/runs.store.ts'
import type { RunServer } from '../strategies/runs.jobs.ts'
import { ownInPlace, watched } from '../strategies/sandbox.testing.ts'
import type { TestCustomer, TestHouse } from '../testing/house.ts'
import { hearWith, onQuote, openRunHouse, ownRunOf, roundsWith, serverOf, startOwn } from '../testing/runs.ts'
import { payerIn, submit, TRADING } from '../withdrawals/withdrawals.testing.ts'

/* Customers whose own text trades for them: their archive, starting over, and closing their account. */

let house: TestHouse
let hearing: { readonly server: RunServer; readonly thread: ReturnType<typeof watched> }
beforeAll(async () => {
  house = await openRunHouse()
})
beforeEach(async () => {
  const thread = watched(ownInPlace)
  await hearing?.server.stop()
  hearing = { thread, server: serverOf(house, { startOwn: thread.start }) }
})
afterAll(() => house.close())

/** Buys five shares at its first quote, and then waits for a price that does not come. */
const BUYER = onQuote(
  'if (own.shares === 0 && !own.waiting) act.buy({ shares: 5 })\nelse if (!own.waiting) act.buy({ shares: 3, limit: 5 })',
)

const hear = () => hearWith(house, hearing, 1_000n, 1_002n)
const ask = (who: TestCustomer, call: Parameters<TestHouse['ask']>[0], input: object = {}) =>
  house.ask(call, input, { token: who.token })
const figuresOf = async (who: TestCustomer) =>
  z.decode(readFigures.reply, (await ask(who, readFigures)).data).byCurrency.map((own) => ({
    currency: own.currency,
    gap: identityGap(own),
    free: own.free,
    held: own.held,
  }))

/** A payer whose text has bought five shares, and whose order for three more waits. */
async function buyerIn() {
  const who = await payerIn(house)
  const run = await ownRunOf(house, BUYER, {}, who)
  for (let n = 0; n < 3; n++) await hear()
  const { open, run: read } = await run.read()
  expect([read.state, read.shares, open.length]).toEqual(['running', '5', 1])
  return { ...run, who, order: open[0].id as string }
}

/** The rows of a customer's archive. */
async function archiveOf(who: TestCustomer) {
  const files = unzipSync(new Uint8Array((await ask(who, downloadEverything)).data.file))
  return (table: string) =>
    JSON.parse(strFromU8(files[`json/${table}.json`] ?? new Uint8Array())) as Record<string, string | null>[]
}

describe('the archive of a customer whose text traded', () => {
  test('has the text, the run with its version, its orders and the fault that stopped it', async () => {
    const text = onQuote("if (own.shares > 0) throw new Error('mine')\nif (!own.waiting) act.buy({ shares: 5 })")
    const who = await house.customer()
    const other = await ownRunOf(house, onQuote(''))
    const { id, own } = await ownRunOf(house, text, {}, who)
    for (let n = 0; n < 4; n++) await hear()
    const rows = await archiveOf(who)
    expect(rows('own_strategies')).toMatchObject([{ id: own, version: '1' }])
    expect(rows('own_versions')).toMatchObject([{ own, version: '1', text }])
    const [run] = rows('runs')
    expect(run).toMatchObject({
      id,
      own,
      own_name: 'Below the mean',
      version: '1',
      state: 'stopped',
      reason: 'fault',
      budget: '100000',
    })
    expect(JSON.parse(run?.['memory'] ?? '').state.stop).toMatchObject({
      code: 'threw',
      line: 3,
      message: 'Error: mine',
    })
    const [order] = rows('orders')
    expect(order).toMatchObject({ shares: '5', filled: '5' })
    expect(rows('order_conditions')).toMatchObject([{ id: order?.['id'], run: id }])
    expect(rows('fills')).toMatchObject([{ order_id: order?.['id'] }])
    expect(rows('runs')).toHaveLength(1)
    expect((await archiveOf(other.who))('runs')).toMatchObject([{ id: other.id }])
  })
})

describe('starting over', () => {
  test('ends a run of a text with its order, and its shares and its amount go back', async () => {
    const { who, id, own } = await buyerIn()
    const preview = (await ask(who, readStartOver)).data
    expect(preview).toMatchObject({ against: null, orders: 1, positions: 1 })
    const answer = await ask(who, startOver, { id: newId(), password: TRADING })
    expect(answer.error).toBeUndefined()
    for (const figure of ['orders', 'positions', 'cost', 'cash'] as const)
      expect([figure, answer.data[figure]]).toEqual([figure, preview[figure]])
    expect((await ask(who, readRun, { id })).data).toMatchObject({
      state: 'stopped',
      reason: 'leaving',
      cash: '0.00',
      shares: '0',
      stop: null,
    })
    expect((await ask(who, listPositions)).data.rows).toEqual([])
    expect(await figuresOf(who)).toEqual([
      { currency: 'EUR', gap: 0n, free: 10_000_00n, held: 0n },
      { currency: 'USD', gap: 0n, free: 0n, held: 0n },
    ])
    expect(house.open.idsOf(who.id)).toEqual([])
    // The text stays, and trades again with a new amount alone.
    await hear()
    expect(house.open.idsOf(who.id)).toEqual([])
    expect((await ask(who, readOwnStrategy, { id: own })).data.text).toBe(BUYER)
    const again = await startOwn(house, who, { own })
    for (let n = 0; n < 2; n++) await hear()
    expect((await ask(who, readRun, { id: again.data.id })).data).toMatchObject({ state: 'running', shares: '5' })
  })

  test.each([
    ['paused', pauseRun, {}],
    ['stopping', stopRun, { sells: true }],
  ] as const)('ends a run of a text that is %s', async (state, call, more) => {
    const { who, id } = await buyerIn()
    expect((await ask(who, call, { id, ...more })).data.state).toBe(state)
    expect((await ask(who, startOver, { id: newId(), password: TRADING })).error).toBeUndefined()
    expect((await ask(who, readRun, { id })).data).toMatchObject({ state: 'stopped', shares: '0', cash: '0.00' })
    expect((await figuresOf(who))[0]).toEqual({ currency: 'EUR', gap: 0n, free: 10_000_00n, held: 0n })
  })

  test('while the text is asked drops its answer', async () => {
    const who = await payerIn(house)
    const { id, read } = await ownRunOf(house, BUYER, {}, who)
    await roundsWith(hearing.server, hearing.thread)
    await hearing.server.stop()
    let release = (): void => {}
    let answer: Promise<void> | null = null
    const slow = watched(() => {
      const { hear: hearNow, stop } = ownInPlace()
      return { stop, hear: (task) => Promise.resolve(answer).then(() => hearNow(task)) }
    })
    const server = serverOf(house, { startOwn: slow.start })
    await roundsWith(server, slow)
    answer = new Promise((resolve) => (release = resolve))
    const before = slow.tasks()
    house.clock.advance(SECOND)
    house.script.say(ESP, house.clock.now(), 1_000n, 1_002n)
    await server.round()
    expect(slow.tasks()).toBe(before + 1)
    expect((await ask(who, startOver, { id: newId(), password: TRADING })).error).toBeUndefined()
    release()
    await roundsWith(server, slow)
    await server.stop()
    const { run, open, ended } = await read()
    expect([run.id, run.state, run.orders, open, ended]).toEqual([id, 'stopped', 0, [], []])
    expect((await figuresOf(who))[0]).toMatchObject({ free: 10_000_00n, held: 0n })
  })

  test('is refused while a withdrawal is under way: the text goes on', async () => {
    const { who, id, order } = await buyerIn()
    expect((await submit(house, who, { amount: '20.00' })).error).toBeUndefined()
    expect((await ask(who, startOver, { id: newId(), password: TRADING })).error).toBe('withdrawal_under_way')
    expect((await ask(who, closeAccount, { password: TRADING })).error).toBe('withdrawal_under_way')
    expect((await ask(who, readRun, { id })).data).toMatchObject({ state: 'running', shares: '5' })
    expect(house.open.idsOf(who.id)).toContain(order)
  })
})

describe('closing the account', () => {
  test('ends a run of a text, and the link that shows the text', async () => {
    const { who, own } = await buyerIn()
    const { link } = (await ask(who, shareOwnStrategy, { id: own, version: 1 })).data
    const reader = await house.customer()
    const shared = () => ask(reader, readSharedStrategy, { link })
    expect((await shared()).data.text).toBe(BUYER)
    const preview = (await ask(who, readClosing)).data
    expect(preview).toMatchObject({ against: [], orders: 1, positions: 1 })
    const answer = await ask(who, closeAccount, { password: TRADING })
    expect([answer.error, answer.data.positions]).toEqual([undefined, 1])
    expect(await house.db.read((tx) => listOpenRuns(tx, who.id))).toEqual([])
    expect(house.open.idsOf(who.id)).toEqual([])
    expect((await shared()).error).toBe('unknown_own_strategy')
    await hear()
    expect(house.open.idsOf(who.id)).toEqual([])
  })
})

test('and the books hold', async () => {
  expect(await house.db.read(checkBooks)).toEqual([])
})
