import { describe, expect, test } from 'vitest'
import { aCustomer, aSeat } from '../base/ids.testing.ts'
import type { CustomerId, SeatId } from '../base/ids.ts'
import { isRefused, refuse } from '../base/refusal.ts'
import { depositReview } from '../deposits/deposits.review.ts'
import { REVIEW_KINDS } from '../lists.ts'
import { kycReview } from '../kyc/kyc.review.ts'
import { blockOfferReview, blockReview, blockWithdrawalReview } from '../blocks/blocks.review.ts'
import { loanRepaymentReview, loanReview } from '../loans/loans.review.ts'
import { offerReview } from '../ipo/ipo.review.ts'
import { publicationReview } from '../news/news.review.ts'
import { resetReview } from '../resets/resets.review.ts'
import { reversalReview } from '../reversals/reversals.review.ts'
import { restrictionReview } from '../restrictions/restrictions.review.ts'
import { withdrawalReview } from '../withdrawals/withdrawals.review.ts'
import type { ReviewState } from './review.contract.ts'
import {
  SILENCE_MS,
  WINDOW_MS,
  decideOpening,
  decideOpinion,
  dueAtFor,
  isAboveLimit,
  kindsReadBy,
  maskedName,
  needsTwo,
  NO_FLAWS,
  payloadText,
  roleFor,
  withValidOpinions,
  type SubmittedAmount,
  type NewOpinion,
  type OpinionFacts,
  type Review,
} from './review.rules.ts'

const NOW = 1_800_000_000_000
const ONE = aSeat('seat one')
const TWO = aSeat('seat two')
const ANA = aCustomer('ana')
const EVA = aCustomer('eva')
const LEO = aCustomer('leo')
const HASH = 'as it was seen'

const fresh: Review = {
  kind: withdrawalReview,
  customer: ANA,
  state: 'pending',
  holder: null,
  payloadHash: HASH,
  round: 1,
  opinions: [],
}
const heldBy = (seat: SeatId, ago = 0): Review['holder'] => ({ seat, at: NOW - ago })
const one = { seat: ONE, customer: null }
const withOpinion = (opinion: 'approve' | 'refuse', seat = TWO, offer: string | null = null) => ({
  opinions: [{ seat, customer: null, opinion, reason: opinion === 'approve' ? 'checks_passed' : 'asked_twice', offer }],
})

describe('who opens a review', () => {
  // prettier-ignore
  test.each<[string, Partial<Review>, CustomerId | null, string | null]>([
    // case                                         change                                          own account   the step, or the refusal
    ['the first to open it holds it',               {},                                             null,         'opened'],
    ['opened again by the same seat',               { holder: heldBy(ONE) },                        null,         null],
    ['again, however long it was silent',           { holder: heldBy(ONE, 10 * SILENCE_MS) },       null,         null],
    ['held by another a millisecond too short',     { holder: heldBy(TWO, SILENCE_MS - 1) },        null,         'held_by_another'],
    ['another was silent for a quarter of an hour', { holder: heldBy(TWO, SILENCE_MS) },            null,         'taken_over'],
    ['the own account',                             {},                                             ANA,          'own_account'],
    ['somebody else’s account',                     {},                                             EVA,          'opened'],
    ['the house’s own, by one without an account',  { customer: null },                             null,         'opened'],
    ['the house’s own, by one with an account',     { customer: null },                             ANA,          'opened'],
    ['decided already',                             { state: 'approved' },                          null,         'review_over'],
    ['cancelled by the customer',                   { state: 'cancelled' },                         null,         'review_over'],
    ['waiting for a second person',                 { state: 'in_review', ...withOpinion('refuse') },      null,         'opened'],
    ['waiting for another than the first',          { state: 'in_review', ...withOpinion('refuse', ONE) }, null,         'same_person'],
  ])('%s', (_line, change, customer, answer) => {
    const decision = decideOpening({ ...fresh, ...change }, { seat: ONE, customer }, null, NOW)
    expect(isRefused(decision) ? decision.refused : decision.step).toBe(answer)
  })
})

const mine: Review = { ...fresh, state: 'in_review', holder: heldBy(ONE) }
const calm: OpinionFacts = { aboveLimit: false, onePerson: false, payloadHash: HASH, flaws: NO_FLAWS, second: null }
const yes: NewOpinion = { opinion: 'approve', reason: 'checks_passed', seen: HASH, hasNote: false, offer: null }
const no: NewOpinion = { opinion: 'refuse', reason: 'payee_name_differs', seen: HASH, hasNote: false, offer: null }
const less = (offer: string): NewOpinion => ({ ...yes, offer })
const deposit: Partial<Review> = { kind: depositReview }
const got: NewOpinion = { opinion: 'approve', reason: 'received', seen: HASH, hasNote: false, offer: null }
const notGot: NewOpinion = { opinion: 'refuse', reason: 'not_received', seen: HASH, hasNote: false, offer: null }
const above: Partial<OpinionFacts> = { aboveLimit: true }

