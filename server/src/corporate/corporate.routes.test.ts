import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, wholeShares } from '@lonja/core/base/amount'
import { listActions, listOwnActions, readAction } from '@lonja/core/corporate/corporate.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { newId } from '../base/ids.ts'
import { openDb, sql } from '../database/db.ts'
import { ABC } from '../orders/orders.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { insertAction, insertPart } from './corporate.store.ts'
import { dividendOf } from './corporate.testing.ts'

let house: TestHouse
let [owner, other]: TestCustomer[] = []
const id = newId()
const RENAME_LOTS = sql('test_rename_lots', 'update lots set listing = $2 where customer = $1')
beforeAll(async () => {
  house = await openTestHouse()
  owner = await house.customer()
  other = await house.customer()
  const { id: customer } = owner
  await house.db.write(async (tx) => {
    await insertAction(tx, dividendOf(10_000n), { id, withholdingBps: 1_500, madeAt: 5 })
    const paid = { gross: cents(500n), withheld: cents(75n), cash: cents(0n), cost: cents(0n) }
    const shares = { sharesBefore: wholeShares(5n), sharesAfter: wholeShares(5n) }
    await insertPart(tx, {
      customer,
      action: id,
      posting: null,
      version: 1,
      ...shares,
      ...paid,
      orders: 0,
      adjusted: 0,
      madeAt: 6,
    })
  })
})
afterAll(async () => {
  // The part is on record without its posting: the laws of the books that are checked at the end would find it.
  const db = openDb(house.ownerUrl, { max: 1 })
  await db.write((tx) => tx.run(sql('test_no_parts', 'delete from corporate_parts'), []))
  await db.close()
  await house.close()
})

test('a customer reads their own part of an action, and nobody another’s', async () => {
  const read = async (who: TestCustomer | undefined) =>
    (await house.ask(readAction, { id }, { token: who?.token ?? '' })).data
  expect(await read(owner)).toMatchObject({ action: { id, amount: '1.00' }, own: { gross: '5.00', net: '4.25' } })
  expect(await read(other)).toMatchObject({ action: { id }, own: null })
  const own = async (who: TestCustomer | undefined) =>
    (await house.ask(listOwnActions, { listing: ABC }, { token: who?.token ?? '' })).data.rows.length
  expect([await own(owner), await own(other)]).toEqual([1, 0])
})

test('anybody reads the actions of a listing; an unknown one is refused', async () => {
  const { data } = await house.ask(listActions, { listing: ABC }, {})
  expect(data.rows).toMatchObject([{ id, kind: 'dividend', exDay: '2026-11-21', doneAt: null, withholdingBps: 1_500 }])
  expect((await house.ask(listActions, { listing: 'XNYS:NONE' }, {})).error).toBe('unknown_listing')
  expect((await house.ask(readAction, { id: newId() }, { token: owner?.token ?? '' })).error).toBe('unknown_action')
})

test('an order that bought shares says what is left of its lot under the new ticker too', async () => {
  const buyer = await house.customer()
  await house.quote(ABC, 999n, 1_000n)
  const order = { id: newId(), listing: ABC, side: 'buy', shares: '3', limit: null, timeInForce: 'day', leverage: 1 }
  expect((await house.ask(placeOrder, order, { token: buyer.token })).error).toBeUndefined()
  await house.quote(ABC, 999n, 1_000n)
  const left = async () => (await house.ask(readOrder, { id: order.id }, { token: buyer.token })).data.opened[0].left
  const db = openDb(house.ownerUrl, { max: 1 })
  const rename = (listing: string) => db.write((tx) => tx.run(RENAME_LOTS, [buyer.id, listing]))
  expect(await left()).toBe('3')
  await rename('XNYS:NEW')
  expect(await left()).toBe('3')
  await rename(ABC)
  await db.close()
})
