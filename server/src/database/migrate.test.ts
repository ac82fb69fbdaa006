import { afterEach, beforeEach, expect, test } from 'vitest'
import pg from 'pg'
import { migrate, migrationsIn, type Migration } from './migrate.ts'
import { emptyDatabase, type TestDatabase } from '../testing/database.ts'

let here: TestDatabase
let role: string
beforeEach(async () => {
  here = await emptyDatabase()
  role = /\/\/([^:]+):/.exec(here.url)?.[1] ?? ''
})
afterEach(() => here.drop())

const step = (number: number, text: string, sha256 = String(number % 10).repeat(64)): Migration => ({
  number,
  name: `000${number}_step.sql`,
  text,
  sha256,
})
const first = step(1, 'create table one (id int); grant select on one to :server; insert into one values (1::int)')
const second = step(2, 'create table two (id int)')

async function ask(text: string, url = here.ownerUrl): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}
const tables = () =>
  ask(
    "select tablename::text from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1",
  )

test('each migration is run once, in order, and the server gets the rights that it grants', async () => {
  expect(await migrate(here.ownerUrl, role, [first])).toEqual(['0001_step.sql'])
  expect(await migrate(here.ownerUrl, role, [first, second])).toEqual(['0002_step.sql'])
  expect(await migrate(here.ownerUrl, role, [first, second])).toEqual([])
  expect(await ask('select id from one', here.url)).toEqual([1])
  await expect(ask('select id from two', here.url)).rejects.toMatchObject({ code: '42501' })
})

test('two nodes that start at once run each migration once', async () => {
  const [one, other] = await Promise.all([
    migrate(here.ownerUrl, role, [first, second]),
    migrate(here.ownerUrl, role, [first, second]),
  ])
  expect([...one, ...other].sort()).toEqual(['0001_step.sql', '0002_step.sql'])
})

test('a failed migration changes nothing, and those before it remain', async () => {
  const broken = step(2, 'create table two (id int);\nselect 1 / 0')
  await expect(migrate(here.ownerUrl, role, [first, broken])).rejects.toThrow(
    'The migration 0002_step.sql failed and changed nothing: division by zero',
  )
  expect(await tables()).toEqual(['one'])
  expect(await migrate(here.ownerUrl, role, [first, second])).toEqual(['0002_step.sql'])
})

test('a syntax error is reported with its migration and line', async () => {
  const broken = step(2, 'create table two (id int);\n\nselect only')
  await expect(migrate(here.ownerUrl, role, [first, broken])).rejects.toThrow(
    '0002_step.sql failed in line 3 and changed nothing',
  )
})

test('a migration that was changed after it was run stops the house before any change', async () => {
  await migrate(here.ownerUrl, role, [first])
  const changed = { ...first, sha256: 'f'.repeat(64) }
  await expect(migrate(here.ownerUrl, role, [changed, second])).rejects.toThrow(
    '0001_step.sql was changed after it was run',
  )
  expect(await tables()).toEqual(['one'])
})

test('a database newer than the code stops the house before any change', async () => {
  await migrate(here.ownerUrl, role, [second])
  await expect(migrate(here.ownerUrl, role, [first])).rejects.toThrow(
    'The database is newer than this code: it has 0002_step.sql',
  )
  expect(await tables()).toEqual(['two'])
})

test('the migrations of the house have distinct numbers', () => {
  expect(migrationsIn()[0]?.name).toBe('0001_base.sql')
})
