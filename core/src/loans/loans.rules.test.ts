import { expect, test } from 'vitest'
import { isRefused } from '../base/refusal.ts'
import {
  LOAN_LEAST,
  LOAN_MOST,
  checkApplicant,
  decideApplication,
  decideCancel,
  decideRepayment,
  leavingLines,
  leftOf,
  limitFor,
  missingFor,
  plainApplicant,
  type Applicant,
  type LoanApplication,
  type LoanFacts,
  type LoanProgress,
} from './loans.rules.ts'

// prettier-ignore
test.each<[line: string, equity: bigint | null, limit: bigint]>([
  ['no equity',                                   0n,                0n],
  ['less than nothing',                           -1n,               0n],
  ['an equity that is not known',                 null,              0n],
  ['a cent below half of a step',                 4_999_99n,         0n],
  ['half of a step',                              5_000_00n,         10_000_00n],
  ['twice, rounded down',                         107_190_06n,       210_000_00n],
  ['a cent below the next step',                  109_999_99n,       210_000_00n],
  ['the next step',                               110_000_00n,       220_000_00n],
  ['the equity of the most',                      4_000_000_00n,     LOAN_MOST],
  ['more than that',                              9_999_999_99n,     LOAN_MOST],
])('the limit of %s', (_line, equity, limit) => {
  expect(limitFor(equity)).toBe(limit)
})

// prettier-ignore
test.each<[line: string, equity: bigint | null, borrowed: bigint, missing: bigint]>([
  ['nothing is there',                           0n,             0n,            50_000_00n],
  ['it is not known',                            null,           0n,            50_000_00n],
  ['a cent is missing',                          49_999_99n,     0n,            1n],
  ['enough',                                     50_000_00n,     0n,            0n],
  ['a loan needs as much again',                 50_000_00n,     100_000_00n,   50_000_00n],
  ['a loan whose sum is between two steps',      100_000_00n,    100_000_01n,   5_000_00n],
  ['less than nothing counts as nothing',        -1_000_00n,     0n,            50_000_00n],
])('the equity that is missing: %s', (_line, equity, borrowed, missing) => {
  expect(missingFor(equity, borrowed)).toBe(missing)
  if (missing > 0n) expect(leftOf(limitFor((equity ?? 0n) + missing - 1n), borrowed)).toBeLessThan(LOAN_LEAST)
  expect(leftOf(limitFor((equity !== null && equity > 0n ? equity : 0n) + missing), borrowed)).toBeGreaterThanOrEqual(
    LOAN_LEAST,
  )
})

const ANA: Applicant = {
  name: 'Ana Ruiz Gómez',
  number: '12345678Z',
  address: 'Calle Mayor 1, 48001 Bilbao',
  phone: '600 123 456',
  email: 'ana@ejemplo.es',
}

// prettier-ignore
test.each<[line: string, change: Partial<Applicant>, refused: string | null, field?: string]>([
  ['whole',                               {},                                  null],
  ['without a name',                      { name: ' ' },                       'missing_information', 'name'],
  ['without an e-mail',                   { email: '' },                       'missing_information', 'email'],
  ['a name of digits',                    { name: '123' },                     'name_form', 'name'],
  ['a number without digits',             { number: 'ABCDEF' },                'document_number_form', 'number'],
  ['a number that is too short',          { number: '12A' },                   'document_number_form', 'number'],
  ['an address of seven letters',         { address: 'Mayor 1' },              'postal_address_form', 'address'],
  ['an address of eight',                 { address: 'Mayor 12' },             null],
  ['a phone of letters',                  { phone: 'phone' },                  'phone_digits', 'phone'],
  ['an e-mail without an at',             { email: 'ana.ejemplo.es' },         'email_form', 'email'],
  ['an e-mail without a dot',             { email: 'ana@ejemplo' },            'email_form', 'email'],
  ['an e-mail with two dots',             { email: 'ana@ejemplo..es' },        'email_form', 'email'],
  ['an e-mail with a space',              { email: 'a na@ejemplo.es' },        'email_form', 'email'],
])('an applicant %s', (_line, change, refused, field) => {
  const answer = checkApplicant({ ...ANA, ...change })
  expect(answer === null ? null : [answer.refused, answer.field]).toEqual(refused === null ? null : [refused, field])
})

test('a blank number is that of the verified document, and the other fields are checked', () => {
  expect(checkApplicant({ ...ANA, number: ' ' })?.fields).toEqual(['number'])
  expect(checkApplicant({ ...ANA, number: ' ' }, true)).toBeNull()
  expect(checkApplicant({ ...ANA, number: '', email: '' }, true)?.fields).toEqual(['email'])
  expect(checkApplicant({ ...ANA, number: '', email: 'ana' }, true)?.field).toBe('email')
  expect(checkApplicant({ ...ANA, number: '12A' }, true)?.field).toBe('number')
})

test('all missing fields are named at once', () => {
  expect(checkApplicant({ ...ANA, name: '', phone: '', email: '' })?.fields).toEqual(['name', 'phone', 'email'])
})

test('an applicant is stored plainly', () => {
  expect(plainApplicant({ ...ANA, name: ' Ana  Ruiz ', number: '12345678z', phone: '600 123 456' })).toMatchObject({
    name: 'Ana Ruiz',
    number: '12345678Z',
    phone: '600123456',
  })
})

