import pg from 'pg'
import { expect, test } from 'vitest'
import { aCustomer } from '@lonja/core/base/ids.testing'
import { openDb } from '../database/db.ts'
import { migrate, migrationsIn } from '../database/migrate.ts'
import { emptyDatabase } from '../testing/database.ts'
import { findPosting } from './entries.store.ts'
import { ORDER_BOOKS } from '../orders/orders.verify.ts'
import { LEDGER_BOOKS } from './ledger.laws.verify.ts'
import { verifyLedger } from './ledger.verify.ts'

const CUSTOMER = aCustomer('01890000-0000-7000-8000-00000000000a')
const [GRANTS, HELD, BOUGHT] = ['a1', 'a2', 'a3'].map((last) => `01890000-0000-7000-8000-0000000000${last}`)
const [ORDER, FILL] = ['b1', 'b2'].map((last) => `01890000-0000-7000-8000-0000000000${last}`)

/** A history from before entries were numbered over all assets: two grants, and an order with its hold and its fill. */
const HISTORY = `
  insert into house_opening (opened_at, source, hours, replay_files, replay_start_at, replay_speed) values (1, 'replay', 'exchange', 'a', 1, 1);
  insert into customers_lock values ('${CUSTOMER}', 1);
  insert into entries (customer, asset, version, posting, kind, counter, free_before, free_after, held_before, held_after, cause, made_at)
  select '${CUSTOMER}'::uuid, asset, version, posting::uuid, kind, counter, f0, f1, h0, h1, cause::uuid, 1 from (values
    ('EUR', 1, '${GRANTS}', 'grant', 'grants', 0, 500, 0, 0, null),
    ('USD', 1, '${GRANTS}', 'grant', 'grants', 0, 500, 0, 0, null),
    ('USD', 2, '${HELD}', 'hold', 'hold', 500, 300, 0, 200, '${ORDER}'),
    ('USD', 3, '${BOUGHT}', 'buy', 'market', 300, 300, 200, 100, '${ORDER}'),
    ('USD', 4, '${BOUGHT}', 'release', 'hold', 300, 400, 100, 0, '${ORDER}'),
    ('XNYS:ABC', 1, '${BOUGHT}', 'buy', 'market', 0, 10, 0, 0, '${ORDER}')
  ) as rows (asset, version, posting, kind, counter, f0, f1, h0, h1, cause);
  insert into balances values ('${CUSTOMER}', 'EUR', 500, 0, 1), ('${CUSTOMER}', 'USD', 400, 0, 4), ('${CUSTOMER}', 'XNYS:ABC', 10, 0, 1);
  insert into house_entries values
    ('${GRANTS}', 'grants', 'EUR', -500, 1), ('${GRANTS}', 'grants', 'USD', -500, 1),
    ('${BOUGHT}', 'market', 'USD', 100, 1), ('${BOUGHT}', 'market', 'XNYS:ABC', -10, 1);
  insert into orders values ('${CUSTOMER}', '${ORDER}', 'XNYS:ABC', 'buy', 10, null, 'day', 1, 1, 2, 100000, 'USD', 200, 0, 'filled', 10, 1, null);
  insert into fills (customer, order_id, quote_at, id, posting, listing, side, shares, price_e4, cost, fee, fee_table, fee_bps,
    bid_e4, ask_e4, bid_size, ask_size, last_e4, source, made_at)
  values ('${CUSTOMER}', '${ORDER}', 2, '${FILL}', '${BOUGHT}', 'XNYS:ABC', 'buy', 10, 1000, 100, 0, 1, 10, 1000, 1000, 1, 1, 1000, 'practice', 1);
  insert into lots values
    ('${CUSTOMER}', 'XNYS:ABC', '${FILL}', '${ORDER}', 1, 1000, 10, 100, 0, 10, 100);`

test('a house from before entries were numbered keeps its history, and the ledger law holds', async () => {
  const here = await emptyDatabase()
  const role = /\/\/([^:]+):/.exec(here.url)?.[1] ?? ''
  const all = migrationsIn()
  await migrate(here.ownerUrl, role, all.slice(0, 8))
  const owner = new pg.Client({ connectionString: here.ownerUrl })
  await owner.connect()
  await owner.query(HISTORY)
  await owner.end()
  await migrate(here.ownerUrl, role, all)

  const db = openDb(here.url, { max: 1 })
  const { breaches, counts } = await verifyLedger(db, [LEDGER_BOOKS, ORDER_BOOKS])
  expect(breaches).toEqual([])
  expect(counts).toMatchObject({ entries: 6, fills: 1 })
  const bought = await db.read((tx) => findPosting(tx, CUSTOMER, 4))
  expect(bought.map(({ version, asset, kind }) => `${version} ${asset} ${kind}`)).toEqual([
    '4 USD buy',
    '5 USD release',
    '6 XNYS:ABC buy',
  ])
  await db.close()
  await here.drop()
})

const [BACK, NOBODY] = ['c1', 'c2'].map((last) => `01890000-0000-7000-8000-0000000000${last}`)

/**
 * A history from before postings were rows: an order and a withdrawal with the same id, a fill of seven lines, and a
 * posting of five assets.
 */
