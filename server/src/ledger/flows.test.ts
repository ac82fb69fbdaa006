import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur, usd } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import { SIGN_UP_GRANT, freeLine, holdLine, releaseLine } from '@lonja/core/ledger/ledger.rules'
import { settableClock } from '../base/clock.ts'
import { openDb, sql, type Db } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { listBalancesThrough, listChanges, sumFlows, versionBefore } from './flows.store.ts'
import { postNow } from './ledger.actions.ts'
import { rollUp } from './ledger.jobs.ts'
import { listEntriesOf, type EntryFilter } from './entries.store.ts'
import { insertCustomerLock } from '../database/locks.ts'
import { LEDGER_BOOKS } from './ledger.laws.verify.ts'
import { verifyLedger } from './ledger.verify.ts'

/**
 * The flows of cash of a customer with thousands of entries: three per posting, alternating between both currencies.
 */

const NOW = Date.UTC(2026, 10, 20, 12)
const POSTINGS = 700
const LAST = 4 * POSTINGS
const EVERYTHING: EntryFilter = { kind: null, asset: null, cause: null, from: null, to: null, after: null }

const customer = newId<'customer'>()
let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url, { max: 2 })
  await db.write(async (begun) => {
    const tx = await insertCustomerLock(begun, customer, NOW)
    for (let n = 0; n < POSTINGS; n++) {
      const cash = n % 2 ? eur : usd
      const lines = [
        freeLine('grant', 'grants', cash(7n)),
        holdLine(cash(5n)),
        releaseLine(cash(5n)),
        freeLine('fee', 'fees', cash(-2n)),
      ]
      await postNow(tx, { customer, cause: SIGN_UP_GRANT, at: NOW + n, lines })
    }
  })
})

afterAll(async () => {
  const { breaches } = await verifyLedger(db, [LEDGER_BOOKS])
  await db.close()
  await database.drop()
  assert(breaches.length === 0, `the ledger law holds: ${JSON.stringify(breaches)}`)
})

const sums = async (through: number) =>
  (await db.read((tx) => sumFlows(tx, customer, through)))
    .map(({ asset, kind, counter, came, went }) => `${asset} ${kind} ${counter} +${came} -${went}`)
    .toSorted()

test('the sums are the same before and after they are stored, at any version', async () => {
  const instants = [0, 1, 2, 999, 1_000, 1_001, 1_004, 1_500, 1_999, 2_000, 2_001, LAST]
  const before = await Promise.all(instants.map(sums))
  expect(before.at(-1)).toEqual([
    'EUR fee fees +0 -700',
    'EUR grant grants +2450 -0',
    'USD fee fees +0 -700',
    'USD grant grants +2450 -0',
  ])
  for (let times = 0; times < 2; times++) {
    await rollUp(db, settableClock(NOW))
    expect(await Promise.all(instants.map(sums))).toEqual(before)
  }
  const statement = sql('test_sums', 'select distinct through from entry_sums where customer = $1 order by through')
  expect(await db.read((tx) => tx.run(statement, [customer]))).toEqual([{ through: 1_000n }, { through: 2_000n }])
})

test('balances at an entry equal the entry’s own, and later changes lead to the present ones', async () => {
  const [entry] = await db.read((tx) => listEntriesOf(tx, customer, { ...EVERYTHING, after: 1_501 }, 1))
  assert(entry?.version === 1_500, 'the page ends at the entry before')
  const then = await db.read((tx) => listBalancesThrough(tx, customer, 1_500))
  expect(then.find(({ asset }) => asset === entry.asset)?.units).toBe(entry.freeAfter + entry.heldAfter)
  const changes = await db.read((tx) => listChanges(tx, customer, 1_500, { paidBy: ['grants'], owedTo: [] }))
  const changed = [...then, ...changes].reduce((sum, { units }) => sum + units, 0n)
  expect(changed).toBe(5n * BigInt(POSTINGS))
  const first = await db.read((tx) => versionBefore(tx, customer, NOW))
  expect([first, await db.read((tx) => versionBefore(tx, customer, entry.at + 1))]).toEqual([0, 1_500])
})

test.each(['came = came + 1', 'went = went - 1', 'through = through + 1000'])(
  'a sum that says something else is found: %s',
  async (change) => {
    await rollUp(db, settableClock(NOW))
    const owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    await owner.query('begin')
    await owner.query(
      `create table kept as select * from entry_sums; update entry_sums set ${change} where through = 2000 and kind = 'fee'; commit`,
    )
    const { breaches } = await verifyLedger(db, [LEDGER_BOOKS])
    await owner.query('truncate entry_sums; insert into entry_sums select * from kept; drop table kept')
    await owner.end()
    expect(breaches).toMatchObject([{ law: 'what was added up of a customer’s entries is what they say' }])
  },
)
