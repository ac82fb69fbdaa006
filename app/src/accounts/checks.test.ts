import { expect, test } from 'vitest'
import { comparePasswords, isPassword, isPhone, phoneDigits, phoneMistake } from './checks.ts'

test.each([
  ['123456', false],
  ['1234567', true],
  ['12345678901', true],
  ['123456789012', false],
  ['612 480 482', true],
  ['(612) 480-482', true],
  ['+34612480482', false],
  ['61248048x', false],
  ['６１２４８０４８２', false],
  ['', false],
])('%j is a phone of 7 to 11 digits: %s', (typed, is) => {
  expect(isPhone(typed)).toBe(is)
})

test('drops the characters between the digits', () => {
  expect(phoneDigits(' 612.480-482 ')).toBe('612480482')
})

test.each([
  ['', 'missing'],
  ['+34 612 480 482', 'phonePrefix'],
  [' +34612480482', 'phonePrefix'],
  ['612 480', 'phoneDigits'],
  ['612480482+', 'phoneDigits'],
  ['612 480 482', null],
])('%j as a phone is answered by %j', (typed, answer) => {
  expect(phoneMistake(typed)).toBe(answer)
})

test.each([
  ['12345', false],
  ['123456', true],
  ['😀😀😀', false],
  ['密码密码密码', true],
])('%j has at least 6 characters: %s', (typed, is) => {
  expect(isPassword(typed)).toBe(is)
})

test.each([
  ['pino-faro', '', { state: 'short', missing: 9 }],
  ['pino-faro', 'pino', { state: 'short', missing: 5 }],
  ['pino-faro', 'pino-faro', { state: 'same' }],
  ['pino-faro', 'pine', { state: 'differs', at: 4 }],
  ['pino', 'pino-', { state: 'differs', at: 5 }],
  ['', '', { state: 'same' }],
  ['a😀b', 'a😀', { state: 'short', missing: 1 }],
])('%j typed again as %j', (password, again, answer) => {
  expect(comparePasswords(password, again)).toEqual(answer)
})