const red: Partial<OpinionFacts> = { flaws: { failedCheck: true, unopened: 0 } }
const unopened: Partial<OpinionFacts> = { flaws: { failedCheck: false, unopened: 1 } }
const check: Partial<Review> = { kind: kycReview }
const match: NewOpinion = { ...yes, reason: 'papers_match' }
const closer: NewOpinion = { ...yes, reason: 'looked_closer', hasNote: true }
const unreadable: NewOpinion = { ...no, reason: 'paper_unreadable' }

test('who cannot be the second person neither holds the review nor decides it', () => {
  const review: Review = { ...mine, ...withOpinion('approve') }
  const second = refuse('let_in_by')
  expect(decideOpening(review, one, second, NOW)).toEqual(second)
  expect(decideOpinion(review, one, yes, { ...calm, second })).toEqual(second)
})

describe('what an opinion comes to', () => {
  // prettier-ignore
  test.each<[string, Partial<Review>, NewOpinion, Partial<OpinionFacts>, string]>([
    // case                                           the review                          the opinion                       the house                    the outcome
    ['one approves a small withdrawal',               {},                                 yes,                              {},                          'approved checks_passed'],
    ['one would refuse a small withdrawal',           {},                                 no,                               {},                          'needs_second'],
    ['the second refuses too: the reason is hers',    withOpinion('refuse'),                     no,                               {},                          'refused payee_name_differs'],
    ['the second would approve',                      withOpinion('refuse'),                     yes,                              {},                          'disagreed'],
    ['one approves above the limit',                  {},                                 yes,                              above,                       'needs_second'],
    ['the second approves above the limit',           withOpinion('approve'),                    yes,                              above,                       'approved checks_passed'],
    ['the second refuses above the limit',            withOpinion('approve'),                    no,                               above,                       'disagreed'],
    ['one refuses a small deposit',                   deposit,                            notGot,                           {},                          'refused not_received'],
    ['one refuses a deposit above the limit',         deposit,                            notGot,                           above,                       'needs_second'],
    ['one approves a small deposit',                  deposit,                            got,                              {},                          'approved received'],
    ['after a disagreement one is not enough',        { ...deposit, round: 2 },           got,                              {},                          'needs_second'],
    ['after a disagreement two are',                  { ...withOpinion('approve'), round: 2 },   yes,                              {},                          'approved checks_passed'],
    ['one person decides here: a refusal',            {},                                 no,                               { onePerson: true },         'refused payee_name_differs'],
    ['one person decides here: above the limit',      {},                                 yes,                              { ...above, onePerson: true }, 'approved checks_passed'],
    ['the second is the first',                       withOpinion('refuse', ONE),                no,                               {},                          'same_person'],
    ['the first would take it back alone',            withOpinion('refuse', ONE),                yes,                              {},                          'same_person'],
    ['nobody holds it',                               { holder: null },                   yes,                              {},                          'not_held'],
    ['another holds it',                              { holder: heldBy(TWO) },            yes,                              {},                          'not_held'],
    ['another took it over long ago',                 { holder: heldBy(TWO, SILENCE_MS) }, yes,                             {},                          'not_held'],
    ['held and silent, and nobody took it',           { holder: heldBy(ONE, SILENCE_MS) }, yes,                             {},                          'approved checks_passed'],
    ['something else was seen',                       {},                                 { ...yes, seen: 'another' },      {},                          'payload_changed'],
    ['it was changed since it was submitted',         {},                                 yes,                              { payloadHash: 'another' },  'payload_changed'],
    ['a reason of the other list',                    {},                                 { ...yes, reason: 'asked_twice' }, {},                         'unknown_reason'],
    ['all is checked, beside a red check',            {},                                 yes,                              red,                         'check_failed'],
    ['another reason beside a red check',             {},                                 { ...yes, reason: 'customer_confirmed' }, red,                 'approved customer_confirmed'],
    ['a refusal beside a red check',                  {},                                 no,                               red,                         'needs_second'],
    ['the papers match, unopened',                    check,                              match,                            unopened,                    'picture_unopened'],
    ['looked at closely, unopened',                   check,                              closer,                           unopened,                    'picture_unopened'],
    ['a refusal of what was not opened',              check,                              unreadable,                       unopened,                    'refused paper_unreadable'],
    ['the papers match, opened',                      check,                              match,                            {},                          'approved papers_match'],
    ['the papers match, beside a red check',          check,                              match,                            red,                         'check_failed'],
    ['looked at closely, beside a red check',         check,                              closer,                           red,                         'approved looked_closer'],
    ['looked at closely, without a note',             check,                              { ...closer, hasNote: false },    {},                          'note_needed'],
    ['a reason of another kind',                      {},                                 { ...no, reason: 'hash_used' },   {},                          'unknown_reason'],
    ['no reason',                                     {},                                 { ...no, reason: '' },            {},                          'unknown_reason'],
    ['one approves less',                             {},                                 less('a'),                        {},                          'offered checks_passed'],
    ['one approves less above the limit',             {},                                 less('a'),                        above,                       'needs_second'],
    ['the second approves as much less',              withOpinion('approve', TWO, 'a'),          less('a'),                        above,                       'offered checks_passed'],
    ['the second approves another amount',            withOpinion('approve', TWO, 'a'),          less('b'),                        above,                       'disagreed'],
    ['the second approves all of it',                 withOpinion('approve', TWO, 'a'),          yes,                              above,                       'disagreed'],
    ['the second approves less where the first did not', withOpinion('approve'),                 less('a'),                        above,                       'disagreed'],
    ['the customer has not answered an offer',        { state: 'offered', holder: null }, yes,                              {},                          'review_over'],
    ['over, and wrong besides',                       { state: 'refused', holder: null }, { ...no, reason: '' },            {},                          'review_over'],
  ])('%s', (_line, change, opinion, facts, answer) => {
    const decision = decideOpinion({ ...mine, ...change }, one, opinion, { ...calm, ...facts })
    const words = isRefused(decision)
      ? decision.refused
      : decision.outcome === 'decided'
        ? `${decision.result} ${decision.reason}`
        : decision.outcome
    expect(words).toBe(answer)
  })

  test('the own account is decided by nobody, not even as the second', () => {
    for (const review of [mine, { ...mine, ...withOpinion('refuse') }])
      expect(decideOpinion(review, { seat: ONE, customer: ANA }, no, calm)).toMatchObject({ refused: 'own_account' })
  })

  test.each<[ReviewState]>([['approved'], ['refused'], ['cancelled']])('what is %s stays so', (state) => {
    expect(decideOpinion({ ...mine, state }, one, yes, calm)).toMatchObject({ refused: 'review_over' })
  })

  test('two decide every refusal of a withdrawal, every approval of a restriction, reset, reversal, publication or offer, and nothing else small', () => {
    const two = REVIEW_KINDS.filter((kind) => needsTwo({ kind, round: 1 }, 'refuse', calm))
    expect(two).toEqual([withdrawalReview])
    expect(REVIEW_KINDS.filter((kind) => needsTwo({ kind, round: 1 }, 'approve', calm))).toEqual([
      restrictionReview,
      resetReview,
      reversalReview,
      publicationReview,
      offerReview,
      blockOfferReview,
      blockWithdrawalReview,
    ])
  })
})

