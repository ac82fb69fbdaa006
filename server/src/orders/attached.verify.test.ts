import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { MINUTE } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { openLog } from '../base/log.ts'
import { openDb, sql, type Db, type Tx } from '../database/db.ts'
import { checkLaws } from '../ledger/ledger.verify.ts'
import { openMarket } from '../market/market.opening.ts'
import { openPast } from '../market/market.past.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { checkCourses } from './courses.verify.ts'
import { cancel, place, replace } from './orders.actions.ts'
import { ABC, openFloor, ticket, type Floor } from './orders.testing.ts'
import { ORDER_BOOKS } from './orders.verify.ts'
import { placeOrTakeOver } from './taking.actions.ts'

/* Buys with attached exits, on a replay that rises and falls, are worked out anew; each forged row is named. */

const SPEED = 60
const REPLAYED = Date.parse('2013-10-04T13:30:00Z')
const dir = mkdtempSync(join(tmpdir(), 'lonja-attached-'))
const replay = { dir, start: REPLAYED, speed: SPEED }
let database: TestDatabase
let owner: Db
let floor: Floor
let customer: CustomerId
const NAMES = ['profit', 'profitExit', 'reached', 'reachedExit', 'whole', 'wholeExit', 'removed', 'removedExit', 'waits', 'waitsExit', 'follows', 'followsExit', 'plain'] as const // prettier-ignore
type Name = (typeof NAMES)[number]
const orders = new Map<Name, OrderId>()

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

/** Places a buy of a customer of its own: each meets the events alone. */
async function bought(name: Name, change: Partial<Ticket>): Promise<CustomerId> {
  const own = await floor.customer({ USD: 100_000_000n })
  const terms = { limit: priceE4(120_000n), timeInForce: 'gtc', ...change } as const
  const order = await place(floor, { customer: own }, ticket(ABC, terms))
  if (isRefused(order)) throw new Error(order.refused)
  orders.set(name, order.id)
  return own
}

const exits = (stop: bigint | null, profit: bigint | null) => ({
  stop: stop === null ? null : priceE4(stop),
  profit: profit === null ? null : priceE4(profit),
})

