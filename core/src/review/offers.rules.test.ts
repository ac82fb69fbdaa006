import { expect, test } from 'vitest'
import { eur, usd, type Amount } from '../base/amount.ts'
import { decideAnswer, isLess, stateAfter } from './offers.rules.ts'
import type { ReviewState } from './review.contract.ts'

const abc = (units: bigint): Amount => ({ asset: 'XNYS:ABC', units })

// prettier-ignore
test.each<[string, Amount, Amount | null, boolean]>([
  ['one cent less',         eur(99n), eur(100n), true],
  ['as much',               eur(100n), eur(100n), false],
  ['more',                  eur(101n), eur(100n), false],
  ['a single cent',         eur(1n),  eur(100n), true],
  ['nothing',               eur(0n),  eur(100n), false],
  ['another currency',      usd(99n), eur(100n), false],
  ['one share less',        abc(9n),  abc(10n),  true],
  ['shares for cash',       abc(9n),  eur(100n), false],
  ['of what has no amount', eur(1n),  null,      false],
])('an offer of %s', (_line, offered, amount, answer) => {
  expect(isLess(offered, amount)).toBe(answer)
})

const END = 1_000
const offer = { payloadHash: 'a', endsAt: END }

// prettier-ignore
test.each<[string, ReviewState, Parameters<typeof decideAnswer>[1], string, number, string | null]>([
  ['a millisecond before its end', 'offered',   offer,                      'a', END - 1, null],
  ['at its end',                   'offered',   offer,                      'a', END,     'review_over'],
  ['of something else',            'offered',   offer,                      'b', END - 1, 'payload_changed'],
  ['of a first opinion alone',     'in_review', { ...offer, endsAt: null }, 'a', 1,       'review_over'],
  ['declined before',              'cancelled', offer,                      'a', 1,       'review_over'],
  ['accepted before',              'approved',  offer,                      'a', 1,       'review_over'],
  ['where nothing was offered',    'offered',   null,                       'a', 1,       'review_over'],
])('an answer %s', (_line, state, offer, seen, now, refused) => {
  expect(decideAnswer(state, offer, { seen, now })?.refused ?? null).toBe(refused)
})

test('what is accepted is approved; the rest ends without a decision against the customer', () => {
  expect([stateAfter('accepted'), stateAfter('declined'), stateAfter('expired')]).toEqual([
    'approved',
    'cancelled',
    'cancelled',
  ])
})