describe('the limit over 24 hours', () => {
  const submission = (at: number, eurCents: bigint | null): SubmittedAmount => ({ at: NOW + at, eurCents })
  const LIMIT = 1_000_000n
  const HALF = WINDOW_MS / 2
  // prettier-ignore
  test.each<[string, SubmittedAmount, SubmittedAmount[], boolean]>([
    ['the limit itself',                                submission(0, 1_000_000n), [],                                                        false],
    ['one cent above',                                  submission(0, 1_000_001n), [],                                                        true],
    ['with an earlier one, to the cent',                submission(0, 400_000n),   [submission(-1, 600_000n)],                                     false],
    ['with an earlier one, one cent above',             submission(0, 400_001n),   [submission(-1, 600_000n)],                                     true],
    ['the earlier one a millisecond inside',            submission(0, 400_001n),   [submission(1 - WINDOW_MS, 600_000n)],                          true],
    ['the earlier one 24 hours ago',                    submission(0, 400_001n),   [submission(-WINDOW_MS, 600_000n)],                             false],
    ['a later one a millisecond inside',                submission(0, 400_001n),   [submission(WINDOW_MS - 1, 600_000n)],                          true],
    ['a later one 24 hours after',                      submission(0, 400_001n),   [submission(WINDOW_MS, 600_000n)],                              false],
    ['before and after, never within one day',          submission(0, 400_000n),   [submission(-HALF - 1, 400_000n), submission(HALF, 400_000n)],       false],
    ['before and after, just within one day',           submission(0, 400_000n),   [submission(1 - HALF, 400_000n), submission(HALF, 400_000n)],        true],
    ['before and after, exactly a day from each other', submission(0, 400_000n),   [submission(-HALF, 400_000n), submission(HALF, 400_000n)],           false],
    ['many small ones',                                 submission(0, 100_000n),   Array.from({ length: 10 }, (_, n) => submission(-n, 100_000n)), true],
    ['no rate for it',                                  submission(0, null),       [],                                                        true],
    ['no rate for one beside it',                       submission(0, 1n),         [submission(-1, null)],                                         true],
    ['no rate for one of another day',                  submission(0, 1n),         [submission(-WINDOW_MS, null)],                                 false],
  ])('%s', (_line, own, others, above) => {
    expect(isAboveLimit(own, others, LIMIT)).toBe(above)
  })
})

