import { expect, test } from 'vitest'
import { digitsFor, endOfDigits, endOfLetters, lettersFor } from './numbers.ts'

const ID = '01912f3a-0000-7000-8000-0000004f09c2'
const low = (id: string): bigint => BigInt(`0x${id.slice(-10)}`)

test('a number is the end of its id', () => {
  expect(digitsFor(ID)).toBe('4F09C2')
  expect(lettersFor('01890000-0000-7000-8000-000000000001')).toBe('0000-0001')
  expect(lettersFor('01890000-0000-7000-8000-00ffffffffff')).toBe('ZZZZ-ZZZZ')
})

test('every end of a number finds its id, and no other end does', () => {
  const [letters, digits] = [lettersFor(ID).replace('-', ''), digitsFor(ID)]
  for (let length = 1; length <= 8; length += 1) {
    const end = endOfLetters(letters.slice(-length))
    expect(low(ID) & (end?.mask ?? 0n)).toBe(end?.value)
  }
  for (let length = 1; length <= 6; length += 1) {
    const end = endOfDigits(digits.slice(-length))
    expect(low(ID) & (end?.mask ?? 0n)).toBe(end?.value)
  }
  const other = endOfLetters('Z')
  expect(low(ID) & (other?.mask ?? 0n)).not.toBe(other?.value)
})

// prettier-ignore
test.each<[string, string, boolean, boolean]>([
  ['with its dash',             '7K2M-91QX', true,  false],
  ['in small letters',          '91qx',      true,  false],
  ['as a person mishears it',   'OIL1',      true,  false],
  ['digits are both',           '4f09',      true,  true],
  ['a whole id',                ID,          false, true],
  ['nothing',                   '',          false, false],
  ['a letter that is none',     'U',         false, false],
  ['too long for letters',      '123456789', false, true],
  ['words',                     'año',       false, false],
])('%s: %s', (_line, written, letters, digits) => {
  expect([endOfLetters(written) !== null, endOfDigits(written) !== null]).toEqual([letters, digits])
})

test('a whole id is its own end', () => {
  expect(endOfDigits(ID)).toEqual({ mask: (1n << 40n) - 1n, value: low(ID) })
})
