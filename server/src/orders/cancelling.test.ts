import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR } from '@lonja/core/base/instant'
import { listOrders, placeOrder } from '@lonja/core/orders/orders.contract'
import { cancelOrders } from '@lonja/core/orders/replacing.contract'
import { newId } from '../base/ids.ts'
import { ticketOf } from '../testing/access.owner.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { ABC, ESP, START } from './orders.testing.ts'

/** A customer cancels all open orders with one call, or those of one listing, one side, or both. */

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  house.script.sessions = [{ open: START - HOUR, close: START + 900 * HOUR }]
})
afterAll(() => house.close())

const NAMES = ['buy ABC', 'sell ABC', 'buy ESP', 'sell ESP'] as const
type Name = (typeof NAMES)[number]
const listingOf = (name: Name) => (name.endsWith('ABC') ? ABC : ESP)

/** A customer with shares of both listings, and an open limit of each name. */
async function trader(): Promise<{ who: TestCustomer; ids: Map<string, Name> }> {
  const who = await house.customer()
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
  const send = async (ticket: ReturnType<typeof ticketOf>) => {
    const { error, status } = await house.ask(placeOrder, ticket, { token: who.token, key: ticket.id })
    expect([error, status]).toEqual([undefined, 200])
  }
  for (const listing of [ABC, ESP]) await send({ ...ticketOf(listing), limit: '11.00' })
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
  const ids = new Map<string, Name>()
  for (const name of NAMES) {
    const isBuy = name.startsWith('buy')
    const ticket = {
      ...ticketOf(listingOf(name)),
      side: isBuy ? 'buy' : 'sell',
      limit: isBuy ? '2.00' : '40.00',
    } as const
    await send(ticket)
    ids.set(ticket.id, name)
  }
  return { who, ids }
}

const openOf = async ({ token }: TestCustomer): Promise<string[]> =>
  (await house.ask(listOrders, { which: 'open' }, { token })).data.rows.map(({ id }: { id: string }) => id)

// prettier-ignore
test.each<[string, object, readonly Name[]]>([
  ['of every kind',            {},                                NAMES],
  ['named by nothing',         { listing: null, side: null },     NAMES],
  ['of a side',                { side: 'sell' },                  ['sell ABC', 'sell ESP']],
  ['of a listing',             { listing: ESP },                  ['buy ESP', 'sell ESP']],
  ['of a side of a listing',   { listing: ABC, side: 'buy' },     ['buy ABC']],
])('all open orders %s are cancelled, and no other', async (_what, input, cancelled) => {
  const [mine, other] = [await trader(), await trader()]
  const { status, data } = await house.ask(cancelOrders, input, { token: mine.who.token, key: newId() })
  expect(status).toBe(200)
  const ended = data.ended.map(({ id, state, filled }: { id: string; state: string; filled: string }) => [mine.ids.get(id), state, filled]) // prettier-ignore
  expect(ended.toSorted()).toEqual(cancelled.map((name) => [name, 'cancelled', '0']).toSorted())
  const left = (await openOf(mine.who)).map((id) => mine.ids.get(id))
  expect(left.toSorted()).toEqual(NAMES.filter((name) => !cancelled.includes(name)).toSorted())
  expect(await openOf(other.who)).toHaveLength(NAMES.length)
})
