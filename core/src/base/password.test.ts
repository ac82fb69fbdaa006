import { expect, test } from 'vitest'
import { checkStrength, isGuessable } from './password.ts'

const PHONE = '600123987'

// prettier-ignore
test.each<[string, string, boolean]>([
  // case                                  password                 guessed
  ['three words',                          'otter violin marsh',    false],
  ['six letters',                          'Gijón7',                false],
  ['six digits without order',             '482915',                false],
  ['half of the characters follow',        '345821',                false],
  ['more than half of them follow',        '345671',                true],
  ['the phone number',                     '600123987',             true],
  ['the phone number with spaces',         '600 123 987',           true],
  ['the end of the phone number',          '123987',                true],
  ['more than the phone number',           'mi 600123987!',         true],
  ['five digits of it and a letter',       '23987x',                false],
  ['the brand and digits',                 'Lonja2027',             true],
  ['the brand twice',                      'lonjalonja1',           true],
  ['the brand with five beside it',        'lonja-a7b2',            true],
  ['the brand with six beside it',         'lonja-a7b2c',           false],
  ['one character',                        'aaaaaa',                true],
  ['a piece again and again',              'xk7xk7xk7',             true],
  ['a word twice',                         'ventanaventana',        true],
  ['ascending',                            '123456',                true],
  ['ascending past nine',                  '7890123',               true],
  ['descending',                           '98765432',              true],
  ['letters in order',                     'ABCDEFGH',              true],
  ['pairs in order',                       'aabbccdd',              true],
  ['twelve digits for a seat',             '123456789012',          true],
  ['wide digits, the same when normal',    '１２３４５６',            true],
])('%s', (_line, password, guessed) => expect(isGuessable(password, PHONE)).toBe(guessed))

test('without a phone number its digits are no reason', () => {
  expect([isGuessable('600739', null), isGuessable('600739', ''), isGuessable('600739', '600739812')]).toEqual([
    false,
    false,
    true,
  ])
})

test.each([
  ['otter violin marsh', false, undefined],
  ['otter violin marsh', true, 'password_common'],
  ['aaaaaa', true, 'password_guessable'],
])('%s, common %s: %s', (password, isCommon, refused) => {
  const weak = checkStrength(password, { phone: null, isCommon })
  expect([weak?.refused, weak?.field]).toEqual([refused, refused && 'password'])
})
