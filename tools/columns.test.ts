import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkout } from '@lonja/e2e/checkout'
import { testDatabase, type TestDatabase } from '@lonja/server/testing/database'
import { COLUMNS } from './columns.list.ts'
import { columnBreaches, suggestsPrice, type Column } from './columns.ts'
import { modulesOf } from './tidy.modules.ts'
import { writersOf } from './tidy.tables.ts'
import { filesIn } from './tidy.ts'

const writers = writersOf(modulesOf(filesIn(checkout)))

let database: TestDatabase
let owner: pg.Client
let server: string

beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const asServer = new pg.Client({ connectionString: database.url })
  await asServer.connect()
  const { rows } = await asServer.query<{ name: string }>('select current_user::text as name')
  server = rows[0]?.name ?? ''
  await asServer.end()
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** All columns of tables and views in the migrated database, with the rights of the server's own role. */
async function columns(): Promise<Column[]> {
  const { rows } = await owner.query<Column>(
    `select table_name as table, column_name as column, data_type as type,
            has_column_privilege($1, format('%I.%I', table_schema, table_name), column_name, 'update') as updatable
     from information_schema.columns where table_schema = 'public' order by 1, 2`,
    [server],
  )
  return rows
}

describe('the migrated database', () => {
  test('was really read', async () => {
    const all = await columns()
    expect(new Set(all.map(({ table }) => table)).size).toBeGreaterThan(8)
    expect(all.filter(suggestsPrice).length).toBeGreaterThan(10)
    expect(server).not.toBe('')
    const { rows } = await owner.query<{ name: string }>('select current_user::text as name')
    expect(rows[0]?.name).not.toBe(server)
  })

  test('has no column that speaks of a price or a result and is not in the list, and the list is true', async () => {
    expect(columnBreaches(await columns(), COLUMNS, writers)).toEqual([])
  })

  test('keeps everything in one place: no schema, trigger or rule of its own that could write', async () => {
    const { rows } = await owner.query<{ what: string }>(
      `select format('schema %s', nspname) as what from pg_namespace
         where nspname not in ('public', 'information_schema') and nspname not like 'pg\\_%'
       union all select format('rule %s on %s', rulename, tablename) from pg_rules where schemaname = 'public'`,
    )
    expect(rows).toEqual([])
  })
})

// prettier-ignore
test.each<[breach: string, statement: string, told: RegExp]>([
  ['a price beside an instrument', 'create table shown (listing text, shown_price_e4 int8)',        /^shown\.shown_price_e4 is not in the list/],
  ['the odds of a draw',           'create table draws (id uuid, odds int4)',                       /^draws\.odds is not in the list/],
  ['a winner',                     'create table picks (id uuid, winner uuid)',                     /^picks\.winner is not in the list/],
  ['a result under a JSON cloak',  'create table settings (name text, value jsonb)',                /^settings\.value is not in the list/],
  ['a column in a table of ours',  'alter table orders add column fill_at_bid int8',                /^orders\.fill_at_bid is not in the list/],
  ['a price that a view computes', 'create view shown as select id, 1 as rate from orders',         /^shown\.rate is not in the list/],
  ['a right to change a price',    'grant update (price_e4) on fills to :server',                   /^fills\.price_e4 can be changed by the server's role/],
])('a planted breach fails: %s', async (_breach, statement, expected) => {
  await owner.query('begin')
  try {
    await owner.query(statement.replace(':server', server))
    const problems = columnBreaches(await columns(), COLUMNS, writers)
    expect(problems.some((problem) => expected.test(problem))).toBe(true)
  } finally {
    await owner.query('rollback')
  }
})

test('a planted second writer fails', async () => {
  const second = new Map(writers).set('orders', new Set([...(writers.get('orders') ?? []), 'server/src/x/x.store.ts']))
  const problems = columnBreaches(await columns(), COLUMNS, second)
  expect(problems).toContain('orders.limit_e4 is also written by server/src/x/x.store.ts')
})

test('a column that is gone fails', async () => {
  const gone = { table: 'orders', column: 'gone_price', writer: 'x', changes: 'never', because: 'planted' } as const
  expect(columnBreaches(await columns(), [...COLUMNS, gone], writers)).toContain(
    'orders.gone_price is in the list, but in no table',
  )
})
