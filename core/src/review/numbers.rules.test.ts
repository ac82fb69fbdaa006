import { expect, test } from 'vitest'
import { recordNumber } from '../base/numbers.ts'
import { depositReview } from '../deposits/deposits.review.ts'
import { kycReview } from '../kyc/kyc.review.ts'
import { REVIEW_KINDS } from '../lists.ts'
import { withdrawalReview } from '../withdrawals/withdrawals.review.ts'
import { numberSearchFor } from './numbers.rules.ts'

const ID = '01912f3a-0000-7000-8000-0000004f09c2'

test('a mark before four letters may be the end of another kind’s number, and before a whole one it is the kind', () => {
  expect(numberSearchFor(REVIEW_KINDS, 'X-8Y9S')).toMatchObject({ kind: null, letters: expect.anything() })
  expect(numberSearchFor(REVIEW_KINDS, 'D-8Y9S')?.kind).toBeNull()
  expect(numberSearchFor(REVIEW_KINDS, recordNumber(withdrawalReview, ID))?.kind).toBe('withdrawal')
})

test('each kind has its mark', () => {
  expect([recordNumber(depositReview, ID), recordNumber(kycReview, ID)]).toEqual(['D-4F09C2', 'K-4F09C2'])
  expect(recordNumber(withdrawalReview, '01890000-0000-7000-8000-00ffffffffff')).toBe('R-ZZZZ-ZZZZ')
})

// prettier-ignore
test.each<[string, string, [letters: boolean, digits: boolean, phone: string | null] | null]>([
  ['a withdrawal’s number',   recordNumber(withdrawalReview, ID), [true,  false, null]],
  ['a deposit’s number',      'd-4f09c2',                 [false, true,  null]],
  ['an identity’s',           'K-4F09C2',                 [false, true,  null]],
  ['the end of a withdrawal’s, with a D before the dash', 'd-8Y9S', [true, false, null]],
  ['the same where a deposit’s may end so', 'D-8A91',         [true,  true,  null]],
  ['its end alone',           '09C2',                     [true,  true,  null]],
  ['the end of a phone',      '482',                      [true,  true,  '482']],
  ['a phone with blanks',     '+34 600 111 482',          [false, false, '34600111482']],
  ['a whole id',              ID,                         [true,  true,  null]],
  ['a name',                  'García',                   null],
  ['nothing but blanks',      '  ',                       null],
])('%s: %s', (_line, written, expected) => {
  const found = numberSearchFor(REVIEW_KINDS, written)
  expect(found && [found.letters !== null, found.digits !== null, found.phoneEnd]).toEqual(expected)
})
