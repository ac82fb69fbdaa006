import { expect, test } from 'vitest'
import { checkReset, decideResetLink, isAppCode, isInTime, plainStepCode, STEP_MS } from './second-step.rules.ts'

const link = (change: object = {}) => ({ endsAt: 1_000, usedAt: null, revokedAt: null, ...change })

test.each([
  ['in force', link(), 999, undefined],
  ['at its last millisecond', link(), 1_000, 'reset_link_expired'],
  ['used', link({ usedAt: 5 }), 10, 'reset_link_used'],
  ['made void by a newer one', link({ revokedAt: 5 }), 10, 'reset_link_unknown'],
  ['void and used', link({ revokedAt: 5, usedAt: 4 }), 10, 'reset_link_unknown'],
  ['nobody’s', null, 10, 'reset_link_unknown'],
])('a link that is %s', (_which, of, now, refused) => {
  const decision = decideResetLink(of, now)
  expect('refused' in decision ? decision.refused : undefined).toBe(refused)
})

test.each([
  [0, true],
  [STEP_MS, true],
  [STEP_MS + 1, false],
  [-1, false],
])('a step is gone on with %i ms after it: %s', (after, is) => {
  expect(isInTime(1_000, 1_000 + after, STEP_MS)).toBe(is)
})

test.each([
  [' 123 456 ', '123456', true],
  ['abcd-efgh', 'ABCDEFGH', false],
  ['o1l-i0O', '011100', true],
  ['12345', '12345', false],
])('a code typed as %j is %s', (typed, plain, isApps) => {
  expect(plainStepCode(typed)).toBe(plain)
  expect(isAppCode(plainStepCode(typed))).toBe(isApps)
})

test.each([
  ['', 'secret1', 'missing_information'],
  ['secret1', '', 'missing_information'],
  ['12345', '12345', 'password_short'],
  ['123456', '123456', 'password_guessable'],
  ['Vigo42', 'Vigo43', 'passwords_differ'],
  ['Vigo42', 'Vigo42', undefined],
])('a new password %j and again %j', (password, again, refused) => {
  expect(checkReset({ password, again }, false)?.refused).toBe(refused)
})
