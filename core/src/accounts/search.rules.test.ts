import { expect, test } from 'vitest'
import { customerNumber } from '../base/numbers.ts'
import { findOf, type CustomerSearch } from './search.rules.ts'

const ID = '01912f3a-0000-7000-8000-0000004f09c2'

// prettier-ignore
test.each<[line: string, written: string, search: CustomerSearch]>([
  ['the end of a phone number',     '482',          { phoneEnd: '482' }],
  ['with spaces and a plus',        '+34 600 482',  { phoneEnd: '34600482' }],
  ['two digits are no phone',       '48',           { name: '48' }],
  ['a whole id',                    ID,             { id: ID }],
  ['a number as staff say it',      'L-4F09C2',     { number: '4f09c2' }],
  ['typed carelessly',              'l4f09c2',      { number: '4f09c2' }],
  ['a number too short is a name',  'L-4F09',       { name: 'l-4f09' }],
  ['a name',                        'Lola',         { name: 'lola' }],
])('%s', (_line, written, search) => {
  expect(findOf(written)).toEqual(search)
})

test('a customer can be found by the shown account number', () => {
  expect(findOf(customerNumber(ID))).toEqual({ number: ID.slice(-6) })
})
