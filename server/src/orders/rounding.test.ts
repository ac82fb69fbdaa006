import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeShares, type ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { settableClock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import { openDb, type Db } from '../database/db.ts'
import { openLane } from '../database/lane.ts'
import { insertCustomerLock } from '../database/locks.ts'
import { postGrant } from '../ledger/ledger.actions.ts'
import { LEDGER_BOOKS } from '../ledger/ledger.laws.verify.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { checkLaws } from '../ledger/ledger.verify.ts'
import { NOTHING_HEARD } from '../market/market.heard.ts'
import { recordedMarket, testGuard } from '../market/market.testing.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { feesAt, openFeeTables } from './fees.actions.ts'
import { insertFeeTable } from './fees.store.ts'
import { listFillsOf } from './fills.store.ts'
import { place, type TradingParts } from './orders.actions.ts'
import { openFillEngine, type FillEngine } from './orders.jobs.ts'
import { openOrders } from './orders.open.ts'
import { ticket } from './orders.testing.ts'
import { ORDER_BOOKS } from './orders.verify.ts'

/*
 * A replay whose quotes never change, on a real database. Nobody comes out of it with more money than before.
 */

const OPEN = Date.parse('2013-10-08T13:30:00Z')
const CLOSE = Date.parse('2013-10-08T20:00:00Z')
const DIME: ListingId = 'XNYS:DIME'
const MITE: ListingId = 'XNYS:MITE'
const TINY: ListingId = 'XNYS:TINY'
const RATES = 'time,rate\n2013-10-01T00:00:00Z,1.3572\n'

/** A recording of one day with the same quote in each minute. */
function constantQuotes(bid: string, ask: string): { minutes: string } {
  const rows = ['time,open,high,low,close,volume,bid,bid_size,ask,ask_size']
  for (let at = OPEN - MINUTE; at < CLOSE; at += MINUTE) {
    rows.push(
      `${new Date(at).toISOString().replace('.000Z', 'Z')},${ask},${ask},${ask},${ask},1000,${bid},9000,${ask},9000`,
    )
  }
  return { minutes: `${rows.join('\n')}\n` }
}

const RECORDINGS = {
  [DIME]: constantQuotes('0.1248', '0.1249'),
  [MITE]: constantQuotes('0.0051', '0.0052'),
  [TINY]: constantQuotes('0.0048', '0.0049'),
}

const clock = settableClock(OPEN)
let database: TestDatabase
let db: Db
let trading: TradingParts
let engine: FillEngine
beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url, { max: 4 })
  // A house that opened under table 1. Table 2 is announced, and begins an hour after the open.
  await db.write((tx) => insertFeeTable(tx, { version: 1, announcedAt: OPEN - HOUR, from: OPEN - HOUR }))
  await db.write((tx) => insertFeeTable(tx, { version: 2, announcedAt: OPEN - HOUR, from: OPEN + HOUR }))
  const fees = await openFeeTables(db, { openedAt: OPEN - HOUR, now: OPEN })
  const lane = openLane(db, { clock, newId, publish: () => {} })
  trading = {
    db,
    lane,
    market: recordedMarket(clock, RECORDINGS, RATES),
    fees,
    heardEvents: NOTHING_HEARD,
    open: openOrders(),
    guard: testGuard(db, clock),
    doubtful: [],
  }
  engine = openFillEngine(trading, { clock, log: openLog('silent') })
  await engine.catchUp()
})
afterAll(async () => {
  const breaches = await db.read((tx) => checkLaws(tx, [LEDGER_BOOKS, ORDER_BOOKS]))
  await engine.stop()
  await trading.lane.close()
  await db.close()
  await database.drop()
  assert(breaches.length === 0, `the laws hold: ${JSON.stringify(breaches)}`)
})

async function customerWith(units: bigint, asset: 'EUR' | 'USD' = 'USD'): Promise<CustomerId> {
  const customer: CustomerId = newId()
  await db.write(async (begun) => {
    const tx = await insertCustomerLock(begun, customer, clock.now())
    await postGrant(tx, customer, { asset, units }, clock.now())
  })
  return customer
}

