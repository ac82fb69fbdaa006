import { expect, test } from 'vitest'
import { isRefused } from '../base/refusal.ts'
import { kycReview } from './kyc.review.ts'
import { KYC_STATES, type KycField, type KycState } from './kyc.contract.ts'
import {
  LIMITS,
  REPEATS,
  decideKyc,
  decideRepeat,
  limitsFor,
  maskedNumber,
  missingIn,
  numberCheck,
  type EarlierKyc,
  type KycForm,
} from './kyc.rules.ts'

const whole: KycForm = {
  firstName: 'Nadia',
  lastName: 'Beltrán Coy',
  type: 'id_card',
  number: '0482915-M',
  front: 'f1',
  back: 'b1',
}
const earlier = (repeat: KycField[], more: Partial<KycForm> = {}): EarlierKyc => ({
  ...whole,
  number: '0482915M',
  ...more,
  id: 'e',
  repeat,
})
const answer = (form: Partial<KycForm>, state: KycState = 'none', last: EarlierKyc | null = null): unknown => {
  const decision = decideKyc({ ...whole, ...form }, { state, earlier: last })
  if (!isRefused(decision)) return decision.form
  return [decision.refused, decision.fields ?? (decision.field === undefined ? null : [decision.field])]
}
const refusal = (code: string, ...fields: string[]) => [code, fields.length > 0 ? fields : null]
const formOf = (more: Partial<KycForm> = {}): unknown => ({ ...whole, number: '0482915M', ...more })

// prettier-ignore
test.each<[string, Partial<KycForm>, unknown]>([
  ['a whole form',                       {},                                              formOf()],
  ['spaces round and between',           { firstName: '  Nadia ', lastName: 'Beltrán   Coy' }, formOf()],
  ['a name in Chinese',                  { firstName: '小明', lastName: '王' },            formOf({ firstName: '小明', lastName: '王' })],
  ['a name with what stands in names',   { firstName: 'Mª José', lastName: 'O’Neil-García' }, formOf({ firstName: 'Ma José', lastName: 'O’Neil-García' })],
  ['a name of 60 letters',               { firstName: 'a'.repeat(60) },                    formOf({ firstName: 'a'.repeat(60) })],
  ['a name of 61',                       { firstName: 'a'.repeat(61) },                    refusal('name_form', 'firstName')],
  ['a name that is a figure',            { lastName: 'R2D2' },                             refusal('name_form', 'lastName')],
  ['a name without letters',             { lastName: '---' },                              refusal('name_form', 'lastName')],
  ['nothing',                            { firstName: '', lastName: ' ', number: '', front: null, back: null },
                                         refusal('missing_information', 'firstName', 'lastName', 'number', 'front', 'back')],
  ['no back of an ID card',              { back: null },                                   refusal('missing_information', 'back')],
  ['no back of a passport',              { type: 'passport', back: null },                 formOf({ type: 'passport', back: null })],
  ['a back of a passport: it has none',  { type: 'passport', back: 'b1' },                 formOf({ type: 'passport', back: null })],
  ['a passport of nothing',              { type: 'passport', number: '', front: null, back: null }, refusal('missing_information', 'number', 'front')],
  ['an ID of 5 signs',                   { number: '1234A' },                              formOf({ number: '1234A' })],
  ['an ID of 4',                         { number: '123A' },                               refusal('document_number_form', 'number')],
  ['an ID of 20',                        { number: '1'.repeat(20) },                       formOf({ number: '1'.repeat(20) })],
  ['an ID of 21',                        { number: '1'.repeat(21) },                       refusal('document_number_form', 'number')],
  ['an ID written in groups',            { number: '11.222.333-x' },                       formOf({ number: '11222333X' })],
  ['an ID in wide letters',              { number: '１２３４５Ａ' },                          formOf({ number: '12345A' })],
  ['an ID without a digit',              { number: 'ABCDEF' },                             refusal('document_number_form', 'number')],
  ['an ID with a sign of none',          { number: '12345#' },                             refusal('document_number_form', 'number')],
  ['a passport of 9',                    { type: 'passport', number: 'ab1234567' },        formOf({ type: 'passport', number: 'AB1234567', back: null })],
  ['a passport of 10',                   { type: 'passport', number: 'AB12345678' },       refusal('document_number_form', 'number')],
  ['a passport of 6',                    { type: 'passport', number: 'A12345' },           formOf({ type: 'passport', number: 'A12345', back: null })],
  ['a passport of 5',                    { type: 'passport', number: 'A1234' },            refusal('document_number_form', 'number')],
])('%s', (_what, form, expected) => expect(answer(form)).toEqual(expected))

test.each<[KycState, unknown]>([
  ['none', formOf()],
  ['refused', formOf()],
  ['submitted', refusal('kyc_under_review')],
  ['in_review', refusal('kyc_under_review')],
  ['passed', refusal('kyc_passed')],
])('in state %s', (state, expected) => {
  expect(answer({}, state)).toEqual(expected)
  // A state that allows no submission is reported before any error in the form.
  if (Array.isArray(expected)) expect(answer({ firstName: '' }, state)).toEqual(expected)
})

