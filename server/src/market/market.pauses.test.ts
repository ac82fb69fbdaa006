import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { NEWEST_FEE_TABLE } from '@lonja/core/orders/fees.rules'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { settableClock } from '../base/clock.ts'
import { openLog } from '../base/log.ts'
import { openDb, type Db } from '../database/db.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { proofRoutes } from '../proof/proof.routes.ts'
import { openMarket, type OpenedMarket } from './market.opening.ts'
import { HEARD_WITHIN_MS, switchReplay } from './market.pauses.ts'
import { openLookDoor } from './market.testing.ts'

const FEES = [{ version: NEWEST_FEE_TABLE, announcedAt: 0, from: 0 }]

const OPENED = Date.parse('2026-11-20T10:00:00Z')
const START = Date.parse('2013-10-04T13:30:00Z')
const LISTING = 'XNYS:ABC'

let database: TestDatabase
let db: Db
let folder: string
const clock = settableClock(OPENED)
beforeEach(async () => {
  database = await testDatabase()
  db = openDb(database.url)
  folder = mkdtempSync(join(tmpdir(), 'lonja-replay-'))
  const rows = Array.from({ length: 30 }, (_row, n) => {
    const at = new Date(START + n * MINUTE).toISOString().replace('.000Z', 'Z')
    return `${at},10,11,9,10,100,9.${10 + n},100,11.${10 + n},100`
  })
  const heading = 'time,open,high,low,close,volume,bid,bid_size,ask,ask_size'
  writeFileSync(join(folder, 'ABC.minute.csv'), [heading, ...rows, ''].join('\n'))
  clock.set(OPENED)
})
afterEach(async () => {
  await db.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** At sixtyfold speed a second of the house is a minute of the recording. */
const open = (): Promise<OpenedMarket> => {
  const replay = { dir: folder, start: START, speed: 60 }
  return openMarket({
    db,
    config: { source: 'replay', practiceHours: 'always', replay, feed: null },
    clock,
    secret: Buffer.alloc(32),
    log: openLog('silent'),
  })
}
const minutesOf = ({ market }: OpenedMarket): number => (market.now() - START) / MINUTE

test('a replay pauses with everything it serves and resumes from there', async () => {
  const house = await open()
  const other = await open()
  clock.advance(3 * SECOND)
  const pause = await switchReplay(db, true, clock.now())
  expect(pause).toEqual({ at: clock.now() + HEARD_WITHIN_MS, stands: true })
  for (const { pauses } of [house, other]) await pauses?.listen()
  clock.advance(HEARD_WITHIN_MS - 1)
  expect(minutesOf(house)).toBeLessThan(8)
  clock.advance(1)
  const shown = house.market.quote(LISTING)
  expect(shown?.at).toBe(START + 8 * MINUTE)
  clock.advance(20 * SECOND)
  for (const node of [house, other]) {
    expect(minutesOf(node)).toBe(8)
    expect(node.market.quote(LISTING)).toEqual(shown)
    expect(node.market.candles(LISTING, 'minute', { from: 0, to: Infinity, most: 100 }).at).toHaveLength(8)
    expect(node.market.nextQuotes(LISTING, START, Infinity)).toHaveLength(8)
    expect(node.market.serverTimeOf(START + 9 * MINUTE)).toBeNull()
  }

  const goesOn = await switchReplay(db, false, clock.now())
  for (const { pauses } of [house, other]) await pauses?.listen()
  clock.set((goesOn?.at ?? NaN) + 2 * SECOND)
  for (const node of [house, other]) {
    expect(minutesOf(node)).toBe(10)
    // Nothing was skipped: the events before and after the pause are all there, in order.
    const events = node.market.nextQuotes(LISTING, START, Infinity)
    expect(events.map(({ at }) => (at - START) / MINUTE)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(node.market.serverTimeOf(START + 9 * MINUTE)).toBe((goesOn?.at ?? NaN) + SECOND)
  }
})

test('a pause outlives the house', async () => {
  await open()
  const pause = await switchReplay(db, true, clock.now())
  clock.advance(10 * MINUTE)
  const again = await open()
  expect(minutesOf(again)).toBe(HEARD_WITHIN_MS / SECOND)
  const goesOn = await switchReplay(db, false, clock.now())
  clock.set((goesOn?.at ?? NaN) + SECOND)
  expect(minutesOf(await open())).toBe(HEARD_WITHIN_MS / SECOND + 1)
  expect(pause?.at).toBe(OPENED + HEARD_WITHIN_MS)
})

test('a switch to the present state is not stored, and no switch is earlier than the last one', async () => {
  await open()
  expect(await switchReplay(db, false, clock.now())).toBeNull()
  const stands = await switchReplay(db, true, clock.now())
  expect(await switchReplay(db, true, clock.now())).toBeNull()
  const goesOn = await switchReplay(db, false, clock.now() - MINUTE)
  expect(goesOn?.at).toBe((stands?.at ?? NaN) + 1)
})

test('the description of the house names the pause', async () => {
  const house = await open()
  const look = await openLookDoor(
    proofRoutes(house, { secret: Buffer.alloc(32), grant: null, off: new Set(), fees: FEES }),
    clock,
    db,
  )
  expect(await look.ask(readAbout)).toMatchObject({ source: { pausedAt: null, speed: 60 } })
  const pause = await switchReplay(db, true, clock.now())
  await house.pauses?.listen()
  expect(await look.ask(readAbout)).toMatchObject({ source: { pausedAt: null } })
  clock.advance(MINUTE)
  expect(await look.ask(readAbout)).toMatchObject({ source: { pausedAt: pause?.at } })
  await look.close()
})
