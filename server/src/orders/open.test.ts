import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { Order } from '@lonja/core/orders/orders.rules'
import { openLog } from '../base/log.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { listOrdersFor } from './group.actions.ts'
import { cancel, place } from './orders.actions.ts'
import { openOrders } from './orders.open.ts'
import { listOpenOrders } from './open.store.ts'
import { listOrdersOf } from './orders.store.ts'
import { ABC, ESP, calmMarket, openFloor, ticket, type Floor } from './orders.testing.ts'
import { hasOtherServers } from './progress.store.ts'
import { openServers } from './servers.jobs.ts'

/** Open orders have no index: they are read block by block at the start, and by the ids in memory for one customer. */

let database: TestDatabase
let floor: Floor
let customer: CustomerId
let placed: OrderId[]

const LIMIT = priceE4(10_000n)
const ALL: Parameters<typeof listOrdersFor>[3] = { which: 'open', listing: null, after: null }

beforeAll(async () => {
  database = await testDatabase()
  floor = await openFloor(database.url)
})

afterAll(async () => {
  await floor.close()
  await database.drop()
})

const placeFor = async (who: CustomerId, count: number, listing = ABC): Promise<OrderId[]> => {
  const tickets = Array.from({ length: count }, () => ticket(listing, { limit: LIMIT }))
  for (const order of tickets) expect(await place(floor, { customer: who }, order)).toMatchObject({ state: 'working' })
  return tickets.map(({ id }) => id)
}

/** Two open orders in Madrid among four in New York, one of them cancelled. */
beforeEach(async () => {
  calmMarket(floor)
  customer = await floor.customer({ USD: 100_000_000n, EUR: 100_000_000n })
  const [ended, ...others] = await placeFor(customer, 3)
  placed = [...others, ...(await placeFor(customer, 2, ESP)), ...(await placeFor(customer, 1))]
  await cancel(floor, { customer }, ended!)
})

const newestFirst = (ids: readonly string[]): string[] => ids.toSorted().toReversed()
const idsOf = (orders: readonly Order[]): string[] => orders.map(({ id }) => id)
const listed = (page = ALL, most = 100): Promise<Order[]> =>
  floor.db.read((tx) => listOrdersFor(floor, tx, customer, page, most))
const inTable = (): Promise<Order[]> => floor.db.read((tx) => listOrdersOf(tx, customer, ALL, 100))

describe('of one customer', () => {
  test('are those of the table, newest first', async () => {
    expect(idsOf(await listed())).toEqual(newestFirst(placed))
    expect(await listed()).toEqual(await inTable())
  })

  test('are listed by listing and page by page', async () => {
    const [first, second] = newestFirst(placed)
    expect(idsOf(await listed(ALL, 2))).toEqual([first, second])
    expect(idsOf(await listed({ ...ALL, after: second ?? '' }))).toEqual(newestFirst(placed).slice(2))
    expect(new Set((await listed({ ...ALL, listing: ESP })).map(({ listing }) => listing))).toEqual(new Set([ESP]))
    expect(await listed({ ...ALL, listing: ESP })).toHaveLength(2)
  })

  test('are looked up by the ids in memory while this server is alone', async () => {
    floor.open.drop({ customer, id: placed[0]! })
    expect(idsOf(await listed())).toEqual(newestFirst(placed.slice(1)))
  })

  test('have ended if the table says so, even if memory differs', async () => {
    const late = openOrders()
    late.takeOver(floor.open.node(), 0)
    for (const order of await inTable()) late.take(order)
    await cancel(floor, { customer }, placed[0]!)
    const orders = await floor.db.read((tx) => listOrdersFor({ open: late, doubtful: [] }, tx, customer, ALL, 100))
    expect(idsOf(orders)).toEqual(newestFirst(placed.slice(1)))
  })

  test('are complete while another server may take some', async () => {
    const other = openOrders()
    const servers = openServers({ ...floor, open: other, log: openLog('silent') })
    await servers.begin()
    floor.open.drop({ customer, id: placed[0]! }) // This server never took this order in.
    expect(idsOf(await listed())).toEqual(newestFirst(placed))
    await servers.handOver()
    await floor.engine.servers.round()
    await floor.engine.servers.round()
    expect(await floor.db.read((tx) => hasOtherServers(tx, floor.open.node()))).toBe(false)
  })

  test('are complete while the outcome of a command is unknown', async () => {
    const key = { customer, id: placed[0]! }
    floor.open.drop(key)
    floor.doubtful.push(key)
    expect(idsOf(await listed())).toEqual(newestFirst(placed))
    await floor.engine.sweep()
    expect(idsOf(await listed())).toEqual(newestFirst(placed))
  })
})

test('at the start every open order is read once, however many blocks are read at once', async () => {
  const other = await floor.customer({ USD: 100_000_000n })
  const more = await placeFor(other, 60) // More orders than fit one block.
  const read = (blocks?: bigint): Promise<string[]> =>
    floor.db.read(async (tx) => {
      const ids: string[] = []
      for await (const orders of listOpenOrders(tx, [floor.open.node()], blocks)) ids.push(...idsOf(orders))
      return ids.toSorted()
    })
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ id: string }>('select id from orders where ended_at is null order by id')
  await owner.end()
  const open = rows.map(({ id }) => id)
  expect(open).toEqual(expect.arrayContaining([...placed, ...more]))
  expect(await read()).toEqual(open)
  expect(await read(1n)).toEqual(open)
  expect(await read(2n)).toEqual(open)
})

test('orders that end stay on their page: no index is updated', async () => {
  const other = await floor.customer({ USD: 100_000_000n })
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const updates = async (): Promise<{ all: number; onPage: number }> => {
    const { rows } = await owner.query<{ all: number; onPage: number }>(
      `select n_tup_upd::int4 as all, n_tup_hot_upd::int4 as "onPage" from pg_stat_user_tables where relname = 'orders'`,
    )
    return rows[0] ?? { all: 0, onPage: 0 }
  }
  // A database session reports its statistics when it ends. A restart ends the lane's sessions.
  await floor.restart()
  const { rows } = await owner.query<{ ended: number }>('select count(ended_at)::int4 as ended from orders')
  await expect.poll(async () => (await updates()).all).toBe(rows[0]?.ended)
  const before = await updates()
  for (const id of await placeFor(other, 100)) await cancel(floor, { customer: other }, id)
  await floor.restart()
  await expect.poll(async () => (await updates()).all).toBe(before.all + 100)
  // A few find their page full, where an open snapshot kept earlier versions from being pruned. With an index on an updated column none stays.
  expect((await updates()).onPage - before.onPage).toBeGreaterThanOrEqual(80)
  const server = new pg.Client({ connectionString: database.url })
  await server.connect()
  // The server may update no column that an index holds or depends on.
  const { rows: touched } = await server.query<{ name: string }>(
    `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid
     where i.indrelid = 'orders'::regclass and has_column_privilege(i.indrelid, a.attnum, 'update')
       and a.attnum > 0 and (a.attnum = any (i.indkey) or pg_get_expr(i.indpred, i.indrelid) ~ ('\\m' || a.attname || '\\M'))`,
  )
  await server.end()
  expect(touched).toEqual([])
  await owner.end()
})
