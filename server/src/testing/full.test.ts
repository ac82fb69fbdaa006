import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '@lonja/core/accounts/accounts.contract'
import { cancelOrder, listOrders, placeOrder } from '@lonja/core/orders/orders.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { isFull, isOutage } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { openTestHouse, type Someone, type TestHouse } from './house.ts'

/**
 * A disk that is full, as PostgreSQL says it (53100): a table that cannot grow. What it cannot be shown here, a log that cannot
 * be written, ends PostgreSQL itself, which is the test of a database that dies.
 */

const LISTING = 'XNYS:ABC'
let house: TestHouse
let owner: pg.Client
let someone: Someone
beforeAll(async () => {
  house = await openTestHouse()
  owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  await owner.query(`
    create function no_room() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file: No space left on device' using errcode = '53100';
    end $$`)
  someone = await house.customer()
  await house.quote(LISTING, 999n, 1_000n)
})
afterAll(async () => {
  await owner.end()
  await house.close()
})

/** While `work` runs, a table has no room for another row. */
async function withoutRoom<T>(table: string, work: () => Promise<T>): Promise<T> {
  await owner.query(`create trigger full_disk before insert on ${table} for each statement execute function no_room()`)
  try {
    return await work()
  } finally {
    await owner.query(`drop trigger full_disk on ${table}`)
  }
}

const ask = (...[call, input, key]: [Parameters<TestHouse['ask']>[0], unknown, string?]) =>
  house.ask(call, input, { token: someone.token, ...(key && { key }) })
const standing = async (): Promise<unknown> => [
  (await ask(readFigures, {})).data,
  (await ask(listOrders, { which: 'open' })).data,
]
const ticket = (id: string) => ({ id, listing: LISTING, side: 'buy', shares: '3', limit: '9.00', timeInForce: 'gtc' })

test.each(['orders', 'postings'])(
  'with no room for %s an order is refused whole, and taken once there is',
  async (table) => {
    const id = newId()
    const before = await standing()
    const told = await withoutRoom(table, () =>
      Promise.all([id, newId(), newId()].map((each) => ask(placeOrder, ticket(each), each))),
    )
    for (const { status, error } of told) expect([status, error]).toEqual([503, 'unavailable'])
    expect(await standing()).toEqual(before)
    expect(await ask(placeOrder, ticket(id), id)).toMatchObject({ status: 200, data: { id } })
  },
)

test('the log says plainly that the disk is full, also of an error around it', () => {
  const full = Object.assign(new pg.DatabaseError('could not extend file', 0, 'error'), { code: '53100' })
  expect([isFull(full), isFull(new Error('a batch', { cause: full })), isOutage(full)]).toEqual([true, true, true])
  expect(isFull(Object.assign(new pg.DatabaseError('too many connections', 0, 'error'), { code: '53300' }))).toBe(false)
})

test('with no room a cancel is refused whole, and so is a new customer', async () => {
  const id = newId()
  await ask(placeOrder, ticket(id), id)
  const before = await standing()
  const told = await withoutRoom('postings', () => ask(cancelOrder, { id }))
  expect([told.status, told.error]).toEqual([503, 'unavailable'])
  expect(await standing()).toEqual(before)
  expect((await ask(cancelOrder, { id })).status).toBe(200)

  const form = { phone: '699999999', password: 'secret-1', again: 'secret-1', invitation: house.invitation }
  const key = newId()
  const full = await withoutRoom('postings', () => house.ask(register, form, { key }))
  expect([full.status, full.error]).toEqual([503, 'unavailable'])
  expect((await house.ask(register, form, { key })).status).toBe(200)
})

test('a fill that finds no room comes with the next round', async () => {
  const id = newId()
  await ask(placeOrder, { ...ticket(id), limit: '9.50' }, id)
  await expect(withoutRoom('fills', () => house.quote(LISTING, 940n, 945n))).rejects.toMatchObject({ code: '53100' })
  await house.engine.sweep()
  const { data } = await ask(listOrders, { which: 'filled' })
  expect(data.rows.map((row: { id: string }) => row.id)).toContain(id)
})
