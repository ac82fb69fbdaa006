import { expect, test } from 'vitest'
import { recordNumber } from '../base/numbers.ts'
import { depositReview } from '../deposits/deposits.review.ts'
import { kycReview } from '../kyc/kyc.review.ts'
import { REVIEW_KINDS } from '../lists.ts'
import { withdrawalReview } from '../withdrawals/withdrawals.review.ts'
import { numberSearchesFor } from './numbers.rules.ts'

const ID = '01912f3a-0000-7000-8000-0000004f09c2'
const LETTERS = recordNumber(withdrawalReview, ID)
const IN_LETTERS = ['withdrawal', 'restriction', 'publication', 'reset', 'reversal', 'offer']

test('each kind has its mark', () => {
  expect([recordNumber(depositReview, ID), recordNumber(kycReview, ID)]).toEqual(['D-4F09C2', 'K-4F09C2'])
  expect(recordNumber(withdrawalReview, '01890000-0000-7000-8000-00ffffffffff')).toBe('R-ZZZZ-ZZZZ')
})

// prettier-ignore
test.each<[line: string, written: string, kinds: readonly string[]]>([
  ['a withdrawal’s number',           LETTERS,                               ['withdrawal']],
  ['typed carelessly',                ` ${LETTERS.toLowerCase()} `,          ['withdrawal']],
  ['without its mark',                LETTERS.slice(2).replace('-', ' '),    IN_LETTERS],
  ['a deposit’s number',              'd-4f09c2',                            ['deposit']],
  ['an identity’s',                   'K-4F09C2',                            ['kyc']],
  ['six digits without a mark',       '4F09C2',                              ['deposit', 'kyc', 'block', 'block_offer', 'loan', 'loan_repayment', 'block_withdrawal']],
  ['a whole id',                      ID,                                    REVIEW_KINDS.map(({ name }) => name)],
  ['the end of a withdrawal’s',       LETTERS.slice(-4),                     []],
  ['its beginning',                   LETTERS.slice(0, 6),                   []],
  ['the end of a deposit’s',          '09C2',                                []],
  ['its mark and its end',            'D-09C2',                              []],
  ['a part of an id',                 ID.slice(0, 35),                       []],
  ['a phone',                         '+34 600 111 482',                     []],
  ['a name',                          'García',                              []],
  ['nothing but blanks',              '  ',                                  []],
])('%s: %s', (_line, written, kinds) => {
  expect(numberSearchesFor(REVIEW_KINDS, written).map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted())
})