const APART = `
  insert into customers_lock values ('${CUSTOMER}', 1);
  insert into orders values ('${CUSTOMER}', '${ORDER}', 'XNYS:ABC', 'buy', 10, null, 'day', 2, 2, 3, 100000, 'USD', 0, 200, 'filled', 10, 3, null);
  insert into withdrawals (id, customer, payee, asset, units, made_at, ended, ended_at, held_posting, ended_posting)
    values ('${ORDER}', '${CUSTOMER}', '${FILL}', 'EUR', 70, 5, 'sent', 6, 2, 11);
  insert into hand_backs values ('${BACK}', '${CUSTOMER}', 'closing', 0, 7);
  insert into entries (customer, version, posting, asset, kind, counter, free_before, free_after, held_before, held_after, cause, made_at)
  select '${CUSTOMER}'::uuid, version, posting, asset, kind, counter, f0, f1, h0, h1, cause::uuid, made_at from (values
    (1, 1, 'EUR', 'grant', 'grants', 0, 10000, 0, 0, null, 1),
    (2, 2, 'EUR', 'hold', 'hold', 10000, 9800, 0, 200, '${ORDER}', 2),
    (3, 3, 'EUR', 'conversion', 'conversion', 9800, 9800, 200, 110, '${ORDER}', 3),
    (4, 3, 'EUR', 'conversion', 'markup', 9800, 9800, 110, 109, '${ORDER}', 3),
    (5, 3, 'USD', 'conversion', 'conversion', 0, 0, 0, 100, '${ORDER}', 3),
    (6, 3, 'USD', 'buy', 'market', 0, 0, 100, 1, '${ORDER}', 3),
    (7, 3, 'USD', 'fee', 'fees', 0, 0, 1, 0, '${ORDER}', 3),
    (8, 3, 'EUR', 'release', 'hold', 9800, 9909, 109, 0, '${ORDER}', 3),
    (9, 3, 'XNYS:ABC', 'buy', 'market', 0, 10, 0, 0, '${ORDER}', 3),
    (10, 10, 'EUR', 'hold', 'hold', 9909, 9839, 0, 70, '${ORDER}', 5),
    (11, 11, 'EUR', 'withdrawal', 'withdrawals', 9839, 9839, 70, 0, '${ORDER}', 6),
    (12, 12, 'XNYS:ABC', 'handed_back', 'market', 10, 0, 0, 0, '${BACK}', 7),
    (13, 12, 'XNYS:B', 'handed_back', 'market', 0, 1, 0, 0, '${BACK}', 7),
    (14, 12, 'XNYS:C', 'handed_back', 'market', 0, 1, 0, 0, '${BACK}', 7),
    (15, 12, 'XNYS:D', 'handed_back', 'market', 0, 1, 0, 0, '${BACK}', 7),
    (16, 12, 'XNYS:B', 'handed_back', 'market', 1, 3, 0, 0, '${BACK}', 7)
  ) as rows (version, posting, asset, kind, counter, f0, f1, h0, h1, cause, made_at);`

/** A database with a history from before the migration of this name. The remaining migrations have not run. */
async function before(name: string, history: string) {
  const here = await emptyDatabase()
  const role = /\/\/([^:]+):/.exec(here.url)?.[1] ?? ''
  const all = migrationsIn()
  const at = all.findIndex((migration) => migration.name === name)
  await migrate(here.ownerUrl, role, all.slice(0, at))
  const owner = new pg.Client({ connectionString: here.ownerUrl })
  await owner.connect()
  await owner.query(history)
  return { here, owner, goOn: () => migrate(here.ownerUrl, role, all) }
}

const READ = `select version, posting, asset, kind, counter, free_before, free_after, held_before, held_after, cause, made_at
  from entries order by version`

test('entries that were rows of their own read as before, each with the kind of its cause', async () => {
  const { here, owner, goOn } = await before('0037_postings.sql', APART)
  const { rows: was } = await owner.query(READ)
  await goOn()
  expect((await owner.query(READ)).rows).toEqual(was)
  const kinds = await owner.query<{ kind: string }>('select cause_kind as kind from entries order by version')
  const order = Array.from({ length: 8 }, () => 'order')
  const back = Array.from({ length: 5 }, () => 'hand_back')
  expect(kinds.rows.map(({ kind }) => kind)).toEqual(['grant', ...order, 'withdrawal', 'withdrawal', ...back])
  const rows = await owner.query({
    text: 'select first, posting, lines from postings order by first',
    rowMode: 'array',
  })
  expect(rows.rows.map((row) => row.map(Number))).toEqual([
    [1, 1, 1],
    [2, 2, 1],
    [3, 3, 6],
    [9, 3, 1],
    [10, 10, 1],
    [11, 11, 1],
    [12, 12, 3],
    [15, 12, 2],
  ])
  const numbers = await owner.query('select held_posting::int, ended_posting::int from withdrawals')
  expect(numbers.rows).toEqual([{ held_posting: 10, ended_posting: 11 }])
  await owner.end()
  await here.drop()
})

test('an entry without a stored cause stops the migration', async () => {
  const lost = `insert into entries values ('${CUSTOMER}', 17, 17, 'EUR', 'fee', 'fees', 9839, 9838, 0, 0, '${NOBODY}', 8);`
  const { here, owner, goOn } = await before('0037_postings.sql', APART + lost)
  await expect(goOn()).rejects.toThrow(/changed nothing: null value in column "cause_kind"/)
  await owner.end()
  await here.drop()
})
