import { expect, test } from 'vitest'
import { customerNumber, digitsFor, idEndOfCustomer, idEndOfDigits, idEndOfLetters, lettersFor } from './numbers.ts'

const ID = '01912f3a-0000-7000-8000-0000004f09c2'

test('a number is the end of its id', () => {
  expect(digitsFor(ID)).toBe('4F09C2')
  expect(lettersFor('01890000-0000-7000-8000-000000000001')).toBe('0000-0001')
  expect(lettersFor('01890000-0000-7000-8000-00ffffffffff')).toBe('ZZZZ-ZZZZ')
})

// prettier-ignore
test.each<[string, string, string | null, string | null]>([
  ['letters',                   lettersFor(ID),              '00004f09c2', null],
  ['without the dash',          lettersFor(ID).replace('-', ''), '00004f09c2', null],
  ['in small letters',          lettersFor(ID).toLowerCase(), '00004f09c2', null],
  ['as a person mishears it',   'OIL1-0000',                 '0042100000', null],
  ['digits',                    digitsFor(ID),               null,         '4f09c2'],
  ['one letter less',           lettersFor(ID).slice(0, -1), null,         null],
  ['one digit less',            '4F09C',                     null,         null],
  ['one digit more',            '4F09C22',                   null,         null],
  ['nothing',                   '',                          null,         null],
  ['words',                     'año',                       null,         null],
])('%s: %s', (_line, written, letters, digits) => {
  expect([idEndOfLetters(written), idEndOfDigits(written)]).toEqual([letters, digits])
})

test('an account is named by its number with the letter, and by nothing else', () => {
  expect(customerNumber(ID)).toBe('L-4F09C2')
  for (const written of ['L-4F09C2', 'l4f09c2']) expect(idEndOfCustomer(written)).toBe(ID.slice(-6))
  for (const written of ['4F09C2', 'L-4F09C', 'L-4F09C22', 'D-4F09C2', '', ID])
    expect(idEndOfCustomer(written)).toBeNull()
})
