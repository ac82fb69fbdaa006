import { expect, test } from 'vitest'
import { codeInLog, invitationState } from './invitations.rules.ts'

test.each([
  ['open', { uses: 2, used: 1, endsAt: 100, endedAt: null }],
  ['used_up', { uses: 2, used: 2, endsAt: 100, endedAt: null }],
  ['used_up', { uses: 2, used: 2, endsAt: 10, endedAt: null }],
  ['expired', { uses: 2, used: 0, endsAt: 50, endedAt: null }],
  ['ended', { uses: 2, used: 2, endsAt: 10, endedAt: 5 }],
])('a code is %s', (state, invitation) => {
  expect(invitationState(invitation, 50)).toBe(state)
})

test('a log names a code by its end alone', () => {
  expect(codeInLog('ABCDEFGHJK')).toBe('…HJK')
})
