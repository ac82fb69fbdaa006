import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND, type Day } from '@lonja/core/base/instant'
import { dayOf, dayNumberAt } from '@lonja/core/calendar/days'
import { settableClock, type SettableClock } from '../base/clock.ts'
import { openLog } from '../base/log.ts'
import { openDb, type Db } from '../database/db.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { findHouseClock, holdSeeds, releaseSeeds, saveRan } from './clock.store.ts'
import { lagOf, openGuard, type MarketGuard } from './market.guard.ts'
import { insertRevealed } from './market.store.ts'

const START = Date.UTC(2026, 10, 20, 15)

let database: TestDatabase
let db: Db
let clock: SettableClock
let lines: { level: number; msg: string }[]
beforeEach(async () => {
  database = await testDatabase()
  db = openDb(database.url)
  clock = settableClock(START)
  lines = []
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

const log = openLog('warn', { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })

async function open(): Promise<MarketGuard> {
  const guard = openGuard({ db, clock, log, hasSeeds: true })
  await guard.round()
  return guard
}

/** Both clocks run on, read each second as a server does. */
async function runs(guard: MarketGuard, forMs: number, stepMs = SECOND): Promise<void> {
  for (let ran = 0; ran < forMs; ran += stepMs) {
    clock.advance(stepMs)
    await guard.round()
  }
}

test.each([
  ['forward', 50 * HOUR],
  ['back', -50 * HOUR],
])('a clock that jumps %s stops the market’s clock at once, without waiting for a round', async (_case, byMs) => {
  const guard = await open()
  clock.advance(SECOND)
  const stood = guard.now()
  clock.jump(byMs)
  expect(guard.now()).toBe(stood)
  expect(guard.agrees()).toBe(false)
  expect(guard.pausedSince()).toBe(stood)
  expect(guard.state()).toMatchObject({ pausedSince: stood, differenceMs: byMs })
  expect(await guard.mayReveal(), 'nor before the jump is stored').toBe(false)
  expect(lines).toMatchObject([{ level: 50, msg: expect.stringContaining('trading and revealing pause') as string }])
})

test('trading goes on when the clocks have agreed for a minute and the missed quotes are worked through', async () => {
  const guard = await open()
  clock.jump(50 * HOUR)
  await runs(guard, MINUTE - SECOND)
  expect(guard.agrees()).toBe(false)
  await runs(guard, 2 * SECOND)
  expect(guard.agrees()).toBe(true)
  expect(guard.now()).toBe(clock.now())
  expect(guard.pausedSince(), 'what was missed is not worked through').toBe(START)
  guard.workedThrough(guard.now() - HOUR)
  expect(guard.pausedSince()).toBe(START)
  expect(lagOf(guard, guard)).toBe(HOUR)
  guard.workedThrough(guard.now())
  expect(guard.pausedSince()).toBeNull()
  expect(lagOf(guard, guard)).toBe(0)
  expect(lines.map(({ level }) => level)).toEqual([50, 40, 40])
})

test('a machine that slept is not in doubt', async () => {
  const guard = await open()
  clock.advance(9 * HOUR)
  expect(guard.pausedSince()).toBeNull()
  await guard.round()
  expect(await guard.mayReveal()).toBe(true)
})

test('after a jump no seed is revealed for 24 hours of elapsed time, across restarts', async () => {
  const first = await open()
  clock.jump(50 * HOUR)
  await runs(first, 12 * HOUR, MINUTE)
  expect((await db.read(findHouseClock))?.hold).toMatchObject({ cause: 'clock_jumped', at: START })
  // A start of another server does not begin the wait anew, and time while none runs does not count.
  clock.advance(2 * HOUR)
  const second = await open()
  await runs(second, 12 * HOUR - MINUTE, MINUTE)
  expect(await second.mayReveal()).toBe(false)
  expect(second.state().hold?.leftMs).toBeGreaterThan(0)
  await runs(second, 2 * MINUTE, MINUTE)
  expect(await second.mayReveal()).toBe(true)
  expect(second.state().hold).toBeNull()
})

test('two servers that wait side by side do not wait half as long', async () => {
  const [one, other] = [await open(), await open()]
  clock.jump(50 * HOUR)
  for (const guard of [one, other]) await guard.round()
  for (let ran = 0; ran < 13 * HOUR; ran += MINUTE) {
    clock.advance(MINUTE)
    await one.round()
    await other.round()
  }
  expect(await one.mayReveal()).toBe(false)
  expect((await db.read(findHouseClock))?.hold?.waitedMs).toBeLessThanOrEqual(13 * HOUR)
})

test('the operator’s release is heard at once, and a hold that began anew is not released by it', async () => {
  const guard = await open()
  await db.write((tx) => holdSeeds(tx, START, 'house_away'))
  expect(await guard.mayReveal()).toBe(false)
  expect(await db.write((tx) => releaseSeeds(tx, START + 1))).toBe(false)
  expect(await guard.mayReveal()).toBe(false)
  expect(await db.write((tx) => releaseSeeds(tx, START))).toBe(true)
  expect(await guard.mayReveal()).toBe(true)
})

test('the last running instant is stored, and never by a clock in doubt', async () => {
  const guard = await open()
  await runs(guard, 3 * MINUTE, MINUTE)
  expect((await db.read(findHouseClock))?.ranAt).toBe(START + 3 * MINUTE)
  clock.jump(50 * HOUR)
  await runs(guard, 30 * SECOND)
  expect((await db.read(findHouseClock))?.ranAt).toBe(START + 3 * MINUTE)
  await db.write((tx) => saveRan(tx, START))
  expect((await db.read(findHouseClock))?.ranAt, 'it never goes back').toBe(START + 3 * MINUTE)
})

test('a day whose seed is public before it is over is not traded, also after a restart', async () => {
  const tomorrow: Day = dayOf(dayNumberAt('Europe/Madrid', START) + 1)
  const yesterday: Day = dayOf(dayNumberAt('Europe/Madrid', START) - 1)
  await db.write((tx) => insertRevealed(tx, [{ day: yesterday, seed: Buffer.alloc(32) }], START))
  expect((await open()).isPublic(yesterday), 'a seed that was revealed in time').toBe(false)
  await db.write((tx) => insertRevealed(tx, [{ day: tomorrow, seed: Buffer.alloc(32) }], START))
  const guard = await open()
  expect(guard.isPublic(tomorrow)).toBe(true)
  expect(guard.isPublic(dayOf(dayNumberAt('Europe/Madrid', START) + 2))).toBe(false)
  expect(guard.state().publicThrough).toBe(tomorrow)
  clock.advance(72 * HOUR)
  const later = await open()
  expect(later.isPublic(tomorrow), 'its missed quotes stay untraded').toBe(true)
  expect(later.state().publicThrough, 'nothing to say once it is over').toBeNull()
})
