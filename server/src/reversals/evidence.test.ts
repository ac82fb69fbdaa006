import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReversal } from '@lonja/core/reversals/reversals.staff.contract'
import { ABC } from '../orders/orders.testing.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import type { TestHouse } from '../testing/house.ts'
import { payerIn, submit } from '../withdrawals/withdrawals.testing.ts'
import { askReversal, depositIn, openWithTreasurers, placeIn, reverseByTwo } from './reversals.testing.ts'

let house: TestHouse
let seats: readonly [TestSeat, TestSeat, TestSeat]
beforeAll(async () => {
  ;({ house, seats } = await openWithTreasurers())
})
afterAll(() => house.close())

test('names a debt in another currency, which stops withdrawals although nothing of this credit would be owed', async () => {
  const who = await payerIn(house)
  const { entry } = await depositIn(house, seats[0], who, 'USD')
  const asked = await askReversal(house, seats[0], who.id, '1.00')
  const { review } = asked.data as { review: string }
  const evidence = async () => (await house.ask(openReversal, { id: review }, { token: seats[0].token })).data
  expect(await evidence()).toMatchObject({ wouldOwe: { amount: '0.00', currency: 'EUR' }, owed: [] })
  // A limit order holds 50.05 of the dollars, so that these are owed.
  expect((await placeIn(house, who, '100', { listing: ABC, limit: '0.50' })).status).toBe(200)
  expect((await reverseByTwo(house, seats, who.id, '110.00', { entry, currency: 'USD' })).status).toBe(200)
  const { owed, wouldOwe } = await evidence()
  expect(wouldOwe).toEqual({ amount: '0.00', currency: 'EUR' })
  expect(owed).toEqual([{ amount: expect.stringMatching(/^5\d\.\d\d$/), currency: 'USD' }])
  expect((await submit(house, who, { amount: '100.00' })).error).toBe('debt_open')
})
