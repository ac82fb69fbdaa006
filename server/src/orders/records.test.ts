import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import { cancelOrder, listOrders, placeOrder } from '@lonja/core/orders/orders.contract'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { ticketOf } from '../testing/access.owner.ts'
import { ABC, ESP, START } from './orders.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  house.script.sessions = [{ open: START - HOUR, close: START + 900 * HOUR }]
})
afterAll(() => house.close())

/** An order that was placed and cancelled, and the instant of its placing. */
async function ended(who: TestCustomer, listing: typeof ABC): Promise<{ id: string; at: Instant }> {
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
  const sent = { ...ticketOf(listing), limit: '1.00' }
  const at = house.clock.now()
  const placed = await house.ask(placeOrder, sent, { token: who.token, key: sent.id })
  expect([placed.error, placed.status]).toEqual([undefined, 200])
  const over = await house.ask(cancelOrder, { id: sent.id }, { token: who.token })
  expect([over.error, over.status]).toEqual([undefined, 200])
  return { id: sent.id, at }
}

/** The customer on a later day, signed in again: a session ends by itself. */
async function later(who: TestCustomer): Promise<TestCustomer> {
  house.clock.advance(30 * HOUR)
  return { ...who, token: await signInAgain(house, who) }
}

const idsOf = async ({ token }: TestCustomer, input: object): Promise<string[]> =>
  (await house.ask(listOrders, { which: 'ended', ...input }, { token })).data.rows.map(({ id }: { id: string }) => id)

test('the records of orders are narrowed by listing and by the time of placing, to the millisecond', async () => {
  let who = await house.customer()
  const { id: first } = await ended(who, ABC)
  who = await later(who)
  const { id: second, at } = await ended(who, ESP)
  who = await later(who)
  const { id: third } = await ended(who, ABC)
  expect(await idsOf(who, {})).toEqual([third, second, first])
  expect(await idsOf(who, { listing: ABC })).toEqual([third, first])
  expect(await idsOf(who, { from: String(at) })).toEqual([third, second])
  expect(await idsOf(who, { from: String(at + 1) })).toEqual([third])
  expect(await idsOf(who, { to: String(at) })).toEqual([first])
  expect(await idsOf(who, { to: String(at + 1) })).toEqual([second, first])
  expect(await idsOf(who, { from: String(at), to: String(at + 1), listing: ABC })).toEqual([])
})

test('open orders are narrowed too, from the table as from the memory', async () => {
  const who = await house.customer()
  await house.quote(ABC, 999n, 1_001n)
  const sent = { ...ticketOf(ABC), limit: '1.00' }
  await house.ask(placeOrder, sent, { token: who.token, key: sent.id })
  const at = house.clock.now()
  expect(await idsOf(who, { which: 'open' })).toEqual([sent.id])
  expect(await idsOf(who, { which: 'open', from: String(at) })).toEqual([sent.id])
  expect(await idsOf(who, { which: 'open', from: String(at + 1) })).toEqual([])
})
