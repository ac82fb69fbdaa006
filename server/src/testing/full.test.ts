import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '@lonja/core/accounts/accounts.contract'
import { cancelOrder, listOrders, placeOrder } from '@lonja/core/orders/orders.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { isFull, isOutage } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from './house.ts'

/**
 * Simulates a full disk by PostgreSQL's error 53100: a table that cannot grow. A write-ahead log that cannot be written
 * ends PostgreSQL itself; the test of a database that dies covers that case.
 */

const LISTING = 'XNYS:ABC'
let house: TestHouse
let owner: pg.Client
let someone: TestCustomer
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

/** Runs `work` while a table accepts no new row. */
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
  'an order is refused as a whole while %s cannot grow, and accepted afterwards',
  async (table) => {
    const id = newId()
    const before = await standing()
    const answers = await withoutRoom(table, () =>
      Promise.all([id, newId(), newId()].map((each) => ask(placeOrder, ticket(each), each))),
    )
    for (const { status, error } of answers) expect([status, error]).toEqual([503, 'unavailable'])
    expect(await standing()).toEqual(before)
    expect(await ask(placeOrder, ticket(id), id)).toMatchObject({ status: 200, data: { id } })
  },
)

test('the log names a full disk, also if it is the cause of another error', () => {
  const full = Object.assign(new pg.DatabaseError('could not extend file', 0, 'error'), { code: '53100' })
  expect([isFull(full), isFull(new Error('a batch', { cause: full })), isOutage(full)]).toEqual([true, true, true])
  expect(isFull(Object.assign(new pg.DatabaseError('too many connections', 0, 'error'), { code: '53300' }))).toBe(false)
})

test('a cancel and a sign-up are refused as a whole while the disk is full', async () => {
  const id = newId()
  await ask(placeOrder, ticket(id), id)
  const before = await standing()
  const answer = await withoutRoom('postings', () => ask(cancelOrder, { id }))
  expect([answer.status, answer.error]).toEqual([503, 'unavailable'])
  expect(await standing()).toEqual(before)
  expect((await ask(cancelOrder, { id })).status).toBe(200)

  const form = { phone: '699999999', password: 'secret-1', again: 'secret-1', invitation: house.invitation }
  const key = newId()
  const full = await withoutRoom('postings', () => house.ask(register, form, { key }))
  expect([full.status, full.error]).toEqual([503, 'unavailable'])
  expect((await house.ask(register, form, { key })).status).toBe(200)
})

test('a fill that fails on a full disk is made in the next round', async () => {
  const id = newId()
  await ask(placeOrder, { ...ticket(id), limit: '9.50' }, id)
  await expect(withoutRoom('fills', () => house.quote(LISTING, 940n, 945n))).rejects.toMatchObject({ code: '53100' })
  await house.engine.sweep()
  const { data } = await ask(listOrders, { which: 'filled' })
  expect(data.rows.map((row: { id: string }) => row.id)).toContain(id)
})
