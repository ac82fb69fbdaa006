import { expect, test } from 'vitest'
import type { Role } from '../base/contract.ts'
import { aSeat } from '../base/ids.testing.ts'
import { staffingGapsAfter, type SeatRoles } from './seats.rules.ts'

const seat = (name: string, roles: Role[], endedAt: number | null = null): SeatRoles => ({
  id: aSeat(name),
  roles,
  endedAt,
})
const two = [seat('a', ['admin', 'treasurer', 'support']), seat('b', ['admin', 'treasurer', 'reviewer'])]

// prettier-ignore
test.each<[string, SeatRoles[], string, Role[], boolean, string[]]>([
  ['the second of two ends',              two,                                       'b', [],                               true,  ['no_reviewer', 'one_treasurer', 'one_admin']],
  ['the same where one person decides',   two,                                       'b', [],                               false, ['no_reviewer', 'one_admin']],
  ['nothing is taken away',               two,                                       'b', ['admin', 'treasurer', 'reviewer'], true,  []],
  ['a role is moved away',                two,                                       'a', ['admin', 'treasurer'],           true,  ['no_support']],
  ['the last treasurer',                  [seat('a', ['treasurer'])],                'a', ['support'],                      true,  ['no_treasurer']],
  ['of three there are two left',         [...two, seat('c', ['treasurer'])],        'c', [],                               true,  []],
  ['an ended seat counts for nothing',    [...two, seat('c', ['support'], 5)],       'a', ['admin', 'treasurer'],           true,  ['no_support']],
  ['a seat that is not there',            two,                                       'x', [],                               true,  []],
])('%s', (_what, seats, id, roles, twoPerson, lacks) => {
  expect(staffingGapsAfter(seats, aSeat(id), roles, twoPerson)).toEqual(lacks)
})
