import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceE4, wholeShares, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { openLog } from '../base/log.ts'
import { openDb, sql, type Db } from '../database/db.ts'
import { openMarket, type OpenedMarket } from '../market/market.opening.ts'
import { openPast } from '../market/market.past.ts'
import { checkCourses, type Courses } from '../orders/courses.verify.ts'
import { place } from '../orders/orders.actions.ts'
import { findOrder } from '../orders/orders.store.ts'
import { ABC, openFloor, ticket, type Floor } from '../orders/orders.testing.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { heldBack, openCorporateActions, type CorporateActions } from './corporate.jobs.ts'

/* Orders that are open over a split or a new ticker of a recording are worked out anew from its files. */

const SPEED = 60
const FIRST = Date.parse('2013-10-03T13:30:00Z')
const dir = mkdtempSync(join(tmpdir(), 'lonja-split-'))
const replay = { dir, start: FIRST, speed: SPEED }
let database: TestDatabase
let floor: Floor
let actions: CorporateActions
let customer: CustomerId
const of: Partial<Record<'buy' | 'stop' | 'odd' | 'sold' | 'waits', OrderId>> = {}
const DEF: ListingId = 'XNYS:DEF'

/** An hour of minutes whose price begins at a level and rises by a cent each, then falls again. */
const minutes = (from: number, price: number): string[] =>
  Array.from({ length: 60 }, (_row, n) => {
    const at = new Date(from + n * MINUTE).toISOString().replace('.000Z', 'Z')
    const ask = price + (n < 30 ? n : 60 - n) / 100
    const bid = ask - 0.01
    return `${at},${[bid, ask, bid, bid].map((each) => each.toFixed(2)).join(',')},100,${bid.toFixed(2)},4000,${ask.toFixed(2)},4000`
  })

beforeAll(async () => {
  const head = 'time,open,high,low,close,volume,bid,bid_size,ask,ask_size'
  const rows = [...minutes(FIRST, 12), ...minutes(FIRST + 24 * HOUR, 3)]
  writeFileSync(join(dir, 'ABC.minute.csv'), [head, ...rows, ''].join('\n'))
  writeFileSync(join(dir, 'DEF.minute.csv'), [head, ...minutes(FIRST, 12), ''].join('\n'))
  writeFileSync(join(dir, 'NEW.minute.csv'), [head, ...minutes(FIRST + 24 * HOUR, 12.5), ''].join('\n'))
  const acts = ['2013-10-04,XNYS:ABC,split,4:1,', '2013-10-04,XNYS:DEF,symbol,NEW,']
  writeFileSync(join(dir, 'actions.csv'), ['date,listing,kind,value,currency', ...acts, ''].join('\n'))
  database = await testDatabase()
  let opened: OpenedMarket | undefined
  floor = await openFloor(database.url, async (db, clock) => {
    const config = { source: 'replay', practiceHours: 'always', replay, feed: null } as const
    opened = await openMarket({ db, config, clock, secret: Buffer.alloc(32), log: openLog('silent') })
    return heldBack(opened.market, { heldAt: (listing) => actions?.heldAt(listing) ?? Infinity })
  })
  if (!opened) throw new Error('the market is open')
  const parts = { db: floor.db, clock: floor.clock, log: openLog('silent'), market: opened.market, guard: floor.guard }
  const trading = { open: floor.open, heardEvents: floor.heardEvents, fees: floor.fees }
  actions = openCorporateActions({ ...parts, events: { publish: () => {} }, trading })
  await trade()
}, 120_000)
afterAll(async () => {
  await floor.close()
  await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

async function pass(ms: number): Promise<void> {
  floor.clock.advance(ms / SPEED)
  await actions.round()
  await floor.engine.sweep()
}

async function placed(change: Partial<Ticket>, listing = ABC): Promise<OrderId> {
  const order = await place(floor, { customer }, { ...ticket(listing), timeInForce: 'gtc', ...change })
  if (isRefused(order)) throw new Error(order.refused)
  return order.id
}

async function trade(): Promise<void> {
  await pass(2 * MINUTE)
  customer = await floor.customer({ USD: 100_000_000n })
  await placed({ shares: wholeShares(10n) })
  await placed({ shares: wholeShares(1_502n) }, DEF)
  await pass(2 * MINUTE)
  of.buy = await placed({ shares: wholeShares(3n), limit: priceE4(119_000n) })
  of.stop = await placed({ side: 'sell', shares: wholeShares(2n), trail: priceE4(10_000n) })
  of.odd = await placed({ side: 'sell', shares: wholeShares(1n), limit: priceE4(200_000n) })
  // Its level is met by one event of the old ticker, which fills a part, and by those of the new one. The other's by none.
  of.sold = await placed({ side: 'sell', shares: wholeShares(1_500n), limit: priceE4(122_900n) }, DEF)
  of.waits = await placed({ side: 'sell', shares: wholeShares(2n), limit: priceE4(200_000n) }, DEF)
  await pass(24 * HOUR)
  await pass(40 * MINUTE)
}

async function checked(): Promise<Courses> {
  const past = await openPast({ db: floor.db, config: { replay }, secret: null })
  if (!past) throw new Error('a house that has opened has a past')
  return checkCourses(floor.db, past)
}

const stateOf = (id: OrderId) => floor.db.read((tx) => findOrder(tx, { customer, id }))

test('they follow from the files, through the split and the new ticker', async () => {
  expect(await stateOf(of.buy!)).toMatchObject({ shares: 12n, limit: 29_750n, conditions: { changes: 1 } })
  expect(await stateOf(of.stop!)).toMatchObject({ shares: 8n, conditions: { stop: { distance: 2_500n } } })
  expect(await stateOf(of.sold!)).toMatchObject({ listing: 'XNYS:NEW', state: 'filled', conditions: { changes: 1 } })
  expect(await stateOf(of.waits!)).toMatchObject({ listing: 'XNYS:NEW', state: 'working' })
  expect(await checked()).toMatchObject({ checked: 7, breaches: [] })
})

let forgeries = 0
test.each([
  ['a limit that the split does not give', () => `update orders set limit_e4 = 29749 where id = '${of.buy}'`],
  ['a hold of other shares', () => `update orders set held_units = 9 where id = '${of.stop}'`],
  ['another ratio on record', () => `update order_changes set ratio_to = 2 where id = '${of.odd}'`],
  ['a limit that a new ticker has changed', () => `update orders set limit_e4 = 200001 where id = '${of.waits}'`],
  ['a place that a new ticker has changed', () => `update order_conditions set rank_at = 1 where id = '${of.waits}'`],
  [
    'terms of before that were others',
    () => `update order_changes set shares = 4, limit_e4 = 119001 where id = '${of.buy}'`,
  ],
])('%s is found', async (_what, statement) => {
  const undone = new Error('taken back')
  const owner = openDb(database.ownerUrl, { max: 1 })
  let codes: string[] = []
  const forged = owner.write(async (tx) => {
    await tx.run(sql(`forge_courses_${(forgeries += 1)}`, statement()), [])
    const past = await openPast({ db: floor.db, config: { replay }, secret: null })
    if (!past) throw new Error('a house that has opened has a past')
    const within: Db = { ...floor.db, read: (work) => work(tx) }
    codes = (await checkCourses(within, past)).breaches.map(({ code }) => code)
    throw undone
  })
  await expect(forged).rejects.toBe(undone)
  await owner.close()
  expect(codes).toContain('order_replacements')
})
