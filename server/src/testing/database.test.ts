import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, sql, type Db } from '../database/db.ts'
import { testDatabase, type TestDatabase } from './database.ts'

let here: TestDatabase
let db: Db
beforeAll(async () => {
  here = await testDatabase()
  db = openDb(here.url)
})
afterAll(async () => {
  await db.close()
  await here.drop()
})

const whoAmI = sql('test_who_am_i', 'select current_user::text as name, count(*) as done from schema_migrations')
const makeTable = sql('test_make_table', 'create table theft (id int)')
const forget = sql('test_forget', 'delete from schema_migrations')

test('the server has its own role, and can read the record of migrations', async () => {
  const [row] = await db.read((tx) => tx.run<{ name: string; done: bigint }>(whoAmI))
  expect(row?.name).toMatch(/^lonja_(test_)?server/)
  expect(row?.done).toBeGreaterThan(0n)
})

const becomeOwner = sql('test_become_owner', `do $$ begin execute format('set role %I', (select tableowner from pg_tables where tablename = 'postings')); end $$`) // prettier-ignore
const makeFunction = sql('test_make_function', 'create function theft() returns int language sql as $$ select 1 $$')

test.each([makeTable, forget, becomeOwner, makeFunction])(
  'the server may not run a statement of the owner: %o',
  async (statement) => {
    await expect(db.write((tx) => tx.run(statement))).rejects.toMatchObject({ code: '42501' })
  },
)
