import { expect, test } from 'vitest'
import { optionsFrom as invited } from './invite.ts'
import { optionsFrom } from './seat.ts'

test('a link has the roles that are named, or all roles if none is', () => {
  expect(optionsFrom(['--roles', 'treasurer,support'])).toEqual({ roles: ['support', 'treasurer'] })
  expect(optionsFrom([])).toEqual({ roles: ['support', 'reviewer', 'treasurer', 'operations', 'admin'] })
  expect(optionsFrom(['--revoke', 'Ana'])).toEqual({ revoke: 'Ana' })
})

// If one of these were ignored, it would make a link with every role.
test.each([
  [['--role', 'support']],
  [['--days', '3']],
  [['--revok', 'Ana']],
  [['support']],
  [['--roles']],
  [['--roles', 'boss']],
])('a mistyped option makes no link: %j', (args) => {
  expect(() => optionsFrom(args)).toThrow(/There is no option|is too much|says nothing|name some of/)
})

test('an invitation has the uses that are given, and a mistyped option is refused', () => {
  expect(invited(['--uses', '10'])).toEqual({ uses: 10, days: 30 })
  expect(() => invited(['--use', '10'])).toThrow('There is no option --use: there are --uses and --days.')
  expect(() => invited(['10'])).toThrow('too much')
})
