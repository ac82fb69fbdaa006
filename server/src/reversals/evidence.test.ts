import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCustomerPosting } from '@lonja/core/customers/entries.staff.contract'
import { openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { openReversal } from '@lonja/core/reversals/reversals.staff.contract'
import { ABC } from '../orders/orders.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import type { TestHouse } from '../testing/house.ts'
import { payerIn, submit } from '../withdrawals/withdrawals.testing.ts'
import {
  askReversal,
  depositIn,
  judgeReversal,
  openWithTreasurers,
  placeIn,
  reverseByTwo,
} from './reversals.testing.ts'

let house: TestHouse
let seats: readonly [TestSeat, TestSeat, TestSeat]
beforeAll(async () => {
  ;({ house, seats } = await openWithTreasurers())
})
afterAll(() => house.close())

test('names a debt in another currency, which stops withdrawals although nothing of this credit would be owed', async () => {
  const who = await payerIn(house)
  const { entry } = await depositIn(house, seats[0], who, 'USD')
  const answer = await askReversal(house, seats[0], who.id, '1.00')
  const { review } = answer.data as { review: string }
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

test('the pages of a credit say what is left of it: less what is reversed, and less what waits for a decision', async () => {
  const who = await house.customer()
  const { id, entry } = await depositIn(house, seats[0], who)
  const how = { token: seats[0].token }
  const deposit = await reviewOf(house, id)
  const left = async () => {
    const { credits } = (await house.ask(openCustomerPosting, { customer: who.id, posting: String(entry) }, how)).data
    expect((await house.ask(openDeposit, { id: deposit }, how)).data.credit).toEqual(credits[0])
    expect(credits[0]).toMatchObject({ entry, kind: 'deposit', amount: { amount: '100.00', currency: 'EUR' } })
    return credits[0].left.amount as string
  }
  const ask = async (amount: string) => (await askReversal(house, seats[0], who.id, amount, { entry })).data
  expect(await left()).toBe('100.00')
  await reverseByTwo(house, seats, who.id, '40.00', { entry })
  expect(await left()).toBe('60.00')
  const { review } = (await ask('59.99')) as { review: string }
  expect(await left()).toBe('0.01')
  await judgeReversal(house, seats[1], review, { opinion: 'refuse', reason: 'credit_right' })
  expect(await left()).toBe('60.00')
  await reverseByTwo(house, seats, who.id, '60.00', { entry })
  expect(await left()).toBe('0.00')
})
