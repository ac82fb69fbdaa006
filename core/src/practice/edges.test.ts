import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_FIGURES, SECOND_FIGURES, daysOutside, houseOf, secondsOutside, sumsOf } from './edges.testing.ts'

/*
 * A sample of `edges.long.ts`: five of its twenty houses, one hour of quotes instead of three, days with hours `always`
 * and seconds with hours `exchange`. At most one house of five may have a figure outside its band of 99 %.
 */

const numbers = [0, 1, 2, 3, 4]
const OUTSIDE = 1
const HOURS_OF_QUOTES = 1

describe('nobody lives on betting that days turn or go on', () => {
  let counts: number[] = []
  beforeAll(() => {
    counts = sumsOf(numbers.map((number) => daysOutside(houseOf('always', number), `days ${number}`)))
  }, 600_000)

  test.each(DAY_FIGURES.map((name, n) => [name, n] as const))('%s', (_name, n) => {
    expect(counts[n]).toBeLessThanOrEqual(OUTSIDE)
  })
})

describe('nobody lives on betting that seconds turn or go on', () => {
  let counts: number[] = []
  beforeAll(() => {
    const outside = (number: number) =>
      secondsOutside(houseOf('exchange', number), `seconds ${number}`, HOURS_OF_QUOTES)
    counts = sumsOf(numbers.map(outside))
  }, 600_000)

  test.each(SECOND_FIGURES.map((name, n) => [name, n] as const))('%s', (_name, n) => {
    expect(counts[n]).toBeLessThanOrEqual(OUTSIDE)
  })
})

test('the same bets see that version 2 turns, over 250 days and over seconds', { timeout: 600_000 }, () => {
  const two = [0, 1, 2].map((number) => ({ ...houseOf('always', number), turnsOn: '9999-01-01' as const }))
  const [, , , , winners, losers] = sumsOf(two.map((house, n) => daysOutside(house, `days ${n}`)))
  expect([winners, losers]).toEqual([3, 3])
  const [gain, wins] = sumsOf(two.map((house, n) => secondsOutside(house, `seconds ${n}`, HOURS_OF_QUOTES))).slice(6, 8)
  expect([gain, wins]).toEqual([3, 3])
})
