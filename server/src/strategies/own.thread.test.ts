import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHouse } from '../testing/house.ts'
import { gridOf, hear, hearWith, onQuote, openRunHouse, ownRunOf, serverOf } from '../testing/runs.ts'
import { ownThreads, type StartOwnThread } from './own.thread.ts'
import type { RunServer } from './runs.jobs.ts'
import { watched } from './sandbox.testing.ts'
import { programFolder, programOf } from './threads.testing.ts'

const folder = programFolder()
let house: TestHouse
let start: StartOwnThread
beforeAll(async () => {
  start = ownThreads(await programOf('own.worker', folder))
  house = await openRunHouse()
}, 60_000)
afterAll(async () => {
  await house.close()
  rmSync(folder, { recursive: true })
})

const BUYER = onQuote('if (quote.left > 0 && own.shares === 0 && !own.waiting) act.buy({ shares: 5 })')
/** A call of the engine that counts no steps and does not end. */
const STUCK = onQuote('if (quote.left > 0) [new Array(1e9)].flat()')

test('a call that counts no steps stops its run alone; the runs of others hear in a new thread', async () => {
  const thread = watched(start)
  const server: RunServer = serverOf(house, { startOwn: thread.start })
  const [stuck, other, grid] = [await ownRunOf(house, STUCK), await ownRunOf(house, BUYER), await gridOf(house)]
  // The rounds of the house go on while the thread is stuck.
  for (const bid of [1_000n, 988n, 988n]) await hear(house, server, bid, bid + 2n)
  expect((await grid.read()).run).toMatchObject({ shares: '49' })
  await thread.idle()
  for (let n = 0; n < 2; n++) await hearWith(house, { server, thread }, 988n, 990n)
  expect((await stuck.read()).run).toMatchObject({
    state: 'stopped',
    reason: 'fault',
    orders: 0,
    stop: { code: 'too_slow', line: 2 },
  })
  expect((await other.read()).run).toMatchObject({ state: 'running', shares: '5' })
  await server.stop()
}, 120_000)

test('a server that ends while a text hears leaves its run to the next', async () => {
  const thread = watched(start)
  const server = serverOf(house, { startOwn: thread.start })
  const text = onQuote(
    'if (quote.left > 0 && quote.bid === 9.7) [new Array(1e9)].flat()\nelse if (own.shares === 0) act.buy({ shares: 3 })',
  )
  const run = await ownRunOf(house, text)
  await hearWith(house, { server, thread }, 980n, 982n)
  await hearWith(house, { server, thread }, 980n, 982n)
  expect((await run.read()).run).toMatchObject({ shares: '3' })
  await hear(house, server, 970n, 972n)
  const before = thread.tasks()
  await server.stop()
  await thread.idle()
  expect(thread.tasks()).toBe(before)
  expect((await run.read()).run).toMatchObject({ state: 'running', shares: '3', stop: null })
  const next = watched(start)
  const other = serverOf(house, { startOwn: next.start })
  await hearWith(house, { server: other, thread: next }, 980n, 982n)
  expect((await run.read()).run).toMatchObject({ state: 'running', shares: '3', stop: null })
  await other.stop()
}, 120_000)
