import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECOND } from '@lonja/core/base/instant'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { replaceOrder } from '@lonja/core/orders/replacing.contract'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { ESP } from './orders.testing.ts'

/** The former terms of an order, through the door. */

let house: TestHouse
let who: TestCustomer
beforeAll(async () => {
  house = await openTestHouse()
  who = await house.customer()
  await house.quote(ESP, 8_100n, 8_101n)
})
afterAll(() => house.close())

const none = { limit: null, stop: null, trail: null, trailBps: null }
async function placed(ticket: object): Promise<string> {
  const id = newId()
  const answer = await house.ask(placeOrder, { id, listing: ESP, side: 'buy', ...ticket }, { token: who.token })
  expect(answer.status).toBe(200)
  return id
}
const replaced = async (change: object) => {
  house.clock.advance(SECOND)
  const answer = await house.ask(replaceOrder, { side: 'buy', ...none, ...change }, { token: who.token, key: newId() })
  expect(answer.status).toBe(200)
  return house.clock.now()
}
const read = async (id: string, token = who.token) => (await house.ask(readOrder, { id }, { token })).data

test('an order has each of its former terms, oldest first, with the time at which they ended and what was held', async () => {
  const id = await placed({ shares: '10', limit: '80.00', timeInForce: 'gtc' })
  expect((await read(id)).former).toEqual([])
  const first = await replaced({ id, changes: 0, shares: '10', limit: '79.00', timeInForce: 'gtc' })
  const second = await replaced({ id, changes: 1, shares: '8', limit: '79.00', timeInForce: 'day' })
  const { order, former } = await read(id)
  expect(order).toMatchObject({ changes: 2, shares: '8', limit: '79.00', timeInForce: 'day' })
  const same = { ...none, profit: null, exit: false, lot: null, exits: null, split: null, move: null, fill: null }
  expect(former).toEqual([
    { ...same, at: first, kind: 'limit', shares: '10', limit: '80.00', timeInForce: 'gtc', held: [held('800.80')] },
    { ...same, at: second, kind: 'limit', shares: '10', limit: '79.00', timeInForce: 'gtc', held: [held('790.79')] },
  ])
})

test('a stop has the stops that it had', async () => {
  const id = await placed({ shares: '10', limit: null, stop: '85.00', timeInForce: 'gtc' })
  await replaced({ id, changes: 0, shares: '10', stop: '86.00', timeInForce: 'gtc' })
  expect((await read(id)).former).toMatchObject([{ kind: 'stop', stop: '85.00' }])
})

test('its fee table and the highest price at which it may fill are those that the preview of a change needs', async () => {
  const id = await placed({ shares: '10', limit: null, stop: '90.00', timeInForce: 'gtc' })
  // The collar of two per cent on the stop.
  expect(await read(id)).toMatchObject({ feeTable: 2, worst: '91.80' })
})

test('nobody else reads them', async () => {
  const id = await placed({ shares: '1', limit: '80.00', timeInForce: 'gtc' })
  const { token } = await house.customer()
  expect((await house.ask(readOrder, { id }, { token })).error).toBe('unknown_order')
})

const held = (amount: string) => ({ asset: 'EUR', units: amount })