test('roles: each kind is read and decided by those of its role alone, and an auditor reads every kind and decides none', () => {
  expect(kindsReadBy(REVIEW_KINDS, ['treasurer'])).toEqual([
    depositReview,
    withdrawalReview,
    restrictionReview,
    reversalReview,
    loanReview,
    loanRepaymentReview,
  ])
  expect(kindsReadBy(REVIEW_KINDS, ['reviewer'])).toEqual([kycReview, restrictionReview, blockReview])
  expect(kindsReadBy(REVIEW_KINDS, ['support', 'admin'])).toEqual([restrictionReview, resetReview])
  expect(kindsReadBy(REVIEW_KINDS, ['operations'])).toEqual([
    publicationReview,
    offerReview,
    blockOfferReview,
    blockWithdrawalReview,
  ])
  expect(kindsReadBy(REVIEW_KINDS, ['auditor'])).toEqual(REVIEW_KINDS)
  expect(REVIEW_KINDS.filter((kind) => roleFor(kind, ['auditor']) !== null)).toEqual([])
  expect(roleFor(withdrawalReview, ['admin', 'treasurer'])).toBe('treasurer')
  expect(roleFor(kycReview, ['treasurer'])).toBeNull()
})

test('a decision is due as long after the request as the kind says, or else the house', () => {
  expect(dueAtFor({ dueMs: null }, 5, NOW)).toBe(NOW + 5)
  expect(dueAtFor({ dueMs: 7 }, 5, NOW)).toBe(NOW + 7)
})

test('a masked name keeps the first letters', () => {
  expect(['Ana García', 'O’Brien', '王小明', 'é', ''].map(maskedName)).toEqual([
    'A•• G•••••',
    'O’B••••',
    '王••',
    'é',
    '',
  ])
})

test('a payload’s text is told by its fields, whatever their order', () => {
  expect(payloadText({ b: '1', a: null })).toBe(payloadText({ a: null, b: '1' }))
  expect(payloadText({ a: 'null' })).not.toBe(payloadText({ a: null }))
  expect(payloadText({ a: 'b","c":"d' })).not.toBe(payloadText({ a: 'b', c: 'd' }))
})

describe('an opinion stands', () => {
  const decision = { seat: ONE, opinion: 'approve' as const, reason: 'checks_passed', offer: null }
  const ana = new Map([[ONE, { customer: ANA }]])
  // prettier-ignore
  test.each<[string, ReviewState, Parameters<typeof withValidOpinions>[1], ReadonlyMap<string, { customer: CustomerId | null }>, [number, number]]>([
    ['as long as its seat decides',          'in_review', [decision], ana,       [1, 1]],
    ['no longer: two others decide',         'in_review', [decision], new Map(), [2, 0]],
    ['in what is over, whoever is gone',     'approved',  [decision], new Map(), [1, 0]],
    ['nowhere, where none was given',        'pending',   [],      new Map(), [1, 0]],
  ])('%s', (_when, state, opinions, deciders, answer) => {
    const { round, opinions: stood } = withValidOpinions({ ...fresh, state }, opinions, deciders)
    expect([round, stood.length]).toEqual(answer)
  })

  test('and one person with two seats is one: by the account that both name', () => {
    const review = withValidOpinions({ ...fresh, customer: LEO }, [decision], ana)
    expect(decideOpening(review, { seat: aSeat('other'), customer: ANA }, null, 0)).toMatchObject({
      refused: 'same_person',
    })
    expect(decideOpening(review, { seat: aSeat('other'), customer: EVA }, null, 0)).not.toHaveProperty('refused')
    const nobody = withValidOpinions({ ...fresh, customer: LEO }, [decision], new Map([[ONE, { customer: null }]]))
    expect(decideOpening(nobody, { seat: aSeat('other'), customer: null }, null, 0)).not.toHaveProperty('refused')
  })
})
