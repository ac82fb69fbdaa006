import pg from 'pg'
import { expect, test } from 'vitest'
import { openDb } from '../database/db.ts'
import { migrate, migrationsIn } from '../database/migrate.ts'
import { emptyDatabase } from '../testing/database.ts'
import { findPosting } from './entries.store.ts'
import { verifyLedger } from './ledger.verify.ts'

const CUSTOMER = '01890000-0000-7000-8000-00000000000a'
const [GRANTS, HELD, BOUGHT] = ['a1', 'a2', 'a3'].map((last) => `01890000-0000-7000-8000-0000000000${last}`)
const [ORDER, FILL] = ['b1', 'b2'].map((last) => `01890000-0000-7000-8000-0000000000${last}`)

/** Before entries were numbered over all assets: two grants, and an order with its hold and its fill. */
const HISTORY = `
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

test('a house from before entries were numbered keeps its history, and the law holds over it', async () => {
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
  const { breaches, counts } = await verifyLedger(db)
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
