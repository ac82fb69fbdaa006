import { describe, expect, test } from 'vitest'
import { isRefused } from '../base/refusal.ts'
import { REASONS, REVIEW_KINDS, type ReviewState } from './review.contract.ts'
import {
  SILENCE_MS,
  WINDOW_MS,
  decideOpening,
  decideOpinion,
  isAboveLimit,
  kindsFor,
  maskedName,
  needsTwo,
  payloadText,
  roleFor,
  standing,
  type Asked,
  type GivenOpinion,
  type OpinionFacts,
  type Review,
} from './review.rules.ts'

const NOW = 1_800_000_000_000
const ONE = 'seat one'
const TWO = 'seat two'
const HASH = 'as it was seen'

const fresh: Review = {
  kind: 'withdrawal',
  customer: 'ana',
  state: 'pending',
  holder: null,
  payloadHash: HASH,
  round: 1,
  opinions: [],
}
const heldBy = (seat: string, ago = 0): Review['holder'] => ({ seat, at: NOW - ago })
const one = { seat: ONE, customer: null }
const said = (opinion: 'approve' | 'refuse', seat = TWO) => ({
  opinions: [{ seat, customer: null, opinion, reason: opinion === 'approve' ? 'checks_passed' : 'asked_twice' }],
})

describe('who opens a review', () => {
  // prettier-ignore
  test.each<[string, Partial<Review>, string | null, string | null]>([
    // where the line is                            what differs                                    own account   the step, or why not
    ['the first to open it holds it',               {},                                             null,         'opened'],
    ['opened again by the same seat',               { holder: heldBy(ONE) },                        null,         null],
    ['again, however long it was silent',           { holder: heldBy(ONE, 10 * SILENCE_MS) },       null,         null],
    ['held by another a millisecond too short',     { holder: heldBy(TWO, SILENCE_MS - 1) },        null,         'held_by_another'],
    ['another was silent for a quarter of an hour', { holder: heldBy(TWO, SILENCE_MS) },            null,         'taken_over'],
    ['the own account',                             {},                                             'ana',        'own_account'],
    ['somebody else’s account',                     {},                                             'eva',        'opened'],
    ['decided already',                             { state: 'approved' },                          null,         'review_over'],
    ['cancelled by the customer',                   { state: 'cancelled' },                         null,         'review_over'],
    ['waiting for a second person',                 { state: 'in_review', ...said('refuse') },      null,         'opened'],
    ['waiting for another than the first',          { state: 'in_review', ...said('refuse', ONE) }, null,         'same_person'],
  ])('%s', (_line, change, customer, answer) => {
    const decision = decideOpening({ ...fresh, ...change }, { seat: ONE, customer }, NOW)
    expect(isRefused(decision) ? decision.refused : decision.step).toBe(answer)
  })
})

const mine: Review = { ...fresh, state: 'in_review', holder: heldBy(ONE) }
const calm: OpinionFacts = { aboveLimit: false, onePerson: false, payloadHash: HASH }
const yes: GivenOpinion = { opinion: 'approve', reason: 'checks_passed', seen: HASH }
const no: GivenOpinion = { opinion: 'refuse', reason: 'payee_name_differs', seen: HASH }
const deposit: Partial<Review> = { kind: 'deposit' }
const got: GivenOpinion = { opinion: 'approve', reason: 'received', seen: HASH }
const notGot: GivenOpinion = { opinion: 'refuse', reason: 'not_received', seen: HASH }
const above: Partial<OpinionFacts> = { aboveLimit: true }

