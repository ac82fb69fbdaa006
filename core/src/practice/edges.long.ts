import { describe, expect, test } from 'vitest'
import { HOURS } from '../calendar/sessions.ts'
import { DAY_FIGURES, SECOND_FIGURES, daysOutside, houseOf, secondsOutside, sumsOf } from './edges.testing.ts'

/*
 * Twenty houses with fixed seeds, every bet with both hours, three hours of quotes. Each figure by itself must be inside
 * its band of 99 % in at least eighteen houses. One house is outside in a hundred by chance, three of twenty in a
 * thousand.
 */

const numbers = Array.from({ length: 20 }, (_, number) => number)
const INSIDE = 18
const HOURS_OF_QUOTES = 3
const HOUR_MS = 3_600_000

const insideOf = (names: readonly string[], outside: readonly boolean[][]): Record<string, number> => {
  const counts = sumsOf(outside)
  return Object.fromEntries(names.map((name, n) => [name, numbers.length - counts[n]!]))
}

describe.each(HOURS)('with hours %s nobody lives on betting', { timeout: HOUR_MS }, (hours) => {
  test('that days turn or go on', () => {
    const inside = insideOf(
      DAY_FIGURES,
      numbers.map((number) => daysOutside(houseOf(hours, number), `days ${number}`)),
    )
    expect(Object.entries(inside).filter(([, count]) => count < INSIDE)).toEqual([])
  })

  test('that seconds turn or go on', () => {
    const inside = insideOf(
      SECOND_FIGURES,
      numbers.map((number) => secondsOutside(houseOf(hours, number), `seconds ${number}`, HOURS_OF_QUOTES)),
    )
    expect(Object.entries(inside).filter(([, count]) => count < INSIDE)).toEqual([])
  })
})
