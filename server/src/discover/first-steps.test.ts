import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteFirstSteps, readFirstSteps } from '@lonja/core/discover/first-steps.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { makeAlert, removeAlert } from '@lonja/core/watchlist/alerts.contract'
import { newId } from '../base/ids.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { ticketOf } from '../testing/access.owner.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
})
afterAll(() => house.close())

const read = async ({ token }: Pick<TestCustomer, 'token'>) => (await house.ask(readFirstSteps, {}, { token })).data
const note = ({ token }: TestCustomer, input: object) => house.ask(noteFirstSteps, input, { token })

test('a new account has three steps; each is done by what was done, until none is shown', async () => {
  const who = await house.customer()
  expect(await read(who)).toEqual({ done: [], shown: true, looked: null })
  const name = expect.any(String)
  expect((await note(who, { looked: ABC })).data).toEqual({
    done: ['look'],
    shown: true,
    looked: { listing: ABC, name },
  })
  // The first look stays.
  await note(who, { looked: ESP })
  expect((await read(who)).looked).toEqual({ listing: ABC, name })

  const buy = { ...ticketOf(ESP), limit: null }
  await house.ask(placeOrder, buy, { token: who.token, key: buy.id })
  expect((await read(who)).done).toEqual(['look'])
  await house.quote(ESP, 499n, 500n)
  expect((await read(who)).done).toEqual(['look', 'buy'])

  const alert = {
    id: newId(),
    listing: ABC,
    kind: 'above',
    level: '999.00',
    percentBps: null,
    repeats: 'once',
    note: null,
  }
  const answer = await house.ask(makeAlert, alert, { token: who.token })
  expect([answer.error, answer.status]).toEqual([undefined, 200])
  expect(await read(who)).toMatchObject({ done: ['look', 'buy', 'alert'], shown: false })
  await house.ask(removeAlert, { id: alert.id, removed: true }, { token: who.token })
  expect((await read(who)).done).toEqual(['look', 'buy', 'alert'])
})

test('put away they are put away on each device, and taken back as they were', async () => {
  const who = await house.customer()
  await note(who, { looked: ABC })
  await note(who, { away: true })
  const other = { token: await signInAgain(house, who) }
  expect(await read(other)).toMatchObject({ done: ['look'], shown: false })
  await note(who, { away: false })
  expect(await read(other)).toMatchObject({ done: ['look'], shown: true, looked: { listing: ABC } })
})

test('a listing that there is not is refused at its field, and another customer has steps of their own', async () => {
  const [who, other] = [await house.customer(), await house.customer()]
  const refused = await note(who, { looked: 'XNYS:NOPE' })
  expect([refused.error, refused.fields?.[0]?.field]).toEqual(['unknown_listing', 'looked'])
  await note(who, { looked: ABC, away: true })
  expect(await read(other)).toEqual({ done: [], shown: true, looked: null })
})
