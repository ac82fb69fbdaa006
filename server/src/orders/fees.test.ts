import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR } from '@lonja/core/base/instant'
import { openDb, sql, type Db } from '../database/db.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { openFeeTables } from './fees.actions.ts'
import { insertFeeTable } from './fees.store.ts'

const OPENED = Date.UTC(2026, 0, 5, 9)
const NOW = Date.UTC(2026, 10, 20, 15)
const first = { version: 1, announcedAt: OPENED, from: OPENED } as const

let database: TestDatabase
let db: Db
beforeEach(async () => {
  database = await testDatabase()
  db = openDb(database.url, { max: 2 })
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

test('a new house has the newest table from its opening, also if its first start broke off', async () => {
  const days = [{ version: 2, announcedAt: OPENED, from: OPENED }]
  expect(await openFeeTables(db, { openedAt: OPENED, now: OPENED + 5 * HOUR })).toEqual(days)
  expect(await openFeeTables(db, { openedAt: OPENED, now: NOW })).toEqual(days)
})

test('a house with an earlier table announces the newest once: a later start does not move the day', async () => {
  await db.write((tx) => insertFeeTable(tx, first))
  const days = [first, { version: 2, announcedAt: NOW, from: Date.parse('2026-11-28T00:00:00+01:00') }]
  const together = [NOW, NOW].map((now) => openFeeTables(db, { openedAt: OPENED, now }))
  expect(await Promise.all(together)).toEqual([days, days])
  expect(await openFeeTables(db, { openedAt: OPENED, now: NOW + 900 * HOUR })).toEqual(days)
})

test.each([
  ['test_begin_a_fee_table_early', 'update fee_tables set from_at = 0'],
  ['test_forget_a_fee_table', 'delete from fee_tables'],
  ['test_change_the_fee_table_of_an_order', 'update orders set fee_table = 1'],
])('the server’s role has no right to %s', async (name, text) => {
  await openFeeTables(db, { openedAt: OPENED, now: OPENED })
  await expect(db.write((tx) => tx.run(sql(name, text)))).rejects.toThrow(/permission denied/)
})
