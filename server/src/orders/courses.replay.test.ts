import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { MINUTE } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import { openLog } from '../base/log.ts'
import { openMarket } from '../market/market.opening.ts'
import { openPast } from '../market/market.past.ts'
import { checkCourses, type Courses } from './courses.verify.ts'
import { cancel, place } from './orders.actions.ts'
import { ABC, openFloor, ticket, type Floor } from './orders.testing.ts'

/* Orders on a replay are worked out anew from the bars of its files, by the replay's clock. */

const SPEED = 60
const REPLAYED = Date.parse('2013-10-04T13:30:00Z')
const dir = mkdtempSync(join(tmpdir(), 'lonja-courses-'))
const replay = { dir, start: REPLAYED, speed: SPEED }
let floor: Floor

/** Sixty minutes whose ask falls by a cent each. */
function writeBars(firstAsk: number): void {
  const rows = Array.from({ length: 60 }, (_row, n) => {
    const at = new Date(REPLAYED + n * MINUTE).toISOString().replace('.000Z', 'Z')
    const ask = firstAsk - n / 100
    return `${at},10,11,9,10,100,${(ask - 0.01).toFixed(2)},100,${ask.toFixed(2)},100`
  })
  const head = 'time,open,high,low,close,volume,bid,bid_size,ask,ask_size'
  writeFileSync(join(dir, 'ABC.minute.csv'), [head, ...rows, ''].join('\n'))
}

beforeAll(async () => {
  writeBars(10)
  floor = await openFloor(undefined, async (db, clock) => {
    const config = { source: 'replay', practiceHours: 'always', replay, feed: null } as const
    return (await openMarket({ db, config, clock, secret: Buffer.alloc(32), log: openLog('silent') })).market
  })
})
afterAll(async () => {
  await floor.close()
  rmSync(dir, { recursive: true, force: true })
})

async function pass(minutes: number): Promise<void> {
  floor.clock.advance((minutes * MINUTE) / SPEED)
  await floor.engine.sweep()
}

async function checked(): Promise<Courses> {
  const past = await openPast({ db: floor.db, config: { replay }, secret: null })
  if (!past) throw new Error('a house that has opened has a past')
  return checkCourses(floor.db, past)
}

test('a fill, a limit that waits for its bar, and a cancel follow from the files; other files are no evidence', async () => {
  await pass(2)
  const customer = await floor.customer({ USD: 100_000_000n })
  const tickets = [ticket(ABC), ticket(ABC, { limit: priceE4(99_000n) }), ticket(ABC, { limit: priceE4(90_000n) })]
  const orders = []
  for (const each of tickets) orders.push(await place(floor, { customer }, each))
  await pass(30)
  const last = orders[2]
  expect(last && !isRefused(last) && isRefused(await cancel(floor, { customer }, last.id))).toBe(false)
  expect(await checked()).toEqual({ checked: 3, unchecked: {}, breaches: [] })
  writeBars(9.5)
  expect(await checked()).toEqual({ checked: 0, unchecked: { other_files: 3 }, breaches: [] })
})
