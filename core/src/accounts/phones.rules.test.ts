import { expect, test } from 'vitest'
import { phonesFor } from './phones.rules.ts'

/** A stored number is found by what a person writes if it is one of the forms. */
const finds = (stored: string, written: string): boolean => phonesFor(written).includes(stored)

// prettier-ignore
test.each<[stored: string, written: readonly string[]]>([
  ['612345678',   ['612345678', '612 34 56 78', '612-345-678', '+34 612345678', '+34612345678', '0034 612 345 678', '34612345678', '(612) 345.678']],
  ['34612345678', ['34612345678', '+34 612 345 678', '0034612345678', '612345678', '612 345 678']],
  ['0612345678',  ['0612345678', '06 12 34 56 78', '+33 6 12 34 56 78', '+33 (0)6 12 34 56 78', '612345678']],
  ['33612345678', ['+33 6 12 34 56 78', '06 12 34 56 78', '33612345678']],
  ['13800138000', ['13800138000', '+86 138 0013 8000', '0086 13800138000', '8613800138000']],
  ['912345678',   ['+886 912 345 678', '886912345678', '0912345678']],
  ['2125550123',  ['+1 212 555 0123', '12125550123', '2125550123']],
  ['1512345678',  ['+49 151 2345678']],
])('%s is found as %j', (stored, written) => {
  expect(written.filter((one) => !finds(stored, one))).toEqual([])
})

test('no part of a number finds it: no end, no beginning, and none with a country code before it', () => {
  for (const stored of ['612345678', '34612345678', '0612345678', '13312345678', '13800138000', '6123456', '886912345'])
    for (let from = 0; from < stored.length; from += 1)
      for (let to = from + 1; to <= stored.length; to += 1) {
        const part = stored.slice(from, to)
        const isWhole = [stored, stored.replace(/^34/, ''), stored.replace(/^0/, '')].includes(part)
        for (const written of isWhole ? [] : [part, `+${part}`, `00${part}`, `+34${part}`, `34${part}`])
          expect([stored, written, finds(stored, written)]).toEqual([stored, written, false])
      }
})

test('a text that is no phone number has no form', () => {
  for (const text of [
    '',
    'Ana',
    '12',
    '123456',
    '1234567890123456',
    '+',
    'L-4F09C2',
    '612345678x',
    '６１２３４５６７８',
  ])
    expect([text, phonesFor(text)]).toEqual([text, []])
})