describe('what an opinion comes to', () => {
  // prettier-ignore
  test.each<[string, Partial<Review>, GivenOpinion, Partial<OpinionFacts>, string]>([
    // the case                                       the review                          the opinion                       the house                    what follows
    ['one approves a small withdrawal',               {},                                 yes,                              {},                          'approved checks_passed'],
    ['one would refuse a small withdrawal',           {},                                 no,                               {},                          'needs_second'],
    ['the second refuses too: the reason is hers',    said('refuse'),                     no,                               {},                          'refused payee_name_differs'],
    ['the second would approve',                      said('refuse'),                     yes,                              {},                          'disagreed'],
    ['one approves above the limit',                  {},                                 yes,                              above,                       'needs_second'],
    ['the second approves above the limit',           said('approve'),                    yes,                              above,                       'approved checks_passed'],
    ['the second refuses above the limit',            said('approve'),                    no,                               above,                       'disagreed'],
    ['one refuses a small deposit',                   deposit,                            notGot,                           {},                          'refused not_received'],
    ['one refuses a deposit above the limit',         deposit,                            notGot,                           above,                       'needs_second'],
    ['one approves a small deposit',                  deposit,                            got,                              {},                          'approved received'],
    ['after a disagreement one is not enough',        { ...deposit, round: 2 },           got,                              {},                          'needs_second'],
    ['after a disagreement two are',                  { ...said('approve'), round: 2 },   yes,                              {},                          'approved checks_passed'],
    ['one person decides here: a refusal',            {},                                 no,                               { onePerson: true },         'refused payee_name_differs'],
    ['one person decides here: above the limit',      {},                                 yes,                              { ...above, onePerson: true }, 'approved checks_passed'],
    ['the second is the first',                       said('refuse', ONE),                no,                               {},                          'same_person'],
    ['the first would take it back alone',            said('refuse', ONE),                yes,                              {},                          'same_person'],
    ['nobody holds it',                               { holder: null },                   yes,                              {},                          'not_held'],
    ['another holds it',                              { holder: heldBy(TWO) },            yes,                              {},                          'not_held'],
    ['another took it over long ago',                 { holder: heldBy(TWO, SILENCE_MS) }, yes,                             {},                          'not_held'],
    ['held and silent, and nobody took it',           { holder: heldBy(ONE, SILENCE_MS) }, yes,                             {},                          'approved checks_passed'],
    ['something else was seen',                       {},                                 { ...yes, seen: 'another' },      {},                          'payload_changed'],
    ['it was changed since it was submitted',         {},                                 yes,                              { payloadHash: 'another' },  'payload_changed'],
    ['a reason of the other list',                    {},                                 { ...yes, reason: 'asked_twice' }, {},                         'unknown_reason'],
    ['a reason of another kind',                      {},                                 { ...no, reason: 'hash_used' },   {},                          'unknown_reason'],
    ['no reason',                                     {},                                 { ...no, reason: '' },            {},                          'unknown_reason'],
    ['over, and wrong besides',                       { state: 'refused', holder: null }, { ...no, reason: '' },            {},                          'review_over'],
  ])('%s', (_line, change, given, facts, answer) => {
    const decision = decideOpinion({ ...mine, ...change }, one, given, { ...calm, ...facts })
    const words = isRefused(decision)
      ? decision.refused
      : decision.outcome === 'decided'
        ? `${decision.result} ${decision.reason}`
        : decision.outcome
    expect(words).toBe(answer)
  })

  test('the own account is decided by nobody, not even as the second', () => {
    for (const review of [mine, { ...mine, ...said('refuse') }])
      expect(decideOpinion(review, { seat: ONE, customer: 'ana' }, no, calm)).toMatchObject({ refused: 'own_account' })
  })

  test.each<[ReviewState]>([['approved'], ['refused'], ['cancelled']])('what is %s stays so', (state) => {
    expect(decideOpinion({ ...mine, state }, one, yes, calm)).toMatchObject({ refused: 'review_over' })
  })

  test('two decide every refusal of a withdrawal, and of nothing else that is small', () => {
    const two = REVIEW_KINDS.filter((kind) => needsTwo({ kind, round: 1 }, 'refuse', calm))
    expect(two).toEqual(['withdrawal'])
    expect(REVIEW_KINDS.filter((kind) => needsTwo({ kind, round: 1 }, 'approve', calm))).toEqual([])
  })
})

