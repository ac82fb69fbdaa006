import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR } from '@lonja/core/base/instant'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { newId } from '../base/ids.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import { openTestHouse, signInAgain, type TestHouse } from '../testing/house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

/** A deposit of 110 USDC, which are 100.00 EUR. */
async function submitted({ token }: { token: string }): Promise<string> {
  const id = newId()
  const hash = `0x${newId().replaceAll('-', '').repeat(2)}`
  const sent = { id, currency: 'USDC', chain: 'polygon', amount: '110.00', cash: 'EUR', hash }
  expect((await house.ask(submitDeposit, sent, { token })).status).toBe(200)
  return reviewOf(house, id)
}

test('a deposit is shown against the limit, with the deposits before it and what else is under way', async () => {
  const [customer, other] = [await house.customer(), await house.customer()]
  const seat = await house.seat({ roles: ['treasurer'] })
  const opened = async (id: string, { token } = seat) => (await house.ask(openDeposit, { id }, { token })).data
  const decided = async (id: string, opinion: string, reason: string) => {
    const { seen } = await opened(id)
    const answer = await house.ask(decideDeposit, { id, opinion, reason, seen }, { token: seat.token, key: newId() })
    expect(answer.data.outcome).toBe('decided')
  }
  await submitted(other)
  await decided(await submitted(customer), 'approve', 'received')
  await decided(await submitted(customer), 'refuse', 'not_received')
  const first = await submitted(customer)
  expect(await opened(first)).toMatchObject({
    inWindow: '200.00',
    limit: '10000.00',
    earlier: { credited: 1, eur: '100.00', refused: 1, underWay: 0 },
  })
  house.clock.advance(1)
  const second = await submitted(customer)
  expect(await opened(second)).toMatchObject({ inWindow: '300.00', earlier: { credited: 1, underWay: 1 } })
  // A deposit of a whole day before counts no more; a later one of the same 24 hours does, as it does for the limit.
  house.clock.advance(24 * HOUR)
  const [token, later] = [await signInAgain(house, customer), await house.seat({ roles: ['treasurer'] })]
  expect(await opened(await submitted({ token }), later)).toMatchObject({
    inWindow: '100.00',
    earlier: { underWay: 2 },
  })
  expect(await opened(first, later)).toMatchObject({ inWindow: '300.00' })
})
