import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_CHAIN } from '@lonja/core/ipo/draw.testing'
import { FREEZE_AFTER_MS } from '@lonja/core/ipo/ipo.rules'
import { wholeLots, type Terms } from '@lonja/core/ipo/terms.text'
import { cents } from '@lonja/core/base/amount'
import { openDb, sql, type Db } from '../database/db.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { freezeList, storeListRoot, type DrawParts } from './draws.actions.ts'
import { findSteps, insertFreeze } from './draws.store.ts'
import { lockOffer, updateApplication, updateWithdrawn } from './ipo.store.ts'
import { apply, offered, somebody } from './ipo.testing.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url, { max: 4 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const WAITING = sql(
  'test_waiting_transactions',
  "select count(*)::int4 as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
)
/** Waits until a transaction of this database waits for another one. */
async function waits(): Promise<void> {
  const waiting = () => db.read(async (tx) => (await tx.run<{ n: number }>(WAITING))[0]?.n)
  await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThan(0)
}

/** A point at which one transaction waits until another one has come to it. */
function gate(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {}
  const promise = new Promise<void>((passed) => (resolve = passed))
  return { promise, resolve: () => resolve() }
}

const partsAfter = (terms: Terms): DrawParts => ({
  db,
  clock: { now: () => terms.closes + FREEZE_AFTER_MS + 1 },
  chain: TEST_CHAIN,
  fetchRound: () => Promise.reject(new Error('no round is due')),
})

test('an application at the last instant that commits late is on the list: the freeze waits for it', async () => {
  const terms = await offered(db)
  const customer = await somebody(db)
  const [insert, mayCommit] = [gate(), gate()]
  const applying = db.write(async (tx) => {
    const application = await apply(tx, customer, terms, 2n, terms.closes)
    insert.resolve()
    await mayCommit.promise
    return application
  })
  await insert.promise
  const freezing = freezeList(partsAfter(terms), terms)
  try {
    await waits()
    expect((await db.read((tx) => findSteps(tx, terms.offer))).frozenAt).toBeNull()
  } finally {
    mayCommit.resolve()
  }
  const { id } = await applying
  expect(await freezing).toBe(true)
  await storeListRoot(partsAfter(terms), terms)
  expect((await db.read((tx) => findSteps(tx, terms.offer))).list?.applications).toBe(1)
  const change = { customer, id, lots: wholeLots(1n), held: cents(62_000n) }
  await expect(db.write((tx) => updateApplication(tx, change, terms.closes))).rejects.toThrow(/is frozen/)
  await expect(db.write((tx) => updateWithdrawn(tx, customer, id, terms.closes))).rejects.toThrow(/is frozen/)
})

test('one that begins while the list is being frozen is refused, whatever its instant', async () => {
  const terms = await offered(db)
  const customer = await somebody(db)
  const [locked, mayCommit] = [gate(), gate()]
  const freezing = db.write(async (tx) => {
    await lockOffer(tx, terms.offer)
    locked.resolve()
    await mayCommit.promise
    await insertFreeze(tx, terms.offer, terms.closes)
  })
  await locked.promise
  const applying = db.write((tx) => apply(tx, customer, terms, 2n, terms.closes))
  const answer = applying.then(
    () => 'accepted',
    (error: unknown) => String(error),
  )
  try {
    await waits()
  } finally {
    mayCommit.resolve()
    await freezing
  }
  expect(await answer).toMatch(/is frozen/)
})
