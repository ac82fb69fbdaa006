import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { settableClock, type SettableClock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import { configFrom } from '../config/config.ts'
import { openHouse, type OpenHouse } from '../main.ts'
import { copiedFolder, preparedFolder, type TestFolder } from '../testing/database.ts'
import { openConsole } from './console.ts'
import type { First } from './first.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })
const PATIENTLY = { timeout: 60_000, interval: 100 }

const OPENED = Date.parse('2026-11-20T10:00:00Z')

/** The data folder of a house that opened, ran for an hour and closed. */
let lived: TestFolder
let folder: TestFolder
let clock: SettableClock
let demo: First['demo'] | undefined
let house: OpenHouse | null = null
beforeAll(async () => {
  lived = await preparedFolder()
  clock = settableClock(OPENED)
  const first = await open(lived.path)
  demo = first.first?.demo
  clock.advance(HOUR)
  await first.close()
})
afterAll(() => lived.remove())
beforeEach(async () => {
  folder = await copiedFolder(lived.path)
  clock = settableClock(OPENED + HOUR + MINUTE)
})
afterEach(async () => {
  await house?.close()
  house = null
  folder.remove()
})

async function open(dataDir = folder.path): Promise<OpenHouse> {
  const config = configFrom({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' })
  house = await openHouse(config, { app: null, clock, terminal: openConsole(() => {}) })
  return house
}

async function ask(method: 'GET' | 'POST', path: string, fields?: object, token = '') {
  const answer = await fetch(`${house?.address}/api/en${path}`, {
    method,
    headers: { 'content-type': 'application/json', token },
    ...(fields ? { body: JSON.stringify(fields) } : {}),
  })
  // The fields of an answer depend on the call; each test checks its own.
  return (await answer.json()) as { error?: string; detail?: unknown; data: Record<string, unknown> }
}

interface About {
  readonly source: { now: number; stoppedSince: number | null; publicThrough: string | null }
  readonly seeds: { revealed: { day: string }[] }
}
const about = async (): Promise<About> => (await ask('GET', readAbout.path)).data as unknown as About
const signedIn = async (): Promise<string> => (await ask('POST', logIn.path, demo)).data['token'] as string
const buy = (token: string) =>
  ask(
    'POST',
    placeOrder.path,
    {
      id: newId(),
      listing: 'XNYS:LMR',
      side: 'buy',
      shares: '1',
      limit: null,
      timeInForce: 'day',
    },
    token,
  )

// At 05:00 UTC of the next day the opening day is over everywhere.
test('a jump past the end of the day reveals nothing, stops orders and says so; then the house goes on', async () => {
  await open()
  const token = await signedIn()
  const { now } = (await about()).source
  clock.jump(20 * HOUR)
  expect(await buy(token)).toMatchObject({ error: 'trading_paused' })
  expect((await about()).source).toMatchObject({ stoppedSince: now, now })
  clock.jump(-20 * HOUR)
  expect(await buy(token)).toMatchObject({ error: 'trading_paused' })
  clock.advance(MINUTE)
  await vi.waitFor(() => expect(about()).resolves.toMatchObject({ source: { stoppedSince: null } }), PATIENTLY)
  expect(await buy(token)).toMatchObject({ data: { listing: 'XNYS:LMR' } })
  expect((await about()).seeds.revealed).toEqual([])
})

test.each([
  ['an hour early', -HOUR],
  ['three minutes early', -3 * MINUTE],
])('a start by a clock that is %s is refused in one line, and changes nothing', async (_case, byMs) => {
  clock = settableClock(OPENED + HOUR + byMs)
  const refused = open()
  await expect(refused).rejects.toThrow(
    /^The clock of this machine says .*Z, and this house has written at .*: set the/,
  )
  await expect(refused).rejects.not.toThrow('\n')
  clock = settableClock(OPENED + HOUR)
  await open()
})

test('a start after a night reveals what is over; one after two days waits', async () => {
  clock = settableClock(OPENED + 25 * HOUR)
  await open()
  await vi.waitFor(async () => expect((await about()).seeds.revealed).toMatchObject([{ day: '2026-11-20' }]), PATIENTLY)
  await house?.close()
  clock = settableClock(OPENED + 73 * HOUR)
  await open()
  await vi.waitFor(() => expect(about()).resolves.toMatchObject({ source: { stoppedSince: null } }), PATIENTLY)
  expect((await about()).seeds.revealed).toMatchObject([{ day: '2026-11-20' }])
})
