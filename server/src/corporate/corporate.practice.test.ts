import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeShares, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { MarketAction } from '@lonja/core/market/actions'
import { openLog } from '../base/log.ts'
import { openDb, sql, type Db } from '../database/db.ts'
import { openPast } from '../market/market.past.ts'
import { testPractice, TEST_SECRET } from '../market/market.practice.testing.ts'
import type { OpenedMarket } from '../market/market.opening.ts'
import { listNoticeRows } from '../notices/notices.store.ts'
import { place } from '../orders/orders.actions.ts'
import { openFloor, START, ticket, type Floor } from '../orders/orders.testing.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { openCorporateActions, type CorporateActions } from './corporate.jobs.ts'
import { findPart, listActionRows, listActionsOf } from './corporate.store.ts'
import { checkActions } from './corporate.verify.ts'

/* A dividend that the practice market announces, from its announcement to its payment and its check. */

let database: TestDatabase
let floor: Floor
let actions: CorporateActions
let customer: CustomerId
let dividend: Extract<MarketAction, { kind: 'dividend' }>

beforeAll(async () => {
  database = await testDatabase()
  let opened: OpenedMarket | undefined
  floor = await openFloor(database.url, async (db, clock) => {
    opened = await testPractice({ hours: 'always', openedAt: START })(db, clock)
    return opened.market
  })
  if (!opened) throw new Error('the market is open')
  const parts = { db: floor.db, clock: floor.clock, log: openLog('silent'), market: opened.market, guard: floor.guard }
  const trading = { open: floor.open, heardEvents: floor.heardEvents, fees: floor.fees }
  actions = openCorporateActions({ ...parts, events: { publish: () => {} }, trading })
  const first = opened.market.actions().find(({ listing }) => listing.startsWith('XNYS'))
  if (first?.kind !== 'dividend') throw new Error('a practice market announces dividends on its opening day')
  dividend = first
  customer = await floor.customer({ USD: 100_000_000n })
  await buy(dividend.listing)
}, 120_000)
afterAll(async () => {
  await floor.close()
  await database.drop()
})

async function buy(listing: ListingId): Promise<void> {
  const order = await place(floor, { customer }, { ...ticket(listing), shares: wholeShares(10n) })
  if (isRefused(order)) throw new Error(order.refused)
  for (let n = 0; n < 20; n++) {
    floor.clock.advance(SECOND)
    await floor.engine.sweep()
  }
}

const codes = async (): Promise<string[]> =>
  (await floor.db.read((tx) => listNoticeRows(tx, customer, { before: null, codes: null, most: 20 }))).map(
    ({ code }) => code,
  )

async function differences(): Promise<readonly string[]> {
  const past = await openPast({ db: floor.db, config: { replay: null }, secret: TEST_SECRET })
  if (!past) throw new Error('a house that has opened has a past')
  return (await checkActions(floor.db, past)).flatMap(({ rows }) => rows.map(({ differs }) => differs))
}

test('is on record once and told to its holders, and a round in which nothing is due reads nothing', async () => {
  await actions.round()
  expect(await codes()).toContain('dividend_announced')
  const rows = await floor.db.read(listActionRows)
  expect(rows.length).toBeGreaterThan(20)
  const [row] = await floor.db.read((tx) => listActionsOf(tx, dividend.listing, 5))
  expect(row).toMatchObject({
    action: { exDay: dividend.exDay, amount: dividend.amount },
    doneAt: null,
    withholdingBps: 1_500,
  })
  let reads = 0
  const read: Db['read'] = (work) => ((reads += 1), floor.db.read(work))
  const parts = { clock: floor.clock, log: openLog('silent'), market: floor.market, guard: floor.guard }
  const trading = { open: floor.open, heardEvents: floor.heardEvents, fees: floor.fees }
  const idle = openCorporateActions({ ...parts, db: { ...floor.db, read }, events: { publish: () => {} }, trading })
  await idle.round()
  expect(reads).toBeGreaterThan(0)
  reads = 0
  await idle.round()
  expect(reads).toBe(0)
  await actions.round()
  expect((await codes()).filter((code) => code === 'dividend_announced')).toHaveLength(1)
})

test('is paid at the close before its ex-day, less the tax, and follows from the seeds', async () => {
  floor.clock.advance(dividend.recordAt - floor.clock.now() + 2 * SECOND)
  await floor.engine.sweep()
  await actions.round()
  const [row] = await floor.db.read((tx) => listActionsOf(tx, dividend.listing, 5))
  const part = await floor.db.read((tx) => findPart(tx, customer, row?.id ?? ''))
  const gross = (10n * dividend.amount) / 100n
  expect(part).toMatchObject({ sharesBefore: 10n, gross, withheld: (gross * 15n + 99n) / 100n })
  expect((await codes())[0]).toBe('dividend_paid')
  expect(await differences()).toEqual([])
})

test('is found by the check if its amount on record is another, or if the market never announced it', async () => {
  const owner = openDb(database.ownerUrl, { max: 1 })
  await owner.write((tx) => tx.run(sql('forge_amount', 'update corporate_actions set amount_e4 = amount_e4 + 1 where listing = $1'), [dividend.listing])) // prettier-ignore
  expect(await differences()).toEqual([expect.stringContaining(`the market has ${dividend.amount} announced`)])
  await owner.write((tx) => tx.run(sql('forge_back', 'update corporate_actions set amount_e4 = amount_e4 - 1 where listing = $1'), [dividend.listing])) // prettier-ignore
  await owner.write((tx) => tx.run(sql('forge_listing', "update corporate_actions set ex_day = '2026-12-30' where listing = $1"), [dividend.listing])) // prettier-ignore
  expect(await differences()).toEqual([expect.stringContaining('the market has none')])
  await owner.write((tx) => tx.run(sql('forge_forth', 'update corporate_actions set ex_day = $2 where listing = $1'), [dividend.listing, dividend.exDay])) // prettier-ignore
  await owner.close()
})
