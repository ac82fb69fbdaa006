import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../base/instant.ts'
import {
  checkLogIn,
  checkPasswordForm,
  checkRegistration,
  decideLoginPassword,
  decideRegistration,
  decideTradingPassword,
  needsSessionRefresh,
  maskedPhone,
  plainCode,
  sessionEndFor,
} from './accounts.rules.ts'

const form = { phone: '600123456', password: 'Gijón7', again: 'Gijón7', invitation: 'ABCD2345' }

// prettier-ignore
test.each<[string, Partial<typeof form>, string | null, string | null]>([
  // case                           change                                            refused               field
  ['a form as it should be',        {},                                              null,                 null],
  ['7 digits',                      { phone: '1234567' },                            null,                 null],
  ['11 digits with spaces',         { phone: '123 456 789 01' },                     null,                 null],
  ['6 digits',                      { phone: '123456' },                             'phone_digits',       'phone'],
  ['12 digits',                     { phone: '123456789012' },                       'phone_digits',       'phone'],
  ['a plus before the digits',      { phone: '+34600123456' },                       'phone_digits',       'phone'],
  ['Arabic digits',                 { phone: '٦٠٠١٢٣٤٥٦' },                          'phone_digits',       'phone'],
  ['6 characters',                  { password: 'ñandú1', again: 'ñandú1' },         null,                 null],
  ['5 characters',                  { password: 'ñandú', again: 'ñandú' },           'password_short',     'password'],
  ['5 characters, 10 code units',   { password: '🔑🔑🔑🔑🔑', again: '🔑🔑🔑🔑🔑' }, 'password_short',     'password'],
  ['another the second time',       { again: 'Secret' },                             'passwords_differ',   'again'],
  ['composed otherwise, the same',  { password: 'cafés1', again: 'cafe\u0301s1' },  null,                 null],
  ['no phone',                      { phone: '  ' },                                 'missing_information', 'phone'],
  ['no second password',            { again: '' },                                   'missing_information', 'again'],
  ['no invitation, and short',      { invitation: '', password: 'x' },               'missing_information', 'invitation'],
  ['the phone number',              { password: '600123456', again: '600123456' },   'password_guessable', 'password'],
  ['short and different',           { password: 'abc' },                             'password_short',     'password'],
])('signing up: %s', (_line, change, refused, field) => {
  const wrong = checkRegistration({ ...form, ...change }, false)
  expect([wrong?.refused ?? null, wrong?.field ?? null]).toEqual([refused, field])
})

test('all that a form lacks is named, in its order', () => {
  expect(checkRegistration({ phone: ' ', password: 'x', again: '', invitation: '' }, false)).toMatchObject({
    refused: 'missing_information',
    fields: ['phone', 'again', 'invitation'],
  })
  expect(checkLogIn({ phone: '', password: ' ' })?.fields).toEqual(['phone', 'password'])
  expect(checkPasswordForm({ old: '', password: 'secret1', again: '' })?.fields).toEqual(['old', 'again'])
})

test.each([
  [{ phone: '600123456', password: 'x' }, null],
  [{ phone: '', password: 'x' }, 'missing_information'],
  [{ phone: '600123456', password: '' }, 'missing_information'],
  [{ phone: 'abc', password: 'x' }, 'phone_digits'],
])('logging in: %o', (sent, refused) => expect(checkLogIn(sent)?.refused ?? null).toBe(refused))

const invitation = { code: 'ABCD2345', uses: 3, used: 2, endsAt: 1_000 }

test.each<[string, Parameters<typeof decideRegistration>, object]>([
  ['the last use, the last millisecond', [invitation, false, 999], { use: 3 }],
  ['the instant it ends', [invitation, false, 1_000], { refused: 'invitation_expired' }],
  ['ended before its time', [{ ...invitation, endedAt: 500 }, false, 500], { refused: 'invitation_expired' }],
  ['the last moment before it is ended', [{ ...invitation, endedAt: 500 }, false, 499], { use: 3 }],
  ['all used', [{ ...invitation, used: 3 }, false, 999], { refused: 'invitation_used_up' }],
  ['used up and expired', [{ ...invitation, used: 3 }, false, 2_000], { refused: 'invitation_used_up' }],
  ['unknown, and the phone taken: says nothing of the phone', [null, true, 0], { refused: 'invitation_unknown' }],
  ['the phone taken', [invitation, true, 0], { refused: 'phone_taken' }],
])('an invitation: %s', (_line, facts, answer) => expect(decideRegistration(...facts)).toMatchObject(answer))

const change = { old: 'secret', password: 'secret2', again: 'secret2' }

test.each<[string, object, boolean, object]>([
  ['right', {}, true, { change: true }],
  ['wrong, and too short', { password: 'x' }, false, { refused: 'wrong_password' }],
  ['too short', { password: 'short', again: 'short' }, true, { refused: 'password_short' }],
  ['differing', { again: 'secret3' }, true, { refused: 'passwords_differ' }],
  ['as it was', { password: 'secret', again: 'secret' }, true, { refused: 'password_unchanged' }],
])('the log-in password: %s', (_line, differs, right, answer) =>
  expect(decideLoginPassword({ ...change, ...differs }, right, { phone: '600123456', isCommon: false })).toMatchObject(
    answer,
  ),
)

test.each<[boolean, boolean, object]>([
  [true, false, { change: true }],
  [false, true, { refused: 'wrong_password' }],
  [true, true, { refused: 'same_as_login_password' }],
])('the trading password: old right %s, the log-in password %s', (right, same, answer) =>
  expect(decideTradingPassword(change, right, same, { phone: null, isCommon: false })).toMatchObject(answer),
)

test('a session ends a day after its last use, and after 30 days in any case', () => {
  expect(sessionEndFor(0, 0)).toBe(24 * HOUR)
  expect(sessionEndFor(0, 29 * 24 * HOUR)).toBe(30 * 24 * HOUR)
  expect(sessionEndFor(0, 29 * 24 * HOUR + 1)).toBe(30 * 24 * HOUR)
  expect([needsSessionRefresh(0, 10 * MINUTE - 1), needsSessionRefresh(0, 10 * MINUTE)]).toEqual([false, true])
})

test.each([
  ['1234567', '••••567'],
  ['60012345678', '••••••••678'],
])('%s is shown as %s', (phone, shown) => expect(maskedPhone(phone)).toBe(shown))

test('a code may be typed as people type', () => expect(plainCode(' ab-cd 23 ')).toBe('ABCD23'))
