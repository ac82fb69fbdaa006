import { expect, test } from 'vitest'
import { houseOf } from '../practice/edges.testing.ts'
import { MINUTE } from '../base/instant.ts'
import { bandsIn, pathsIn, turningPath, winnersOf } from './wagers.testing.ts'
import { RULES } from './wagers.rules.testing.ts'

/*
 * Twenty houses with fixed seeds, ten with each hours. Every rule enters every 20 seconds, those that sell every minute, on
 * 100 sessions of New York's hours, or on 40 of a whole day: more than 100,000 entries in each house. The band of a rule is that
 * of all houses together: on the 20 days of one a rule that waits for the end has few results of its own.
 */

const HOUSES = [
  ['exchange', 5],
  ['always', 2],
] as const
const numbers = Array.from({ length: 20 }, (_house, number) => number)
const TIMEOUT = { timeout: 180 * MINUTE }
const sessionsOf = (number: number) => {
  const [hours, listingsADay] = HOUSES[number % 2]!
  return pathsIn(houseOf(hours, number), listingsADay)
}

test('no rule wins', TIMEOUT, () => {
  expect(winnersOf(bandsIn(numbers.map(sessionsOf), RULES))).toEqual([])
})

test.each([0, 2, 4])('in house %i prices that turn back by a tenth are found out', TIMEOUT, (number) => {
  const turned = [...sessionsOf(number)].map((path) => turningPath(path, 0.1))
  const rules = RULES.filter(({ name }) => name.startsWith('back after 60 s of'))
  expect(winnersOf(bandsIn([turned], rules))).not.toEqual([])
})
