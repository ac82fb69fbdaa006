import { expect, test } from 'vitest'
import { wantedBy as invited } from './invite.ts'
import { wantedBy } from './seat.ts'

test('a link is for the roles that are named, for all where none is', () => {
  expect(wantedBy(['--roles', 'treasurer,support', '--days', '3'])).toEqual({
    roles: ['support', 'treasurer'],
    days: 3,
  })
  expect(wantedBy([])).toEqual({ roles: ['support', 'reviewer', 'treasurer', 'operations', 'admin'], days: 2 })
  expect(wantedBy(['--revoke', 'Ana'])).toEqual({ revoke: 'Ana' })
})

// Passed over, each would be a link with every role.
test.each([[['--role', 'support']], [['--revok', 'Ana']], [['support']], [['--roles']], [['--roles', 'boss']]])(
  'a slip of the finger makes no link: %j',
  (args) => {
    expect(() => wantedBy(args)).toThrow(/There is no option|is too much|says nothing|name some of/)
  },
)

test('an invitation is for as many as it says, and never for one by a slip', () => {
  expect(invited(['--uses', '10'])).toEqual({ uses: 10, days: 30 })
  expect(() => invited(['--use', '10'])).toThrow('There is no option --use: there are --uses and --days.')
  expect(() => invited(['10'])).toThrow('too much')
})
