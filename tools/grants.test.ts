import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkout } from '@lonja/e2e/checkout'
import { testDatabase, type TestDatabase } from '@lonja/server/testing/database'
import { grantBreaches, rightsIn, rightsUsed, type Right, type UnseenRight } from './grants.ts'
import { modulesOf } from './tidy.modules.ts'
import { filesIn } from './tidy.ts'

/*
 * The server's own role may do only what its statements do: an attacker who takes it over through a statement cannot
 * change a seat's password or a deposit's day. Migrations grant the rights; this test compares them with the code.
 */
const UNSEEN: readonly UnseenRight[] = [
  { right: 'update of customers_lock.turn', because: 'who writes for a customer locks this row' },
  { right: 'update of deposits.turn', because: 'who credits a transaction locks the deposits that name it' },
  { right: 'update of alerts.armed_at', because: 'its store makes this part of the statement with a function' },
]

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

/** The granted rights of the server's role, except reading. */
async function granted(): Promise<Set<Right>> {
  const { rows } = await owner.query<{ right: Right }>(
    `select format('%s %s', case act when 'insert' then 'insert into' when 'delete' then 'delete from' else act end, relname) as right
     from pg_class join pg_namespace n on n.oid = relnamespace
     cross join unnest(array['insert', 'delete', 'truncate', 'trigger', 'references']) as act
     where nspname = 'public' and relkind in ('r', 'v', 'p', 'm') and has_table_privilege($1, pg_class.oid, act)
     union all
     select format('update of %s.%s', relname, attname)
     from pg_class join pg_namespace n on n.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
     where nspname = 'public' and relkind in ('r', 'v', 'p', 'm') and attnum > 0 and not attisdropped
       and has_column_privilege($1, pg_class.oid, attnum, 'update')`,
    [server],
  )
  return new Set(rows.map(({ right }) => right))
}

describe('the server’s role', () => {
  const used = rightsUsed(
    // Migrations run as the tables' owner, who also records them.
    modulesOf(filesIn(checkout)).filter(({ path }) => path !== 'server/src/database/migrate.ts'),
  )

  test('was really looked at', async () => {
    expect(used.size).toBeGreaterThan(150)
    expect([...(await granted())]).toEqual(expect.arrayContaining(['insert into postings', 'update of balances.free']))
  })

  test('may do what its statements do, and nothing else', async () => {
    expect(grantBreaches(await granted(), used, UNSEEN)).toEqual([])
  })
})

// prettier-ignore
test.each<[what: string, statement: string, rights: Right[]]>([
  ['a new row',                 'insert into lots (id) values ($1)',                                     ['insert into lots']],
  ['a row taken away',          'with gone as (delete from lots where id = $1 returning id) select 1',   ['delete from lots']],
  ['columns of a row',          'update seats as s set a = $1, "b" = f(x, y) where c = $2',              ['update of seats.a', 'update of seats.b']],
  ['from other rows',           'update seats set a = (select c from x where d = 1), b = r.b from r',     ['update of seats.a', 'update of seats.b']],
  ['in a statement of many',    'with u as (update seats set a = 1), v as (select b = 2) select c = 3',   ['update of seats.a']],
  ['where it is there already', 'insert into lots (id) values (1) on conflict (id) do update set n = 2', ['insert into lots', 'update of lots.n']],
])('a statement’s rights: %s', (_what, statement, rights) => {
  expect(rightsIn(statement)).toEqual(rights)
})

test('what is too much, too little, or in the list without need is told', () => {
  const sentences = grantBreaches(new Set(['a', 'b']), new Set(['b', 'c']), [
    { right: 'b', because: '' },
    { right: 'd', because: '' },
  ])
  expect(sentences).toEqual([
    'a: granted, and used by no statement',
    'c: used, and not granted',
    'd: in the list, and not granted',
    'b: in the list, and a statement shows it',
  ])
})
