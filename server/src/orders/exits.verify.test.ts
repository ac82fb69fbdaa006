import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { MINUTE } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import { openLog } from '../base/log.ts'
import { openDb, sql, type Db, type Tx } from '../database/db.ts'
import { checkLaws } from '../ledger/ledger.verify.ts'
import { openMarket } from '../market/market.opening.ts'
import { openPast } from '../market/market.past.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { checkCourses } from './courses.verify.ts'
import { listOpenLots } from './lots.store.ts'
import { place, replace } from './orders.actions.ts'
import { ABC, openFloor, ticket, type Floor } from './orders.testing.ts'
import { ORDER_BOOKS } from './orders.verify.ts'

/* Exits and sells of a lot, on a replay that rises and falls, are worked out anew; each forged row is named. */

const SPEED = 60
const REPLAYED = Date.parse('2013-10-04T13:30:00Z')
const dir = mkdtempSync(join(tmpdir(), 'lonja-exits-'))
const replay = { dir, start: REPLAYED, speed: SPEED }
let database: TestDatabase
let owner: Db
let floor: Floor
let customer: CustomerId
let orders: Readonly<Record<'profit' | 'stopped' | 'followed' | 'ofLot' | 'waits', Order>>

/** The ask rises by five cents a minute from 10.00 to 11.00, and falls as slowly. The bid is a cent below. */
function writeBars(): void {
  const rows = Array.from({ length: 60 }, (_row, n) => {
    const at = new Date(REPLAYED + n * MINUTE).toISOString().replace('.000Z', 'Z')
    const ask = 10 + (n < 20 ? n : 40 - n) / 20
    return `${at},${ask},12,8,${ask},100,${(ask - 0.01).toFixed(2)},100,${ask.toFixed(2)},100`
  })
  const head = 'time,open,high,low,close,volume,bid,bid_size,ask,ask_size'
  writeFileSync(join(dir, 'ABC.minute.csv'), [head, ...rows, ''].join('\n'))
}

async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    floor.clock.advance(MINUTE / SPEED)
    await floor.engine.sweep()
  }
}

async function sold(change: Partial<Ticket>): Promise<Order> {
  const order = await place(floor, { customer }, ticket(ABC, { side: 'sell', timeInForce: 'gtc', ...change }))
  if (isRefused(order)) throw new Error(order.refused)
  return order
}