// prettier-ignore
test.each<[string, Partial<KycForm>, EarlierKyc, unknown]>([
  ['the back anew, the rest kept',            { back: 'b2', number: '' },        earlier(['back']),               formOf({ back: 'b2' })],
  ['the same back again',                     { number: '' },                    earlier(['back']),               refusal('same_again', 'back')],
  ['the number kept, though it is to blame',  { number: '' },                    earlier(['number']),             refusal('missing_information', 'number')],
  ['the same number again, written otherwise', { number: '0482915.m' },          earlier(['number']),             refusal('same_again', 'number')],
  ['another number',                          { number: '0482916M' },            earlier(['number']),             formOf({ number: '0482916M' })],
  ['one of two names',                        { lastName: 'Beltrán' },           earlier(['firstName', 'lastName']), formOf({ lastName: 'Beltrán' })],
  ['neither of two names',                    {},                                earlier(['firstName', 'lastName']), refusal('same_again', 'firstName')],
  ['another document: nothing is kept of it', { type: 'passport', number: '' },  earlier(['back']),               refusal('missing_information', 'number')],
  ['another document, given whole',           { type: 'passport', number: 'A123456', back: null }, earlier(['back']), formOf({ type: 'passport', number: 'A123456', back: null })],
  ['nothing asked for: all may stay',         { number: '' },                    earlier([]),                     formOf()],
])('after a refusal: %s', (_what, form, last, expected) => expect(answer(form, 'refused', last)).toEqual(expected))

// prettier-ignore
test.each<[string, KycField[], 'id_card' | 'passport', unknown]>([
  ['paper_unreadable', ['back'],            'id_card',  ['back']],
  ['paper_unreadable', ['back', 'front'],   'id_card',  ['front', 'back']],
  ['paper_unreadable', [],                  'id_card',  'unknown_repeat'],
  ['paper_unreadable', ['number'],          'id_card',  'unknown_repeat'],
  ['paper_unreadable', ['back'],            'passport', 'unknown_repeat'],
  ['paper_expired',    ['number', 'front'], 'passport', ['front', 'number']],
  ['name_differs',     ['lastName'],        'id_card',  ['lastName']],
  ['number_differs',   ['number'],          'id_card',  ['number']],
  ['customer_asked',   [],                  'id_card',  []],
  ['customer_asked',   ['front'],           'id_card',  'unknown_repeat'],
  ['no such reason',   ['front'],           'id_card',  'unknown_repeat'],
])('%s asks for %j of a %3$s', (reason, repeat, type, expected) => {
  const decision = decideRepeat(reason, repeat, type)
  expect('refused' in decision ? decision.refused : decision.repeat).toEqual(expected)
})

test('what every object has is no reason', () => {
  expect(decideRepeat('__proto__', [], 'id_card')).toEqual({ repeat: [] })
  expect(decideRepeat('constructor', ['front'], 'id_card')).toMatchObject({ refused: 'unknown_repeat' })
})

test('every reason says what it may ask for', () => {
  expect(Object.keys(REPEATS).sort()).toEqual([...kycReview.reasons.approve, ...kycReview.reasons.refuse].sort())
})

test('limits: whoever paid in is never kept from taking it out again', () => {
  for (const state of KYC_STATES) {
    const { deposit, withdrawal } = limitsFor(state)
    expect(withdrawal).toBeGreaterThanOrEqual(2n * deposit)
    expect(limitsFor(state)).toBe(state === 'passed' ? LIMITS.passed : LIMITS.basic)
  }
  expect(LIMITS.passed.deposit).toBeGreaterThan(LIMITS.basic.deposit)
})

// prettier-ignore
test.each([
  ['id_card', '12345678Z', 'fits'],          // The Spanish ministry's example.
  ['id_card', '12345678A', 'does_not_fit'],
  ['id_card', 'X1234567L', 'fits'],
  ['id_card', 'X1234567A', 'does_not_fit'],
  ['id_card', '11010519491231002X', 'fits'], // The example in GB 11643.
  ['id_card', '110105194912310021', 'does_not_fit'],
  ['id_card', '0482915M', 'not_known'],
  ['id_card', 'AB12345', 'not_known'],
  ['passport', '12345678A', 'not_known'],
] as const)('%s %s: %s', (type, number, expected) => expect(numberCheck(type, number)).toBe(expected))

test('a number is masked but for two signs', () => {
  expect(maskedNumber('0482915M')).toBe('••••••5M')
  expect(maskedNumber('7')).toBe('7')
})

test('what is missing is said in the order of the form', () => {
  expect(missingIn({ ...whole, back: null, firstName: '' })).toEqual(['firstName', 'back'])
})