/** Places so many orders of one kind, and goes on to the next minute, whose quote fills them all. */
async function trade(customer: CustomerId, listing: ListingId, change: Partial<Ticket>, orders = 1) {
  const placed = await Promise.all(
    Array.from({ length: orders }, () => place(trading, { customer }, ticket(listing, change))),
  )
  const ids = placed.map((order) => {
    if (isRefused(order)) throw new Error(`${order.refused} at ${new Date(clock.now()).toISOString()}`)
    return order.id
  })
  clock.advance(MINUTE)
  await engine.sweep()
  const fills = await db.read((tx) => listFillsOf(tx, customer, ids))
  expect(fills).toHaveLength(orders)
  return fills
}

const cashOf = async (customer: CustomerId) =>
  Object.fromEntries(
    (await db.read((tx) => listBalances(tx, customer)))
      .filter(({ asset }) => asset === 'EUR' || asset === 'USD')
      .map(({ asset, free, held }) => [asset, free + held]),
  )

const shares = wholeShares

test('an order placed a moment before the day of table 2 is filled by table 1', async () => {
  clock.set(OPEN + HOUR - MINUTE)
  expect(feesAt(trading.fees, clock.now())).toMatchObject({
    feeTable: 1,
    rounding: 'half_even',
    next: { feeTable: 2, feeBps: 10, rounding: 'against_customer', from: OPEN + HOUR },
  })
  const customer = await customerWith(1_000n)
  clock.set(OPEN + HOUR - 1)
  const [before] = await trade(customer, DIME, {})
  expect(before).toMatchObject({ cost: 12n, fee: 0n, feeTable: 1 })
  const [after] = await trade(customer, DIME, {})
  expect(after).toMatchObject({ cost: 13n, fee: 1n, feeTable: 2 })
  expect(feesAt(trading.fees, clock.now())).toMatchObject({ feeTable: 2, next: null })
})

test('two hundred buys of one share, and the sale of all at a lower bid, end with no gain', async () => {
  clock.set(OPEN + 2 * HOUR)
  const customer = await customerWith(10_000n)
  await trade(customer, DIME, { shares: shares(1n) }, 200)
  // 0.1249 is 13 cents to pay, and a cent of fee
  expect(await cashOf(customer)).toEqual({ USD: 10_000n - 200n * 14n })
  await trade(customer, DIME, { side: 'sell', shares: shares(200n) })
  // 24.96 less a fee of 0.03
  expect(await cashOf(customer)).toEqual({ USD: 10_000n - 2_800n + 2_493n })
})

test('a hundred shares at less than half a cent cost at least their price', async () => {
  clock.set(OPEN + 3 * HOUR)
  const customer = await customerWith(10_000n)
  const [fill] = await trade(customer, TINY, { shares: shares(100n) })
  expect(fill).toMatchObject({ cost: 49n, fee: 1n })
  const [least] = await trade(customer, TINY, { shares: shares(1n) })
  expect(least).toMatchObject({ cost: 1n, fee: 1n })
  const [sold] = await trade(customer, TINY, { side: 'sell', shares: shares(101n) })
  expect(sold).toMatchObject({ cost: 48n, fee: 1n, realised: 47n - 52n })
  expect(await cashOf(customer)).toEqual({ USD: 10_000n - 52n + 47n })
})

test('shares that were bought together and sold one by one end with no gain', async () => {
  clock.set(OPEN + 4 * HOUR)
  const customer = await customerWith(10_000n)
  await trade(customer, MITE, { shares: shares(200n) })
  expect(await cashOf(customer)).toEqual({ USD: 10_000n - 105n })
  await trade(customer, MITE, { side: 'sell', shares: shares(1n) }, 200)
  // 0.0051 is not a cent, so nothing comes in, and nothing is taken as a fee
  expect(await cashOf(customer)).toEqual({ USD: 10_000n - 105n })
})

test('buys that are paid in euros are dearer apart than together', async () => {
  clock.set(OPEN + 5 * HOUR)
  const [apart, together] = [await customerWith(10_000n, 'EUR'), await customerWith(10_000n, 'EUR')]
  await trade(apart, DIME, { shares: shares(1n) }, 50)
  await trade(together, DIME, { shares: shares(50n) })
  // 0.14 USD are 10.3… euro cents, paid with 11 and a cent of markup; 6.26 USD are 461.2…, paid with 462 and 1
  expect(await cashOf(apart)).toEqual({ EUR: 10_000n - 50n * 12n, USD: 0n })
  expect(await cashOf(together)).toEqual({ EUR: 10_000n - 463n, USD: 0n })
})
