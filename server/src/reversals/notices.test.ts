import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '@lonja/core/base/language'
import { openCustomerPosting } from '@lonja/core/customers/entries.staff.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { openReversal, previewReversal } from '@lonja/core/reversals/reversals.staff.contract'
import type { TestSeat } from '../staff/staff.testing.ts'
import type { TestHouse } from '../testing/house.ts'
import { askReversal, judgeReversal, openWithTreasurers, placeIn, quoteIn } from './reversals.testing.ts'

let house: TestHouse
let seats: readonly [TestSeat, TestSeat, TestSeat]
beforeAll(async () => {
  ;({ house, seats } = await openWithTreasurers())
})
afterAll(() => house.close())

// prettier-ignore
test.each<[string, asked: { spent: string | null, amount: string }, owed: string]>([
  ['all of it is free',   { spent: null, amount: '40.00' },        '0.00'],
  ['as much as is free',  { spent: null, amount: '100000.00' },    '0.00'],
  ['a part of it is free', { spent: '60000', amount: '100000.00' }, '60060.00'],
])('the notice that is previewed is the notice that is sent, in each language: %s', async (_line, { spent, amount }, owed) => {
  const who = await house.customer()
  await quoteIn(house, 100n)
  if (spent !== null) {
    await placeIn(house, who, spent)
    await quoteIn(house, 100n)
  }
  const { token } = seats[0]
  // The console takes what would be owed from the credit's `free` while it is asked, and from the evidence afterwards.
  const opened = await house.ask(openCustomerPosting, { customer: who.id, posting: '1' }, { token })
  const { free, language: theirs } = opened.data.credits[0]
  const answer = await askReversal(house, seats[0], who.id, amount)
  const { review } = answer.data as { review: string }
  const { data: evidence } = await house.ask(openReversal, { id: review }, { token })
  expect([evidence.wouldOwe.amount, evidence.customer.language]).toEqual([owed, theirs])
  expect(evidence.free).toEqual(free)
  await judgeReversal(house, seats[0], review)
  expect((await judgeReversal(house, seats[1], review)).data).toMatchObject({ outcome: 'decided' })
  const terms = { currency: 'EUR', amount, owed, reason: 'wrong_amount' }
  for (const language of LANGUAGES) {
    const [sent] = (await house.ask(listNotices, {}, { token: who.token, language })).data.data
    const { data } = await house.ask(previewReversal, { ...terms, language }, { token })
    expect(data).toEqual({ title: sent.title, body: sent.body })
  }
})

test('a preview without what would be owed is bad input at that field', async () => {
  const terms = { language: 'en', currency: 'EUR', amount: '2.00', reason: 'wrong_amount' }
  for (const owed of [undefined, 'much']) {
    const { error, fields } = await house.ask(previewReversal, { ...terms, owed }, { token: seats[0].token })
    expect([error, fields?.map(({ field }) => field)]).toEqual(['bad_input', ['owed']])
  }
})