describe('the limit over 24 hours', () => {
  const asked = (at: number, eurCents: bigint | null): Asked => ({ at: NOW + at, eurCents })
  const LIMIT = 1_000_000n
  const HALF = WINDOW_MS / 2
  // prettier-ignore
  test.each<[string, Asked, Asked[], boolean]>([
    ['the limit itself',                                asked(0, 1_000_000n), [],                                                        false],
    ['one cent above',                                  asked(0, 1_000_001n), [],                                                        true],
    ['with an earlier one, to the cent',                asked(0, 400_000n),   [asked(-1, 600_000n)],                                     false],
    ['with an earlier one, one cent above',             asked(0, 400_001n),   [asked(-1, 600_000n)],                                     true],
    ['the earlier one a millisecond inside',            asked(0, 400_001n),   [asked(1 - WINDOW_MS, 600_000n)],                          true],
    ['the earlier one 24 hours ago',                    asked(0, 400_001n),   [asked(-WINDOW_MS, 600_000n)],                             false],
    ['a later one a millisecond inside',                asked(0, 400_001n),   [asked(WINDOW_MS - 1, 600_000n)],                          true],
    ['a later one 24 hours after',                      asked(0, 400_001n),   [asked(WINDOW_MS, 600_000n)],                              false],
    ['before and after, never within one day',          asked(0, 400_000n),   [asked(-HALF - 1, 400_000n), asked(HALF, 400_000n)],       false],
    ['before and after, just within one day',           asked(0, 400_000n),   [asked(1 - HALF, 400_000n), asked(HALF, 400_000n)],        true],
    ['before and after, exactly a day from each other', asked(0, 400_000n),   [asked(-HALF, 400_000n), asked(HALF, 400_000n)],           false],
    ['many small ones',                                 asked(0, 100_000n),   Array.from({ length: 10 }, (_, n) => asked(-n, 100_000n)), true],
    ['no rate for it',                                  asked(0, null),       [],                                                        true],
    ['no rate for one beside it',                       asked(0, 1n),         [asked(-1, null)],                                         true],
    ['no rate for one of another day',                  asked(0, 1n),         [asked(-WINDOW_MS, null)],                                 false],
  ])('%s', (_line, own, others, above) => {
    expect(isAboveLimit(own, others, LIMIT)).toBe(above)
  })
})

test('roles: each kind is decided by those of its role alone', () => {
  expect(kindsFor(['treasurer'])).toEqual(['deposit', 'withdrawal'])
  expect(kindsFor(['reviewer', 'support'])).toEqual(['kyc'])
  expect(kindsFor(['support', 'operations', 'admin'])).toEqual([])
  expect([roleFor('withdrawal', ['admin', 'treasurer']), roleFor('kyc', ['treasurer'])]).toEqual(['treasurer', null])
})

test('no list of reasons has one twice, and none is on both sides', () => {
  for (const kind of REVIEW_KINDS) {
    const all: string[] = [...REASONS[kind].approve, ...REASONS[kind].refuse]
    expect(new Set(all).size).toBe(all.length)
  }
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
  const given = { seat: ONE, opinion: 'approve' as const, reason: 'checks_passed' }
  const ana = new Map([[ONE, { customer: 'ana' }]])
  // prettier-ignore
  test.each<[string, ReviewState, Parameters<typeof standing>[1], ReadonlyMap<string, { customer: string | null }>, [number, number]]>([
    ['as long as its seat decides',          'in_review', [given], ana,       [1, 1]],
    ['no longer: two others decide',         'in_review', [given], new Map(), [2, 0]],
    ['in what is over, whoever is gone',     'approved',  [given], new Map(), [1, 0]],
    ['nowhere, where none was given',        'pending',   [],      new Map(), [1, 0]],
  ])('%s', (_when, state, opinions, deciders, answer) => {
    const { round, opinions: stood } = standing({ ...fresh, state }, opinions, deciders)
    expect([round, stood.length]).toEqual(answer)
  })

  test('and one person with two seats is one: by the account that both name', () => {
    const review = standing({ ...fresh, customer: 'leo' }, [given], ana)
    expect(decideOpening(review, { seat: 'other', customer: 'ana' }, 0)).toMatchObject({ refused: 'same_person' })
    expect(decideOpening(review, { seat: 'other', customer: 'eva' }, 0)).not.toHaveProperty('refused')
    const nobody = standing({ ...fresh, customer: 'leo' }, [given], new Map([[ONE, { customer: null }]]))
    expect(decideOpening(nobody, { seat: 'other', customer: null }, 0)).not.toHaveProperty('refused')
  })
})