const APPLICATION: LoanApplication = {
  amount: 120_000_00n,
  applicant: ANA,
  hasAgreement: true,
  signature: { picture: null, name: 'ana ruiz gomez' },
}
const FACTS: LoanFacts = { verifiedName: 'Ana Ruiz Gómez', equity: 107_190_06n, borrowed: 0n, waiting: false }

// prettier-ignore
test.each<[line: string, application: Partial<LoanApplication>, facts: Partial<LoanFacts>, refused: string | null, field?: string]>([
  ['is accepted',                              {},                                             {},                                     null],
  ['without an identity check',                {},                                             { verifiedName: null },                 'loan_unverified'],
  ['beside one that waits',                    {},                                             { waiting: true },                      'loan_waiting'],
  ['without the equity of the least',          {},                                             { equity: 49_999_99n },                 'loan_requirements'],
  ['without a rate for the equity',            {},                                             { equity: null },                       'loan_requirements'],
  ['a cent below the least',                   { amount: LOAN_LEAST - 1n },                    {},                                     'loan_amount', 'amount'],
  ['of the least',                             { amount: LOAN_LEAST },                         {},                                     null],
  ['of the limit',                             { amount: 210_000_00n },                        {},                                     null],
  ['a cent above it',                          { amount: 210_000_01n },                        {},                                     'loan_amount', 'amount'],
  ['of what another loan leaves',              { amount: 110_000_00n },                        { borrowed: 100_000_00n },              null],
  ['a cent above what it leaves',              { amount: 110_000_01n },                        { borrowed: 100_000_00n },              'loan_amount', 'amount'],
  ['with a field missing',                     { applicant: { ...ANA, address: '' } },         {},                                     'missing_information', 'address'],
  ['whose agreement was not read',             { hasAgreement: false },                        {},                                     'agreement_unsigned', 'agreement'],
  ['that is not signed',                       { signature: { picture: null, name: null } },   {},                                     'agreement_unsigned', 'signature'],
  ['signed by a drawing',                      { signature: { picture: 'id', name: null } },   {},                                     null],
  ['signed with the name of somebody else',    { signature: { picture: null, name: 'Eva' } },  {},                                     'signature_differs', 'signedName'],
  ['signed with a part of the name',           { signature: { picture: null, name: 'Ana Ruiz' } }, {},                                 'signature_differs', 'signedName'],
])('an application %s', (_line, application, facts, refused, field) => {
  const answer = decideApplication({ ...APPLICATION, ...application }, { ...FACTS, ...facts })
  expect(isRefused(answer) ? [answer.refused, answer.field] : null).toEqual(refused === null ? null : [refused, field])
})

// prettier-ignore
test.each<[line: string, progress: LoanProgress, answer: 'cancel' | number | 'loan_decided']>([
  ['that waits',            { review: 'pending', end: null },                                  'cancel'],
  ['that is open',          { review: 'in_review', end: null },                                'cancel'],
  ['that was paid out',     { review: 'approved', end: null },                                 'loan_decided'],
  ['that was refused',      { review: 'refused', end: { how: 'refused', at: 7, letGo: null } },             'loan_decided'],
  ['that is repaid',        { review: 'approved', end: { how: 'repaid', at: 7, letGo: null } },             'loan_decided'],
  ['taken back before',     { review: 'cancelled', end: { how: 'cancelled', at: 7, letGo: null } },         7],
])('to take an application back %s', (_line, progress, expected) => {
  const answer = decideCancel(progress)
  expect('cancel' in answer ? 'cancel' : 'already' in answer ? answer.already : answer.refused).toBe(expected)
})

const DEBT = { principal: 100_000_00n, interest: 453_79n }

// prettier-ignore
test.each<[line: string, units: bigint, facts: Partial<Parameters<typeof decideRepayment>[1]>, refused: string | null]>([
  ['a cent',                               1n,             {},                   null],
  ['nothing',                              0n,             {},                   'repayment_amount'],
  ['less than nothing',                    -1n,            {},                   'repayment_amount'],
  ['all that is owed',                     100_453_79n,    {},                   null],
  ['a cent more than is owed',             100_453_80n,    {},                   'repayment_amount'],
  ['all that is free',                     5n,             { free: 5n },         null],
  ['a cent more than is free',             6n,             { free: 5n },         'insufficient_balance'],
  ['while another one waits',              1n,             { waiting: true },    'repayment_waiting'],
  ['of a loan that is not owed',           1n,             { debt: null },       'loan_not_open'],
])('to repay %s', (_line, units, facts, refused) => {
  const answer = decideRepayment(units, { debt: DEBT, waiting: false, free: 200_000_00n, ...facts })
  expect(isRefused(answer) ? answer.refused : null).toBe(refused)
})

// prettier-ignore
test.each<[line: string, owed: bigint, free: bigint, writtenOff: bigint]>([
  ['with all of it free',   100n, 100n, 0n],
  ['with a cent too little', 100n, 99n, 1n],
  ['with nothing',          100n, 0n,   100n],
])('who leaves pays %s', (_line, owed, free, writtenOff) => {
  const lines = leavingLines(owed, free)
  const sum = lines.reduce((total, line) => total + line.free, 0n)
  expect(free + sum).toBe(free > owed ? free - owed : 0n)
  expect(lines.find(({ kind }) => kind === 'loan_written_off')?.free ?? 0n).toBe(writtenOff)
  expect(lines.filter(({ counter }) => counter === 'loans').reduce((total, line) => total + line.free, 0n)).toBe(-owed)
})
