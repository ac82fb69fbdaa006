import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { priceE4, venueOf, wholeShares, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { openDb, sql, type Db } from '../database/db.ts'
import { writeFor } from '../database/locks.ts'
import { revealSeeds } from '../market/market.jobs.ts'
import type { OpenedMarket } from '../market/market.opening.ts'
import { openPast } from '../market/market.past.ts'
import type { PastMarket } from '../market/market.past.shape.ts'
import { testPractice, TEST_SECRET } from '../market/market.practice.testing.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { cancel, cancelAllNow, place } from './orders.actions.ts'
import { checkCourses } from './courses.verify.ts'
import { findOrder } from './orders.store.ts'
import { openFloor, START, ticket, type Floor } from './orders.testing.ts'

/*
 * A day of orders on the practice market, over a restart: each is worked out anew from the seeds. Then one row at a time
 * is changed by the tables' owner, or added by the server's own role, and the check names it.
 */

let database: TestDatabase
let owner: Db
let floor: Floor
let opened: OpenedMarket
let past: PastMarket
let us: ListingId
let es: ListingId
const of: Record<'bought' | 'sold' | 'rested' | 'cancelled' | 'expired' | 'restricted' | 'waiting', OrderId> = {
  bought: ticket('XNYS:A').id,
  sold: ticket('XNYS:A').id,
  rested: ticket('XNYS:A').id,
  cancelled: ticket('XNYS:A').id,
  expired: ticket('XNYS:A').id,
  restricted: ticket('XNYS:A').id,
  waiting: ticket('XNYS:A').id,
}
let ana: CustomerId
let ben: CustomerId

beforeAll(async () => {
  database = await testDatabase()
  owner = openDb(database.ownerUrl, { max: 1 })
  floor = await openFloor(database.url, async (db, clock) => {
    opened = await testPractice({ hours: 'always', openedAt: START })(db, clock)
    return opened.market
  })
  const shares = floor.market.instruments.filter(({ kind }) => kind === 'share')
  const first = (venue: string) => shares.find(({ listing }) => venueOf(listing) === venue)?.listing ?? us
  ;[us, es] = [first('XNYS'), first('XMAD')]
  await trade()
  past = await pastWith(TEST_SECRET)
}, 120_000)
afterAll(async () => {
  await owner.close()
  await floor.close()
  await database.drop()
})

async function pastWith(secret: Buffer | null): Promise<PastMarket> {
  const past = await openPast({ db: floor.db, config: { replay: null }, secret })
  if (!past) throw new Error('a house that has opened has a past')
  return past
}

async function placed(customer: CustomerId, change: Partial<Ticket> & Pick<Ticket, 'id' | 'listing'>) {
  const order = await place(floor, { customer }, { ...ticket(change.listing), shares: wholeShares(10n), ...change })
  if (isRefused(order)) throw new Error(order.refused)
  return order
}

async function pass(ms: number): Promise<void> {
  floor.clock.advance(ms)
  await floor.engine.sweep()
}

const bidOf = (listing: ListingId): bigint => floor.market.quote(listing)?.bid ?? 0n

/** Buys with a conversion, sells, rests over a restart, cancels, expires, and cancels for a restriction. */
async function trade(): Promise<void> {
  await pass(MINUTE)
  ana = await floor.customer({ EUR: 100_000_000n })
  ben = await floor.customer({ EUR: 50_000_000n, USD: 100n })
  await placed(ana, { id: of.bought, listing: us })
  await pass(3 * SECOND)
  await placed(ana, { id: of.sold, listing: us, side: 'sell', shares: wholeShares(4n) })
  await pass(2 * SECOND)
  const below = (listing: ListingId, bps: bigint) => priceE4(((bidOf(listing) * (10_000n - bps)) / 1_000_000n) * 100n)
  await placed(ben, { id: of.rested, listing: es, limit: below(es, 30n), timeInForce: 'gtc' })
  await placed(ben, { id: of.cancelled, listing: es, limit: below(es, 3_000n), timeInForce: 'gtc' })
  await placed(ben, { id: of.expired, listing: us, limit: below(us, 3_000n) })
  await placed(ana, { id: of.restricted, listing: es, limit: below(es, 4_000n), timeInForce: 'gtc' })
  await placed(ben, { id: of.waiting, listing: es, limit: below(es, 5_000n), timeInForce: 'gtc' })
  await pass(5 * MINUTE)
  await floor.restart()
  expect(isRefused(await cancel(floor, { customer: ben }, of.cancelled))).toBe(false)
  await writeFor(floor.db, ana, (tx) =>
    cancelAllNow(tx, ana, floor, { now: floor.clock.now(), reason: 'restricted', isNoticed: true, which: () => true }),
  )
  // Until the day is over in New York.
  for (let hour = 0; hour < 15; hour++) await pass(HOUR)
  await pass(2 * MINUTE)
}

const stateOf = async (customer: CustomerId, id: OrderId) =>
  (await floor.db.read((tx) => findOrder(tx, { customer, id })))?.state

test('a day of orders follows from the seeds', async () => {
  const states = [of.bought, of.sold, of.rested, of.cancelled, of.expired, of.restricted, of.waiting].map((id) =>
    stateOf(id === of.bought || id === of.sold || id === of.restricted ? ana : ben, id),
  )
  expect(await Promise.all(states)).toEqual(['filled', 'filled', 'filled', 'cancelled', 'expired', 'cancelled', 'working']) // prettier-ignore
  expect(await checkCourses(floor.db, past)).toEqual({ checked: 7, unchecked: {}, breaches: [] })
})

/** The broken laws with the orders of their rows, after statements of the tables' owner. They are rolled back. */
async function brokenBy(...texts: string[]): Promise<[law: string, orders: (string | null)[]][]> {
  let broken: [string, (string | null)[]][] = []
  const undone = new Error('taken back')
  const run = owner.write(async (tx) => {
    for (const text of texts) await tx.run(sql(`course_fault_${(faults += 1)}`, text))
    const { breaches } = await checkCourses({ ...owner, read: (work) => work(tx) }, past)
    broken = breaches.map(({ code, rows }) => [code, [...new Set(rows.map(({ cause }) => cause))]])
    throw undone
  })
  await expect(run).rejects.toBe(undone)
  return broken
}
let faults = 0

const OPEN = 'alter table orders disable trigger an_order_goes_forward'

// prettier-ignore
const TERMS = 'customer, listing, side, shares, limit_e4, in_force, placed_at, market_at, ends_at, worst_e4, held_asset, held_units, other_units, fee_table, fill_rule, through_at, state, filled, ended_at'
// prettier-ignore
const EVIDENCE = 'customer, quote_at, posting, listing, side, shares, cost, fee, fee_table, fee_bps, bid_e4, ask_size, bid_size, source, paid, received, markup, rate_e6, rate_at, realised, made_at'

describe('a changed row is named', () => {
  // prettier-ignore
  test.each<[what: string, () => string, law: string, order: keyof typeof of]>([
    ['a collar above two percent', () => `update orders set worst_e4 = worst_e4 + 1 where id = '${of.bought}'`, 'order_terms', 'bought'],
    ['a hold in the other currency at another rate', () => `update orders set other_units = other_units - 1 where id = '${of.bought}'`, 'order_terms', 'bought'],
    ['an end that the session does not have', () => `update orders set ends_at = ends_at + 1 where id = '${of.expired}'`, 'order_terms', 'expired'],
    ['a fill at another price', () => `update fills set ask_e4 = ask_e4 - 100, price_e4 = price_e4 - 100 where order_id = '${of.bought}'`, 'order_fills', 'bought'],
    ['a fill at another rate', () => `update fills set rate_e6 = rate_e6 + 1 where order_id = '${of.bought}'`, 'order_fills', 'bought'],
    ['a sale on a later event', () => `update fills set quote_at = quote_at + 500 where order_id = '${of.sold}'`, 'order_fills', 'sold'],
    ['a fill of another source', () => `update fills set source = 'replay' where order_id = '${of.sold}'`, 'order_fills', 'sold'],
    ['an order that an event fills, cancelled', () => `update orders set limit_e4 = 3 * limit_e4, worst_e4 = 3 * worst_e4 where id = '${of.cancelled}'`, 'order_ends', 'cancelled'],
    ['an order that an event fills, cancelled with its account', () => `update orders set limit_e4 = 3 * limit_e4, worst_e4 = 3 * worst_e4 where id = '${of.restricted}'`, 'order_ends', 'restricted'],
    ['an order that is passed over', () => `update orders set limit_e4 = 3 * limit_e4, worst_e4 = 3 * worst_e4 where id = '${of.waiting}'`, 'order_ends', 'waiting'],
    ['an order that expired before its end', () => `update orders set through_at = ends_at where id = '${of.expired}'`, 'order_ends', 'expired'],
    ['another reason for the end', () => `update orders set end_reason = 'beyond_collar' where id = '${of.expired}'`, 'order_ends', 'expired'],
  ])('%s', async (_what, text, law, order) => {
    expect(await brokenBy(OPEN, text())).toContainEqual([law, [of[order]]])
  })

  test('a whole invented purchase, with rows that the server’s own role may add', async () => {
    const id = ticket(us).id
    const broken = await brokenBy(
      `insert into orders (node, id, ${TERMS}) select node, '${id}', ${TERMS} from orders where id = '${of.bought}'`,
      `insert into fills (id, order_id, price_e4, ask_e4, last_e4, ${EVIDENCE}) select '${id}', '${id}', 1, 1, 1, ${EVIDENCE} from fills where order_id = '${of.bought}'`, // prettier-ignore
    )
    expect(broken).toEqual([['order_fills', [id]]])
  })
})

describe('what cannot be worked out is counted, and is no breach', () => {
  test('a cancel while the clock of the market stood', async () => {
    let unchecked = {}
    const undone = new Error('taken back')
    const run = owner.write(async (tx) => {
      await tx.run(sql('course_open', OPEN))
      await tx.run(
        sql(
          'course_stood',
          `update orders set ended_at = ended_at + 600000 where id in ('${of.cancelled}', '${of.restricted}')`,
        ),
      )
      unchecked = (await checkCourses({ ...owner, read: (work) => work(tx) }, past)).unchecked
      throw undone
    })
    await expect(run).rejects.toBe(undone)
    expect(unchecked).toEqual({ clock_stood: 2 })
  })

  test('orders of before the day from which prices can be checked', async () => {
    // The rows of a house that an earlier release has opened.
    const coursesFrom = async (day: string) => {
      const rows = `insert into practice_versions (function_version, since_at, checkable_from) values (2, 0, '${day}'), (5, 0, '${day}')
        on conflict (function_version) do update set checkable_from = excluded.checkable_from`
      await owner.write((tx) => tx.run(sql(`course_versions_${day.slice(0, 4)}`, rows)))
      return checkCourses(floor.db, await pastWith(TEST_SECRET))
    }
    expect(await coursesFrom('9999-12-31')).toEqual({ checked: 0, unchecked: { earlier_version: 7 }, breaches: [] })
    expect(await coursesFrom('2000-01-01')).toEqual({ checked: 7, unchecked: {}, breaches: [] })
  })

  test('the orders of days whose seeds are not revealed, without the secret of the house', async () => {
    const before = await checkCourses(floor.db, await pastWith(null))
    expect(before).toEqual({ checked: 0, unchecked: { not_revealed: 7 }, breaches: [] })
    if (!opened.seeds) throw new Error('a practice house has seeds')
    await revealSeeds(floor.db, opened.seeds, floor.clock.now())
    const after = await checkCourses(floor.db, await pastWith(null))
    expect([after.checked, after.breaches]).toEqual([5, []])
    await owner.write((tx) => tx.run(sql('course_seed', `update revealed_seeds set seed = decode(repeat('ab', 32), 'hex')`))) // prettier-ignore
    expect((await pastWith(null)).wrong).toEqual((await pastWith(TEST_SECRET)).wrong)
    expect((await checkCourses(floor.db, await pastWith(TEST_SECRET))).breaches.map(({ code }) => code)).toEqual(['revealed_seeds']) // prettier-ignore
  })
})
