import { expect, test } from 'vitest'
import { HOUR } from '../base/instant.ts'
import { isRefused } from '../base/refusal.ts'
import {
  decideNewPassword,
  mayDisown,
  plainResetCode,
  resetCodeFor,
  resetStateAt,
  spelledResetCode,
  type ResetFacts,
  type ResetState,
} from './resets.rules.ts'
import { deviceSecretFrom } from './secret.rules.ts'

const NOW = 1_800_000_000_000
const DAY = 24 * HOUR
const calm: ResetFacts = { endsAt: NOW + 1, opensAt: null, end: null, replaced: false, review: null }

// prettier-ignore
test.each<[line: string, change: Partial<ResetFacts>, state: ResetState]>([
  ['found by nobody yet',                          {},                                            'waiting'],
  ['found, and in nobody’s hands',                 { review: 'pending' },                         'waiting'],
  ['opened by a seat',                             { review: 'in_review' },                       'checking'],
  ['at its end',                                   { endsAt: NOW },                               'expired'],
  ['a millisecond before the notice is over',      { opensAt: NOW + 1 },                          'notice'],
  ['when the notice is over',                      { opensAt: NOW },                              'open'],
  ['let through in time, after its own end',       { opensAt: NOW, endsAt: NOW },                 'open'],
  ['a millisecond before its day is over',         { opensAt: NOW - DAY + 1 },                    'open'],
  ['after its day',                                { opensAt: NOW - DAY },                        'expired'],
  ['replaced, although it was let through',        { opensAt: NOW, replaced: true },              'replaced'],
  ['used, although a newer one came later',        { end: 'used', replaced: true },               'used'],
  ['stopped, although it was let through',         { end: 'stopped', opensAt: NOW },              'stopped'],
])('%s', (_line, change, state) => {
  const at = resetStateAt({ ...calm, ...change }, NOW)
  expect(at).toBe(state)
  const decision = decideNewPassword(at)
  const live = state === 'waiting' || state === 'checking' || state === 'notice'
  expect(isRefused(decision) ? decision.refused : 'open').toBe(state === 'open' ? 'open' : live ? 'reset_not_open' : 'reset_over')
})

test.each([
  ['in the seven days after the password', 'used', NOW - 7 * DAY + 1, true],
  ['after seven days', 'used', NOW - 7 * DAY, false],
  ['while it runs', 'notice', null, true],
  ['withdrawn', 'withdrawn', null, false],
] as const)('“this was not me” %s', (_line, state, usedAt, may) => {
  expect(mayDisown({ state, usedAt }, NOW)).toBe(may)
})

test('a code is read as it is said, and only whole', () => {
  expect(resetCodeFor(new Uint8Array(8))).toBe('22222222')
  expect(resetCodeFor(new Uint8Array(8).fill(255))).toMatch(/^[234679ACDEFGHJKMNPQRTWXY]{8}$/)
  expect(plainResetCode(' 7k4m-92qd ')).toBe('7K4M92QD')
  for (const wrong of ['7K4M92Q', '7K4M92QDA', '7K4M92Q0', '']) expect(plainResetCode(wrong)).toBeNull()
  expect(spelledResetCode('7K4M92QD')).toBe('7, Kilo, 4, Mike · 9, 2, Quebec, Delta')
})

test('the hash that a device sends is the SHA-256 of its secret’s text', () => {
  expect(deviceSecretFrom(new Uint8Array(32))).toEqual({
    secret: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    secretHash: 'DwBzhbb51LfusnSGBa_hqYSgo7-j8BTQnip4TOnlzRo',
  })
})
