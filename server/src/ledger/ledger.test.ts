import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur, usd } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR } from '@lonja/core/base/instant'
import { freeLine, holdLine, releaseLine } from '@lonja/core/ledger/ledger.rules'
import { settableClock } from '../base/clock.ts'
import { openDb, sql, type Db } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { postGrant, postNow } from './ledger.actions.ts'
import { rollUp } from './ledger.jobs.ts'
import { findPosting, listEntriesOf, type EntryFilter } from './entries.store.ts'
import { listBalances } from './ledger.store.ts'
import { insertCustomerLock, writeFor } from '../database/locks.ts'
import { LEDGER_BOOKS } from './ledger.laws.verify.ts'
import { verifyLedger } from './ledger.verify.ts'

const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 20, 23, 30)

let database: TestDatabase
let db: Db
let customer: CustomerId

const everything: EntryFilter = { kind: null, asset: null, cause: null, from: null, to: null, after: null }
const cause = newId()

beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url, { max: 2 })
  customer = newId()
  await db.write(async (begun) => {
    const tx = await insertCustomerLock(begun, customer, NOW)
    await postGrant(tx, customer, eur(1_000n), NOW)
    await postGrant(tx, customer, usd(500n), NOW + 1)
    const lines = [holdLine(eur(300n)), releaseLine(eur(300n)), freeLine('fee', 'fees', eur(-1n))]
    await postNow(tx, { customer, cause: { kind: 'order', id: cause }, at: NOW + HOUR, lines })
  })
})

afterAll(async () => {
  const { breaches } = await verifyLedger(db, [LEDGER_BOOKS])
  await db.close()
  await database.drop()
  assert(breaches.length === 0, `the ledger law holds: ${JSON.stringify(breaches)}`)
})

/**
 * Runs SQL as the owner of the tables in a transaction that is rolled back. Returns the laws that are broken after it.
 */
async function brokenBy(text: string): Promise<string[]> {
  const copy = await testDatabaseLike()
  const owner = new pg.Client({ connectionString: copy.ownerUrl })
  await owner.connect()
  await owner.query(text)
  await owner.end()
  const other = openDb(copy.url, { max: 1 })
  const { breaches } = await verifyLedger(other, [LEDGER_BOOKS])
  await other.close()
  await copy.drop()
  return breaches.map(({ law }) => law)
}

/** Another database with a small valid history: a grant, a hold and its release. */
async function testDatabaseLike(): Promise<TestDatabase> {
  const copy = await testDatabase()
  const other = openDb(copy.url, { max: 1 })
  await other.write(async (begun) => {
    const tx = await insertCustomerLock(begun, customer, NOW)
    await postGrant(tx, customer, eur(1_000n), NOW)
    const lines = [holdLine(eur(300n)), releaseLine(eur(300n))]
    await postNow(tx, { customer, cause: { kind: 'order', id: cause }, at: NOW, lines })
  })
  await rollUp(other, settableClock(NOW + 2 * DAY))
  await other.close()
  return copy
}

describe('the law finds', () => {
  // prettier-ignore
  test.each<[string, string, RegExp[]]>([
    ['nothing in true books',           'select 1',                                                        []],
    ['a balance that grew by itself',   'update balances set free = free + 1',                             [/sums to zero/, /rebuilds every balance/]],
    ['a hold for nothing',              'update balances set free = free - 1, held = held + 1',            [/rebuilds every balance/]],
    ['an entry that was removed',       'delete from postings where first = 1',                            [/other side/, /rebuilds every balance/, /chain by version/, /without a gap/]],
    ['an entry of another posting',     'update postings set posting = 1 where first = 2',                 [/without a gap/]],
    ['an entry that was altered',       'update postings set free_a = free_a + 1 where first = 2', [/chain by version/]],
    ['a house that lost a line',        'delete from house_batches',                                       [/sums to zero/, /other side/, /finished days/]],
    ['a day that was added up wrongly', 'update house_days set units = units + 1',                         [/finished days/]],
    ['a customer who cannot be locked', 'alter table balances drop constraint balances_customer_fkey; delete from customers_lock', [/can be locked/]],
  ])('%s', async (_what, text, laws) => {
    const broken = await brokenBy(text)
    expect(broken).toHaveLength(laws.length)
    laws.forEach((law, at) => expect(broken[at]).toMatch(law))
  })
})

