import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { newId } from '../base/ids.ts'
import { ESP } from '../orders/orders.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { ticketOf } from '../testing/access.owner.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { open, payerIn, submit, type Payer } from './withdrawals.testing.ts'

let house: TestHouse
let seat: TestSeat
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ESP, 499n, 500n)
  seat = await house.seat({ roles: ['treasurer'] })
})
afterAll(() => house.close())

/** A deposit that is credited. Returns its amount in EUR. */
async function credited({ token }: Payer): Promise<string> {
  const id = newId()
  const hash = `0x${newId().replaceAll('-', '').repeat(2)}`
  const sent = { currency: 'USDC', chain: 'polygon', amount: '110.00', cash: 'EUR', hash }
  const { data } = await house.ask(submitDeposit, { id, ...sent }, { token })
  const review = await reviewOf(house, id)
  const { seen } = (await house.ask(openDeposit, { id: review }, { token: seat.token })).data
  const how = { id: review, opinion: 'approve', reason: 'received', seen }
  expect((await house.ask(decideDeposit, how, { token: seat.token })).data?.state).toBe('approved')
  return data.cash?.amount as string
}

const untradedOf = async (withdrawal: string) => (await open(house, seat, withdrawal)).data.untraded
const idOf = async (who: Payer, more: object = {}) => (await submit(house, who, { amount: '50.00', ...more })).data.id

test('money that came in and is asked for without a trade is shown with its deposits, until something is traded', async () => {
  const who = await payerIn(house)
  const first = await idOf(who)
  expect(await untradedOf(first)).toBeNull()
  const since = house.clock.now()
  await credited(who)
  house.clock.advance(1_000)
  await credited(who)
  expect(await untradedOf(first)).toMatchObject({ count: 2, since, amount: { currency: 'EUR' } })
  await house.quote(ESP, 499n, 500n)
  await house.ask(placeOrder, { ...ticketOf(ESP), shares: '1', limit: null }, { token: who.token })
  await house.quote(ESP, 499n, 500n)
  expect(await untradedOf(first)).toBeNull()
  await credited(who)
  expect(await untradedOf(first)).toMatchObject({ count: 1 })
})
