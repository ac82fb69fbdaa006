import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { settableClock } from '../base/clock.ts'
import { openLog } from '../base/log.ts'
import { openDb, type Db } from '../database/db.ts'
import { testDatabase } from '../testing/database.ts'
import { saveRan, savePublicThrough } from './clock.store.ts'
import { openBeside } from './market.beside.ts'
import { openMarket } from './market.opening.ts'
import { testPractice, TEST_SECRET } from './market.practice.testing.ts'
import type { Market } from './market.quotes.ts'
import { insertOpening } from './market.store.ts'

/* A command beside a house sees the quotes of the house: neither fewer nor others, and none to come. */

const START: Instant = Date.UTC(2026, 10, 20, 15)
const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function opened(): Promise<{ db: Db; clock: ReturnType<typeof settableClock> }> {
  const database = await testDatabase()
  const db = openDb(database.url, { max: 2 })
  closing.push(database.drop, db.close)
  return { db, clock: settableClock(START) }
}

type Beside = Awaited<ReturnType<typeof openBeside>>

function expectSame(beside: Beside, house: Market, listing: ListingId, [from, until]: readonly [Instant, Instant]) {
  expect([beside.name, beside.now()]).toEqual([house.name, house.now()])
  const events = beside.nextQuotes(listing, from, Math.min(until, beside.now()))
  expect(events).toEqual(house.nextQuotes(listing, from, until))
  expect(beside.rateAt(house.now())).toEqual(house.rateAt(house.now()))
  return events.length
}

test('of a practice market, also while a day is not traded because its seed is public', async () => {
  const { db, clock } = await opened()
  const { market, guard } = await testPractice({ hours: 'always', openedAt: START })(db, clock)
  clock.advance(20 * HOUR)
  const [listing] = ['XNYS:LMR' as ListingId]
  const around = (): readonly [Instant, Instant] => [clock.now() - 5 * MINUTE, clock.now() + MINUTE]
  const beside = () => openBeside({ db, config: { replay: null }, secret: TEST_SECRET, clock })
  expect(expectSame(await beside(), market, listing, around())).toBe(300)
  await db.write((tx) => saveRan(tx, clock.now()))
  await db.write((tx) => savePublicThrough(tx, '2026-11-21'))
  await guard.round({ isLast: true })
  expect(expectSame(await beside(), market, listing, around())).toBe(0)
  clock.advance(24 * HOUR)
  expect(expectSame(await beside(), market, listing, [clock.now() - 30 * HOUR, clock.now()])).toBeGreaterThan(1_000)
})

test('of a replay, by its files and its clock; other files are refused', async () => {
  const { db, clock } = await opened()
  const dir = mkdtempSync(join(tmpdir(), 'lonja-beside-'))
  closing.push(() => rmSync(dir, { recursive: true, force: true }))
  const begin = Date.parse('2013-10-04T13:30:00Z')
  const write = (ask: string): void => {
    const rows = Array.from({ length: 60 }, (_row, n) => {
      const at = new Date(begin + n * MINUTE).toISOString().replace('.000Z', 'Z')
      return `${at},10,11,9,10,100,9.99,100,${ask},100`
    })
    const head = 'time,open,high,low,close,volume,bid,bid_size,ask,ask_size'
    writeFileSync(join(dir, 'ABC.minute.csv'), [head, ...rows, ''].join('\n'))
  }
  write('10.00')
  const replay = { dir, start: begin, speed: 60 }
  const config = { source: 'replay', practiceHours: 'always', replay, feed: null } as const
  const { market } = await openMarket({ db, config, clock, secret: TEST_SECRET, log: openLog('silent') })
  clock.advance(10_000)
  const beside = await openBeside({ db, config, secret: TEST_SECRET, clock })
  expect(expectSame(beside, market, 'XNYS:ABC', [begin, begin + HOUR])).toBe(10)
  write('10.01')
  await expect(openBeside({ db, config, secret: TEST_SECRET, clock })).rejects.toThrow(/REPLAY_DIR does not hold/)
})

test('of a live feed nothing, since no quotes are stored', async () => {
  const { db, clock } = await opened()
  const feed = { streams: 'iex' }
  await db.write((tx) =>
    insertOpening(tx, { openedAt: START, source: 'alpaca', hours: 'exchange', practice: null, replay: null, feed }),
  )
  const beside = await openBeside({ db, config: { replay: null }, secret: TEST_SECRET, clock })
  expect([beside.name, beside.now(), beside.nextQuotes('XNYS:ABC', 0, START)]).toEqual(['alpaca', 0, []])
})
