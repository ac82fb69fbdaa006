import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { eur } from '../base/amount.ts'
import { PriceDifference, ipoCalls } from './ipo.contract.ts'

const ID = '019a9000-0000-7000-8000-000000000041'
const readWish = (wish: unknown): unknown => {
  const read = z.safeParse(ipoCalls.subscribeToOffer.input, { id: ID, offer: ID, wish })
  return read.success ? read.data.wish : 'refused'
}

// prettier-ignore
test.each<[string, unknown, unknown]>([
  ['lots',                     { lots: '3' },                                                  { lots: 3n }],
  ['an amount',                { amount: { amount: '620.00', currency: 'EUR' } },              { amount: eur(62_000n) }],
  ['both',                     { lots: '3', amount: { amount: '620.00', currency: 'EUR' } },   'refused'],
  ['neither',                  {},                                                             'refused'],
  ['no lot',                   { lots: '0' },                                                  'refused'],
  ['a part of a lot',          { lots: '1.5' },                                                'refused'],
  ['less than nothing',        { lots: '-1' },                                                 'refused'],
  ['a number',                 { lots: 3 },                                                    'refused'],
  ['a ticket of one’s choice', { lots: '3', ticket: 1 },                                       'refused'],
])('a wish of %s', (_what, wish, read) => {
  expect(readWish(wish)).toEqual(read)
})

// prettier-ignore
test.each<[units: bigint, text: string]>([
  [0n,        '0.00'],
  [3_500n,    '0.35'],
  [-3_500n,   '-0.35'],
  [-124_001n, '-12.4001'],
])('a difference of %s is %s on the wire', (units, text) => {
  expect([z.encode(PriceDifference, units), z.decode(PriceDifference, text)]).toEqual([text, units])
})

test('new risk is closed to a restricted account, withdrawing is not', () => {
  const { subscribeToOffer, changeApplication, withdrawApplication } = ipoCalls
  expect([subscribeToOffer, changeApplication, withdrawApplication].map(({ restrictedFrom }) => restrictedFrom)).toEqual([1, 1, 3]) // prettier-ignore
})