beforeAll(async () => {
  writeBars()
  database = await testDatabase()
  owner = openDb(database.ownerUrl, { max: 1 })
  floor = await openFloor(database.url, async (db, clock) => {
    const config = { source: 'replay', practiceHours: 'always', replay, feed: null } as const
    return (await openMarket({ db, config, clock, secret: Buffer.alloc(32), log: openLog('silent') })).market
  })
  await pass(2)
  customer = await floor.customer({ USD: 100_000_000n })
  await place(floor, { customer }, ticket(ABC, { shares: wholeShares(100n), limit: priceE4(120_000n) }))
  await pass(5)
  const lots = await floor.db.read((tx) => listOpenLots(tx, customer))
  const second = lots[1]
  if (!second) throw new Error('the purchase opened several lots')
  const exit = { exit: true, shares: wholeShares(20n) }
  const profit = await sold({ ...exit, shares: wholeShares(30n), stop: priceE4(95_000n), profit: priceE4(106_000n) })
  const stopped = await sold({ ...exit, stop: priceE4(101_000n), profit: priceE4(118_000n) })
  const followed = await sold({ ...exit, trail: priceE4(1_500n), profit: priceE4(112_000n) })
  const ofLot = await sold({ shares: wholeShares(10n), limit: priceE4(108_000n), lot: second.id })
  const waits = await sold({ shares: wholeShares(5n), limit: priceE4(500_000n), lot: second.id })
  const request = { id: stopped.id, side: 'sell', changes: 0, shares: wholeShares(18n), limit: null, trail: null, trailBps: null, timeInForce: 'gtc' } as const // prettier-ignore
  const replaced = await replace(
    floor,
    { customer },
    { ...request, stop: priceE4(102_000n), profit: priceE4(119_000n) },
  )
  if (isRefused(replaced)) throw new Error(replaced.refused)
  orders = { profit, stopped, followed, ofLot, waits }
  await pass(45)
}, 60_000)
afterAll(async () => {
  await owner.close()
  await floor.close()
  await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

/** The broken laws with the orders of their rows, after statements of the tables' owner. They are rolled back. */
async function brokenBy(...texts: string[]): Promise<[law: string, order: string | null][]> {
  const past = await openPast({ db: floor.db, config: { replay }, secret: null })
  if (!past) throw new Error('a house that has opened has a past')
  const undone = new Error('taken back')
  const rowsOfBreaches: [string, string | null][] = []
  const run = owner.write(async (tx: Tx) => {
    for (const text of texts) await tx.run(sql(`test_exit_fault_${(faults += 1)}`, text))
    const { breaches } = await checkCourses({ ...owner, read: (work) => work(tx) }, past)
    for (const { code, rows } of [...breaches, ...(await checkLaws(tx, [ORDER_BOOKS]))])
      rowsOfBreaches.push(...rows.map(({ cause }): [string, string | null] => [code, cause]))
    throw undone
  })
  await expect(run).rejects.toBe(undone)
  return rowsOfBreaches
}
let faults = 0

const nameOf = (id: string | null): string => Object.entries(orders).find(([, order]) => order.id === id)?.[0] ?? 'none'

test('they follow from the files, and the books agree', async () => {
  expect(await brokenBy()).toEqual([])
  const ways = await floor.db.read((tx) =>
    tx.run<{ order_id: string; sell_type: string; shares: bigint }>(
      sql('exit_ways', 'select f.order_id, c.sell_type, sum(c.shares)::int8 as shares from closings c join fills f on f.id = c.fill group by 1, 2'), // prettier-ignore
    ),
  )
  expect(ways.map((way) => `${nameOf(way.order_id)}: ${way.sell_type} ${way.shares}`).toSorted()).toEqual([
    'followed: stop_loss 20',
    'ofLot: customer 10',
    'profit: take_profit 30',
    'stopped: stop_loss 18',
  ])
})

// prettier-ignore
test.each<[string, () => string[], string, keyof typeof orders | 'none']>([
  ['a profit that the price met later',       () => [`update order_conditions set profit_e4 = 108000 where id = '${orders.profit.id}'`], 'order_fills', 'profit'],
  ['a profit that the price met',             () => ['alter table order_conditions disable trigger user', `update order_conditions set profit_e4 = 107000 where id = '${orders.stopped.id}'`], 'order_triggers', 'stopped'],
  ['an old profit above which nothing stood', () => [`update order_changes set profit_e4 = 100000 where id = '${orders.stopped.id}'`], 'order_terms', 'stopped'],
  ['a stop that followed less',               () => ['alter table order_conditions disable trigger user', `update order_conditions set trail_e4 = 2000 where id = '${orders.followed.id}'`], 'order_triggers', 'followed'],
  ['another way of closing',                  () => [`update closings set sell_type = 'customer' where fill in (select id from fills where order_id = '${orders.profit.id}')`], 'sell_types', 'profit'],
  ['a lot that the order does not name',      () => [`update order_conditions set lot = gen_random_uuid() where id = '${orders.ofLot.id}'`], 'reserved_lots', 'ofLot'],
  ['a share less reserved than asked for',    () => [`update lots set shares_reserved = shares_reserved - 1 where shares_reserved > 0`], 'reserved_lots', 'waits'],
  ['nothing reserved of what is asked for',         () => [`update lots set shares_reserved = 0`], 'reserved_lots', 'waits'],
  ['an exit that is none',                    () => [`update order_conditions set is_exit = false where id = '${orders.waits.id}'`, `update closings set sell_type = 'stop_loss' where fill in (select id from fills where order_id = '${orders.ofLot.id}')`], 'sell_types', 'ofLot'],
])('%s is named', async (_what, texts, law, order) => {
  const named = (await brokenBy(...texts())).map(([code, id]) => [code, nameOf(id)])
  expect(named).toContainEqual([law, order])
})
