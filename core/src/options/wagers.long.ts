import { expect, test } from 'vitest'
import { houseOf } from '../practice/edges.testing.ts'
import { MINUTE } from '../base/instant.ts'
import { bandsIn, pathsIn, turningPath, winnersOf } from './wagers.testing.ts'
import { RULES } from './wagers.rules.testing.ts'

/*
 * Twenty houses with fixed seeds, ten with each hours. Every rule enters every 20 seconds, those that sell every minute, on
 * 100 sessions of New York's hours, or on 40 of a whole day: more than 100,000 entries of each that does not wait for a size.
 */

const HOUSES = [
  ['exchange', 5],
  ['always', 2],
] as const
const numbers = Array.from({ length: 20 }, (_house, number) => number)
const TIMEOUT = { timeout: 60 * MINUTE }

test.each(numbers)('in house %i no rule wins', TIMEOUT, (number) => {
  const [hours, listingsADay] = HOUSES[number % 2]!
  const bands = bandsIn(pathsIn(houseOf(hours, number), listingsADay), RULES)
  expect(winnersOf(bands)).toEqual([])
})

test.each([0, 2, 4])('in house %i prices that turn back by a tenth are found out', TIMEOUT, (number) => {
  const turned = [...pathsIn(houseOf('exchange', number), 5)].map((path) => turningPath(path, 0.1))
  const rules = RULES.filter(({ name }) => name.startsWith('back after 60 s of'))
  expect(winnersOf(bandsIn(turned, rules))).not.toEqual([])
})