describe('the server’s own role', () => {
  // prettier-ignore
  test.each([
    'update postings set free_a = 0', 'update postings set held_6 = 1', 'delete from postings', 'truncate postings',
    "update house_batches set units = '{1}'", 'delete from house_batches',
    'update fills set price_e4 = 1', 'delete from fills', 'delete from orders', 'delete from balances',
    'update order_changes set limit_e4 = 1', 'update orders set market_at = 1', 'update closings set realised = 1',
    'update lots set price_e4 = 1', 'delete from customers_lock',
    'update balances set customer = customer', 'update balances set asset = asset', 'update customers_lock set customer = customer',
    "update customers set phone = '1234567'", 'update customers set joined_at = 0',
    'update sessions set secret_hash = secret_hash', 'update sessions set customer = customer', 'delete from sessions',
    'update house_opening set opened_at = 0', 'update seed_chains set end_hash = end_hash', 'delete from revealed_seeds',
    'update invitations set uses = 100000', 'delete from invitation_uses', 'update house_days set units = 0',
    'update entry_sums set came = 0', 'delete from entry_sums',
    'update reviews set payload_hash = payload_hash', 'update reviews set eur_cents = 0', 'delete from reviews',
    'update review_steps set person = 1', 'delete from review_steps', 'update restrictions set until_at = 1',
    'update withdrawals set units = 1', 'update withdrawals set payee = payee', 'delete from withdrawals',
    'update deposits set units = 1', 'update deposits set customer = customer', 'delete from deposits',
    'update deposit_credits set posting = 1', 'delete from deposit_credits', 'update deposit_keys set xpub = xpub',
    'update deposit_accounts set number = 1', 'update payees set address = address', 'update payees set ready_at = 0',
    'update pictures set customer = customer', 'delete from pictures', 'update kyc_submissions set first_name = first_name',
    'update password_resets set secret_hash = secret_hash', 'update recovery_codes set code_hash = code_hash',
    'update second_steps set customer = customer', 'update seats set number = 1', 'delete from seats',
    'update seat_sessions set secret_hash = secret_hash', 'update seat_claims set seat = seat',
    'update support_messages set text = text', 'delete from support_messages', 'update house_messages set texts = texts',
  ])('may not: %s', async (text) => {
    const statement = sql(`may_not_${text.replace(/\W+/g, '_').slice(0, 50)}`, text)
    const failed = await db.write((tx) => tx.run(statement)).catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: '42501' })
  })
})

test('a constraint refuses a balance below zero even if the code does not', async () => {
  const statement = sql('below_zero', 'update balances set free = -1 where customer = $1')
  const failed = await db.write((tx) => tx.run(statement, [customer])).catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: '23514' })
})

test('a write that throws leaves nothing behind', async () => {
  const before = await db.read((tx) => listBalances(tx, customer))
  const failed = writeFor(db, customer, async (tx) => {
    await postGrant(tx, customer, eur(5n), NOW)
    throw new Error('after all')
  })
  await expect(failed).rejects.toThrow('after all')
  expect(await db.read((tx) => listBalances(tx, customer))).toEqual(before)
})

describe('the fund flow', () => {
  const kinds = async (filter: Partial<EntryFilter>, most = 50): Promise<string[]> =>
    (await db.read((tx) => listEntriesOf(tx, customer, { ...everything, ...filter }, most))).map(
      ({ kind, asset, version }) => `${kind} ${asset} ${version}`,
    )
  const all = ['fee EUR 5', 'release EUR 4', 'hold EUR 3', 'grant USD 2', 'grant EUR 1']

  test('is newest first, and each filter selects its part', async () => {
    expect(await kinds({})).toEqual(all)
    expect(await kinds({ kind: 'grant' })).toEqual(['grant USD 2', 'grant EUR 1'])
    expect(await kinds({ asset: 'USD' })).toEqual(['grant USD 2'])
    expect(await kinds({ asset: 'cash' })).toEqual(all)
    expect(await kinds({ asset: 'shares' })).toEqual([])
    expect(await kinds({ cause })).toEqual(['fee EUR 5', 'release EUR 4', 'hold EUR 3'])
    expect(await kinds({ from: NOW + 1, to: NOW + HOUR })).toEqual(['grant USD 2'])
  })

  test('continues after the page before, also within a posting', async () => {
    const seen: string[] = []
    let after: EntryFilter['after'] = null
    for (let page = 0; page < 5; page++) {
      const [entry] = await db.read((tx) => listEntriesOf(tx, customer, { ...everything, after }, 1))
      if (entry) seen.push(`${entry.kind} ${entry.asset} ${entry.version}`)
      after = entry?.version ?? null
    }
    expect(seen).toEqual(all)
  })

  test('another customer’s posting is not found', async () => {
    const [mine] = await db.read((tx) => listEntriesOf(tx, customer, everything, 1))
    expect(await db.read((tx) => findPosting(tx, customer, mine?.posting ?? 0))).toHaveLength(3)
    expect(await db.read((tx) => findPosting(tx, newId(), mine?.posting ?? 0))).toEqual([])
  })
})

test('days of the house are summed once they are over, and only once', async () => {
  const days = sql('test_days', 'select day_at, account, asset, units, lines from house_days order by account, asset')
  const startOfDay = NOW - (NOW % DAY)
  await rollUp(db, settableClock(startOfDay + DAY + HOUR - 1))
  expect(await db.read((tx) => tx.run(days))).toEqual([])
  for (let times = 0; times < 2; times++) await rollUp(db, settableClock(startOfDay + DAY + HOUR))
  const at = BigInt(startOfDay)
  expect(await db.read((tx) => tx.run(days))).toEqual([
    { day_at: at, account: 'grants', asset: 'EUR', units: -1_000n, lines: 1n },
    { day_at: at, account: 'grants', asset: 'USD', units: -500n, lines: 1n },
  ])
})
