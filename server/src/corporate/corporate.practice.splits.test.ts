import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { HOUR, SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { MarketAction } from '@lonja/core/market/actions'
import { openLog } from '../base/log.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { openPast } from '../market/market.past.ts'
import { testPractice, TEST_SECRET } from '../market/market.practice.testing.ts'
import type { OpenedMarket } from '../market/market.opening.ts'
import { listNoticeRows } from '../notices/notices.store.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import { place } from '../orders/orders.actions.ts'
import { findOrder } from '../orders/orders.store.ts'
import { openFloor, START, ticket, type Floor } from '../orders/orders.testing.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { openCorporateActions, type CorporateActions } from './corporate.jobs.ts'
import { findPart, listActionsOf } from './corporate.store.ts'
import { checkActions } from './corporate.verify.ts'

/* A split that the practice market announces, over a position with two lots and open orders. The floor checks the books at the end. */

const LISTING = 'XNYS:OND'
const DAY = 24 * HOUR

let database: TestDatabase
let floor: Floor
let opened: OpenedMarket
let actions: CorporateActions
let customer: CustomerId
let split: Extract<MarketAction, { kind: 'split' }>

beforeAll(async () => {
  database = await testDatabase()
  floor = await openFloor(database.url, async (db, clock) => {
    opened = await testPractice({ hours: 'always', openedAt: START })(db, clock)
    return opened.market
  })
  const parts = { db: floor.db, clock: floor.clock, log: openLog('silent'), market: opened.market, guard: floor.guard }
  const trading = { open: floor.open, heardEvents: floor.heardEvents, fees: floor.fees }
  actions = openCorporateActions({ ...parts, events: { publish: () => {} }, trading })
  customer = await floor.customer({ USD: 1_000_000_000n })
  for (const shares of [7n, 3n]) await order({ shares: wholeShares(shares) })
}, 120_000)
afterAll(async () => {
  await floor.close()
  await database.drop()
})

async function order(of: Partial<Parameters<typeof ticket>[1]>): Promise<OrderId> {
  const placed = await place(floor, { customer }, { ...ticket(LISTING), ...of })
  if (isRefused(placed)) throw new Error(placed.refused)
  for (let n = 0; n < 30; n++) {
    floor.clock.advance(SECOND)
    await floor.engine.sweep()
  }
  return placed.id
}

const orderNow = (id: OrderId) => floor.db.read((tx) => findOrder(tx, { customer, id }))
const lotsNow = () => floor.db.read((tx) => listOpenLots(tx, customer, LISTING))
const codes = async (): Promise<string[]> =>
  (await floor.db.read((tx) => listNoticeRows(tx, customer, { before: null, codes: null, most: 20 }))).map(
    ({ code }) => code,
  )
const last = (): bigint => opened.market.last(LISTING) ?? 0n
const rowOf = () => {
  const board = opened.market.board()
  const place = board.listings.indexOf(LISTING)
  return { last: board.last[place], previousClose: board.previousClose[place] }
}
const dayCandles = (form: 'adjusted' | 'raw') =>
  opened.market.candles(LISTING, 'day', { from: 0, to: Infinity, most: 4 }, form)

test('is told to its holder a week before, when nobody knows the close of the day before it', async () => {
  floor.clock.advance(Date.parse('2026-11-24T04:59:00Z') - floor.clock.now())
  await actions.round()
  expect(await codes()).not.toContain('split_announced')
  expect(opened.market.movesOf(LISTING)).toEqual([])
  floor.clock.advance(2 * 60 * SECOND)
  await actions.round()
  const [announced] = opened.market.movesOf(LISTING)
  if (announced?.kind !== 'split') throw new Error('the market announces a split')
  split = announced
  expect(split).toMatchObject({ exDay: '2026-12-01', ratio: { from: 1n, to: 3n } })
  expect((await codes())[0]).toBe('split_announced')
})

test('splits lots, adjusts orders, and takes nothing from the position', async () => {
  floor.clock.advance(split.recordAt - HOUR - floor.clock.now())
  const before = last()
  const price = (part: bigint): ReturnType<typeof priceE4> => priceE4(((before * part) / 100n / 100n) * 100n)
  const buy = await order({ shares: wholeShares(2n), limit: price(60n), timeInForce: 'gtc' })
  const pair = await order({ side: 'sell', shares: wholeShares(4n), stop: price(60n), profit: price(160n), timeInForce: 'gtc' }) // prettier-ignore
  const trail = await order({ side: 'sell', shares: wholeShares(5n), trailBps: 3_000, timeInForce: 'gtc' })
  const [lots, followed] = [await lotsNow(), floor.open.watched(floor.open.find({ customer, id: trail })!).best]
  floor.clock.advance(split.recordAt - floor.clock.now() + 2 * SECOND)
  await actions.round()
  await floor.engine.sweep()
  const after = await lotsNow()
  expect(after.map(({ left, costLeft }) => [left, costLeft])).toEqual(lots.map(({ left, costLeft }) => [3n * left, costLeft])) // prettier-ignore
  const [row] = await floor.db.read((tx) => listActionsOf(tx, LISTING, 5))
  expect(await floor.db.read((tx) => findPart(tx, customer, row?.id ?? ''))).toMatchObject({ sharesBefore: 10n, sharesAfter: 30n, cash: 0n, adjusted: 3 }) // prettier-ignore
  expect(await orderNow(buy)).toMatchObject({ state: 'working', shares: 6n, limit: price(60n) / 3n })
  expect(await orderNow(pair)).toMatchObject({ state: 'working', shares: 12n, conditions: { stop: { price: price(60n) / 3n } } }) // prettier-ignore
  expect((await orderNow(trail))?.shares).toBe(15n)
  // The price that its stop has followed is in new shares, rounded to the customer's side.
  expect(Number(floor.open.watched(floor.open.find({ customer, id: trail })!).best)).toBeLessThanOrEqual(Number(followed ?? 0n) / 2) // prettier-ignore
  const [shares] = (await floor.db.read((tx) => listBalances(tx, customer))).filter(({ asset }) => asset === LISTING)
  expect([shares?.free, shares?.held]).toEqual([3n, 27n])
})

test('is adjusted on the chart and the board, and raw on demand', async () => {
  floor.clock.advance(HOUR)
  const { instruments, sharesInIssue } = opened.market
  const issued = instruments.find(({ listing }) => listing === LISTING)?.sharesInIssue ?? 0n
  expect(sharesInIssue(LISTING)).toBe(3n * issued)
  const [adjusted, raw] = [dayCandles('adjusted'), dayCandles('raw')]
  expect(adjusted.at).toEqual(raw.at)
  const [thirds, whole] = [adjusted.close.at(-2) ?? 0n, raw.close.at(-2) ?? 0n]
  expect(Math.abs(Number(whole) - 3 * Number(thirds))).toBeLessThanOrEqual(2)
  expect(adjusted.close.at(-1)).toBe(raw.close.at(-1))
  expect(rowOf()).toEqual({ last: Number(last()), previousClose: Number(thirds) })
  floor.clock.advance(2 * DAY)
  expect(rowOf().previousClose).toBe(Number(dayCandles('adjusted').close.at(-2)))
})

test('follows from the seeds, and so does every order over it', async () => {
  await floor.engine.sweep()
  const past = await openPast({ db: floor.db, config: { replay: null }, secret: TEST_SECRET })
  if (!past) throw new Error('a house that has opened has a past')
  expect((await checkActions(floor.db, past)).flatMap(({ rows }) => rows.map(({ differs }) => differs))).toEqual([])
})
