import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { MINUTE } from '@lonja/core/base/instant'
import { pauseRun } from '@lonja/core/strategies/runs.contract'
import type { TestHouse } from '../testing/house.ts'
import { gridOf, hear, hearWith, onQuote, openRunHouse, ownRunOf, serverOf } from '../testing/runs.ts'
import { openTexts, type OwnTask } from './own.hearing.ts'
import type { OwnEnd, StartOwnThread } from './own.thread.ts'
import { ownInPlace, watched } from './sandbox.testing.ts'
import { loadSandbox } from './sandbox.ts'

let house: TestHouse
beforeEach(async () => {
  house = await openRunHouse()
})
afterEach(() => house.close())

const newServer = (start: StartOwnThread = ownInPlace) => {
  const thread = watched(start)
  return { thread, server: serverOf(house, { startOwn: thread.start }) }
}
const BUYER = onQuote('if (quote.left > 0 && own.shares === 0 && !own.waiting) act.buy({ shares: 5 })')

/** A thread whose answers to ticks wait until the test lets them go. */
function heldThread() {
  const waiting: (() => void)[] = []
  const tasks: OwnTask[] = []
  const start: StartOwnThread = () => {
    const { hear: answer, stop } = ownInPlace()
    return {
      stop,
      hear: async (task) => {
        tasks.push(task)
        const end = await answer(task)
        if (task.work.kind === 'tick') await new Promise<void>((resolve) => waiting.push(resolve))
        return end
      },
    }
  }
  const isWaiting = async (): Promise<void> => {
    while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return { start, tasks, isWaiting, letGo: () => waiting.splice(0).forEach((resolve) => resolve()) }
}

test('an answer to a run that has changed meanwhile is dropped', async () => {
  const held = heldThread()
  const { server } = newServer(held.start)
  const run = await ownRunOf(house, BUYER)
  await hear(house, server, 1_000n, 1_002n)
  await held.isWaiting()
  await house.ask(pauseRun, { id: run.id }, { token: run.who.token })
  await server.round()
  held.letGo()
  await held.isWaiting()
  await server.round()
  expect((await run.read()).run).toMatchObject({ state: 'paused', orders: 0 })
  // The paused run was sent anew.
  expect(held.tasks.map(({ work }) => (work.kind === 'tick' ? work.run.phase.state : work.kind))).toEqual([
    'open',
    'past',
    'running',
    'open',
    'past',
    'paused',
  ])
  held.letGo()
})

test('a text that is slow holds up neither the rounds nor the runs of the house', async () => {
  const held = heldThread()
  const { server } = newServer(held.start)
  const slow = await ownRunOf(house, BUYER)
  const grid = await gridOf(house)
  for (const bid of [1_000n, 988n, 988n]) await hear(house, server, bid, bid + 2n)
  expect((await grid.read()).run).toMatchObject({ shares: '49' })
  expect((await slow.read()).run).toMatchObject({ orders: 0, state: 'running' })
  held.letGo()
})

test('two servers that both take the turn for theirs place an order once', async () => {
  const [one, other] = [newServer(), newServer()]
  const run = await ownRunOf(house, BUYER)
  const owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  await hearWith(house, one, 1_000n, 1_002n)
  await owner.query('update run_turns set lease_until = 0')
  for (let n = 0; n < 3; n++) {
    await Promise.all([hearWith(house, one, 1_000n, 1_002n), other.server.round()])
    await other.thread.idle()
    await Promise.all([one.server.round(), other.server.round()])
  }
  await owner.end()
  expect((await run.read()).run).toMatchObject({ orders: 1, shares: '5', state: 'running' })
})

test('a long history is heard in pieces, between which others hear what is new', async () => {
  const tasks: OwnTask[] = []
  const start: StartOwnThread = () => {
    const answer = openTexts(loadSandbox, { isLong: () => () => true })
    return { hear: (task) => (tasks.push(task), answer(task)), stop: () => {} }
  }
  const first = newServer()
  const missing = await ownRunOf(house, onQuote('state.n++', 'state: { n: 0 },'))
  await hearWith(house, first, 1_000n, 1_002n)
  await first.server.stop()
  const from = Math.floor(house.clock.now() / MINUTE) * MINUTE
  const price = priceE4(100_000n)
  house.script.candles = (_listing, _interval, range) => {
    const at = Array.from({ length: 30 }, (_minute, n) => from + n * MINUTE).filter(
      (start) => start >= range.from && start < range.to && start + MINUTE <= house.clock.now(),
    )
    const prices = at.map(() => price)
    return { at, open: prices, high: prices, low: prices, close: prices, volume: at.map(() => 100n) }
  }
  house.clock.advance(40 * MINUTE)
  const second = newServer(start)
  const other = await ownRunOf(house, BUYER)
  for (let n = 0; n < 2; n++) await hearWith(house, second, 1_000n, 1_002n)
  expect((await other.read()).run).toMatchObject({ shares: '5' })
  expect((await missing.read()).run).toMatchObject({ state: 'running' })
  const kinds = tasks.map(
    ({ version, work }) => `${version.startsWith(missing.who.id) ? 'missing' : 'other'} ${work.kind}`,
  )
  const piecesOf = (whose: string) => kinds.flatMap((kind, n) => (kind === `${whose} past` ? [n] : []))
  const [pieces, others] = [piecesOf('missing'), piecesOf('other')]
  expect(pieces.length).toBeGreaterThan(20)
  expect(others[0]).toBeLessThan(pieces[3] ?? 0)
  expect(pieces[0]).toBeLessThan(others[3] ?? 0)
})

test.each([
  ['once is started anew, and the event is heard again', 1, { state: 'running', orders: 1, stop: null }],
  [
    'twice on the same event has a text that broke its sandbox',
    2,
    { state: 'stopped', orders: 0, stop: { code: 'sandbox' } },
  ],
])('a thread that ends by itself %s', async (_what, times, state) => {
  let losses = 0
  const start: StartOwnThread = () => {
    const { hear: answer, stop } = ownInPlace()
    const isLost = ({ work }: OwnTask): boolean => work.kind === 'tick' && losses++ < times
    return { stop, hear: (task): Promise<OwnEnd> => (isLost(task) ? Promise.resolve('lost') : answer(task)) }
  }
  const run = await ownRunOf(house, BUYER)
  await hearWith(house, newServer(start), 1_000n, 1_002n)
  expect((await run.read()).run).toMatchObject(state)
})

test('a stored state that is none stops its run alone', async () => {
  const here = newServer()
  const [broken, other] = [await ownRunOf(house, BUYER), await ownRunOf(house, BUYER)]
  await hearWith(house, here, 1_000n, 1_002n)
  await here.server.stop()
  const owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  await owner.query(`update runs set memory = '{"state": null}' where id = $1`, [broken.id])
  await owner.end()
  const next = newServer()
  await hearWith(house, next, 1_000n, 1_002n)
  expect((await broken.read()).run).toMatchObject({ state: 'stopped', reason: 'fault', stop: { code: 'sandbox' } })
  expect((await other.read()).run).toMatchObject({ state: 'running', shares: '5' })
})