async function exitOf(name: Name): Promise<OrderId> {
  const [row] = await floor.db.read((tx) =>
    tx.run<{ id: OrderId }>(sql('exit_of_buy_tested', 'select id from order_conditions where of_buy = $1'), [
      orders.get(name),
    ]),
  )
  if (!row) throw new Error(`${name} has an exit`)
  return row.id
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
  await bought('plain', { shares: wholeShares(10n) })
  await bought('profit', { shares: wholeShares(20n), exits: exits(null, 130_000n) })
  // Each event fills 25 shares, until the bid of 10.60 or more takes the profit.
  await bought('reached', { shares: wholeShares(1_000n), limit: priceE4(105_500n), exits: exits(99_000n, 106_000n) })
  customer = await bought('whole', { shares: wholeShares(60n), exits: exits(99_000n, 130_000n), leverage: 2 })
  const remover = await bought('removed', { shares: wholeShares(75n), exits: exits(98_000n, null) })
  await bought('waits', { shares: wholeShares(30n), exits: exits(20_000n, 900_000n) })
  // Its stop follows the bid up to 10.99, and is reached two per cent below that.
  await bought('follows', { shares: wholeShares(30n), exits: { ...exits(null, null), trailBps: 200 } })
  await pass(1)
  const removed = await exitOf('removed')
  if (isRefused(await cancel(floor, { customer: remover }, removed))) throw new Error('the exit is taken away')
  const request = { id: await exitOf('whole'), side: 'sell', changes: 0, shares: wholeShares(25n), limit: null, trail: null, trailBps: null, timeInForce: 'gtc' } as const // prettier-ignore
  const moved = await replace(floor, { customer }, { ...request, stop: priceE4(100_500n), profit: priceE4(131_000n) })
  if (isRefused(moved)) throw new Error(moved.refused)
  await pass(1)
  const byHand = ticket(ABC, { side: 'sell', shares: wholeShares(10n) })
  if (isRefused(await placeOrTakeOver(floor, { customer }, byHand))) throw new Error('the sell by hand is taken')
  await pass(50)
  for (const name of ['profit', 'reached', 'whole', 'removed', 'waits', 'follows'] as const)
    orders.set(`${name}Exit`, await exitOf(name))
}, 60_000)
afterAll(async () => {
  await owner.close()
  await floor.close()
  await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

/** The broken laws with the orders of their rows, after statements of the tables' owner. They are rolled back. */
async function brokenBy(...texts: string[]): Promise<[law: string, order: string][]> {
  const past = await openPast({ db: floor.db, config: { replay }, secret: null })
  if (!past) throw new Error('a house that has opened has a past')
  const undone = new Error('taken back')
  const rowsOfBreaches: [string, string][] = []
  const run = owner.write(async (tx: Tx) => {
    for (const text of texts) await tx.run(sql(`attached_fault_${(faults += 1)}`, text))
    const { breaches } = await checkCourses({ ...owner, read: (work) => work(tx) }, past)
    for (const { code, rows } of [...breaches, ...(await checkLaws(tx, [ORDER_BOOKS]))])
      rowsOfBreaches.push(...rows.map(({ cause }): [string, string] => [code, nameOf(cause)]))
    throw undone
  })
  await expect(run).rejects.toBe(undone)
  return rowsOfBreaches
}
let faults = 0

const nameOf = (id: string | null): string => [...orders].find(([, order]) => order === id)?.[0] ?? 'none'
const idOf = (name: Name): string => `'${orders.get(name)}'`

test('they follow from the files, and the books agree', async () => {
  expect(await brokenBy()).toEqual([])
  const rows = await floor.db.read((tx) =>
    tx.run<{ id: string; state: string; end_reason: string | null; shares: bigint; filled: bigint }>(
      sql('attached_states', 'select id, state, end_reason, shares, filled from orders order by market_at, id'),
    ),
  )
  const states = new Map(rows.map((row) => [nameOf(row.id), `${row.state} ${row.filled} of ${row.shares}${row.end_reason ? ` ${row.end_reason}` : ''}`])) // prettier-ignore
  expect(Object.fromEntries(NAMES.map((name) => [name, states.get(name)]))).toEqual({
    plain: 'filled 10 of 10',
    profit: 'filled 20 of 20',
    profitExit: 'working 0 of 20',
    reached: 'cancelled 250 of 1000 exit_reached',
    reachedExit: 'filled 250 of 250',
    whole: 'filled 60 of 60',
    wholeExit: 'filled 50 of 50',
    removed: 'filled 75 of 75',
    removedExit: 'cancelled 0 of 25 by_customer',
    waits: 'filled 30 of 30',
    waitsExit: 'working 0 of 30',
    follows: 'filled 30 of 30',
    followsExit: 'filled 30 of 30',
  })
})

const OPEN = 'alter table orders disable trigger user'
const FREE = 'alter table order_conditions disable trigger user'

// prettier-ignore
test.each<[string, () => string[], string, Name | 'none']>([
  ['an exit of another price', () => [OPEN, `update orders set limit_e4 = 130001 where id = ${idOf('profitExit')}`], 'attached_exits', 'profit'],
  ['an exit of another stop than was attached', () => [`update order_conditions set exits_stop_e4 = 20001 where id = ${idOf('waits')}`], 'attached_exits', 'waits'],
  ['an exit that follows at another share than was attached', () => [`update order_conditions set exits_trail_bps = 201 where id = ${idOf('follows')}`], 'attached_exits', 'follows'],
  ['an exit that followed from another price', () => [FREE, `update order_conditions set trigger_best_e4 = trigger_best_e4 + 1 where id = ${idOf('followsExit')}`], 'order_triggers', 'followsExit'],
  ['a moved exit that began at another price', () => [`update order_changes set stop_e4 = 98000 where id = ${idOf('wholeExit')} and change = 1`], 'attached_exits', 'whole'],
  ['an exit of a later event',                 () => [OPEN, `update orders set market_at = market_at + 60000, through_at = through_at + 60000 where id = ${idOf('waitsExit')}`], 'attached_exits', 'waits'],
  ['an exit of no buy',                        () => [`update order_conditions set of_buy = null where id = ${idOf('profitExit')}`], 'attached_exits', 'profit'],
  ['an exit of another’s buy',                 () => [`update order_conditions set of_buy = ${idOf('plain')} where id = ${idOf('profitExit')}`], 'attached_exits', 'profit'],
  ['a buy that names no exit',                 () => [`update order_conditions set exit_order = null where id = ${idOf('profit')}`], 'attached_exits', 'profit'],
  ['an exit of a buy without any attached',    () => [`update order_conditions set exit_order = null, exits_stop_e4 = null, exits_profit_e4 = null where id = ${idOf('profit')}`], 'attached_exits', 'profitExit'],
  ['a growth of another fill',                 () => [`update order_changes set fill = gen_random_uuid() where id = ${idOf('waitsExit')}`], 'attached_exits', 'waits'],
  ['a growth that is none',                    () => [`update order_changes set fill = null where id = ${idOf('waitsExit')}`], 'attached_exits', 'waits'],
  ['a growth of fewer shares than were bought', () => [OPEN, `update orders set shares = shares - 1, held_units = held_units - 1 where id = ${idOf('waitsExit')}`], 'attached_exits', 'waits'],
  ['fewer shares kept than asked for',         () => [`update lots set shares_guarded = shares_guarded - 1 where order_id = ${idOf('waits')} and shares_guarded > 0`], 'guarded_lots', 'waitsExit'],
  ['a lot of another buy closed by it',        () => [`update closings set lot = gen_random_uuid() where fill in (select id from fills where order_id = ${idOf('reachedExit')})`], 'guarded_lots', 'reachedExit'],
  ['a buy that ended before its exit was reached', () => [OPEN, `update orders set through_at = through_at - 60000 where id = ${idOf('reached')}`], 'order_ends', 'reached'],
  ['a buy that ended so without any exit',     () => [OPEN, `update orders set state = 'cancelled', end_reason = 'exit_reached', shares = 12 where id = ${idOf('plain')}`], 'order_ends', 'plain'],
  ['a buy that is open after its exit was reached', () => [OPEN, `update orders set state = 'part_filled', end_reason = null, ended_at = null where id = ${idOf('reached')}`], 'order_ends', 'reached'],
  ['a grown exit of another stop', () => [FREE, `update order_conditions set stop_e4 = 105000 where id = ${idOf('waitsExit')}`], 'order_replacements', 'waitsExit'],
  ['a growth that lost its place',             () => [`update order_conditions set rank_at = rank_at + 1 where id = ${idOf('waitsExit')}`], 'order_replacements', 'waitsExit'],
  ['an exit until the close',                  () => [OPEN, `update orders set ends_at = market_at + 3600000, in_force = 'day' where id = ${idOf('profitExit')}`], 'order_terms', 'profitExit'],
])('%s is named', async (_what, texts, law, order) => {
  expect(await brokenBy(...texts())).toContainEqual([law, order])
})
