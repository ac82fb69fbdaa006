import { describe, expect, test } from 'vitest'
import { dayNumberOf } from '../calendar/days.ts'
import type { ListingPlan } from '../practice/plan.ts'
import { testHouse } from '../practice/practice.testing.ts'
import { makeWorld } from '../practice/world.ts'
import { FIRST_DAYS_BY_RULE, FIRST_DAYS_MOST, spreadOf } from './firstdays.rules.ts'

const PRICE = 250_000
const FIRST = dayNumberOf('2026-11-16')
const UNTIL = Date.UTC(2027, 4, 20)

/** The closes of the first days of all shares on some days, in basis points against the price of the offer. */
function firstDays(count: number): number[] {
  const house = testHouse('exchange')
  return Array.from({ length: count }, (_day, n) => FIRST + n * 7 + (n % 5)).flatMap((number) => {
    const plan: ListingPlan = { first: { day: number, price: PRICE }, actions: [] }
    const { rows } = makeWorld({ ...house, planOf: () => plan })
    return house.universe.shares.flatMap(({ listing }) => {
      const { line } = rows.get(listing)!
      line.days.dayAt(UNTIL)
      const day = line.days.days.find((one) => one.number === number)
      return day ? [(line.first(day, day.minutes).close / PRICE - 1) * 10_000] : []
    })
  })
}

test('the shown rule is that of the practice market: fourteenths of first days, with a mean of 0 to 3 %, a third of which lose', () => {
  const sorted = firstDays(12).toSorted((a, b) => a - b)
  expect(sorted.length).toBeGreaterThan(3_000)
  const mean = sorted.reduce((sum, bps) => sum + bps, 0) / sorted.length
  expect([mean > 0, mean < 300]).toEqual([true, true])
  expect(sorted.filter((bps) => bps < 0).length / sorted.length).toBeCloseTo(1 / 3, 1)
  const fourteenths = FIRST_DAYS_BY_RULE.map((_bps, n) => sorted[Math.floor(((n + 0.5) / FIRST_DAYS_MOST) * sorted.length)]!)
  expect(FIRST_DAYS_BY_RULE).toHaveLength(FIRST_DAYS_MOST)
  for (const [n, bps] of FIRST_DAYS_BY_RULE.entries()) expect([n, Math.abs(fourteenths[n]! - bps) < 90]).toEqual([n, true])
}, 60_000) // prettier-ignore

describe('the spread of first days', () => {
  // prettier-ignore
  test.each<[what: string, days: [number, ...number[]], lost: number, worst: number, best: number, median: number]>([
    ['of one',                            [-5],               1, -5,   -5,    -5],
    ['a zero is no loss',                 [0],                0, 0,    0,     0],
    ['of two, the mean of both',          [101, -100],        1, -100, 101,   0],
    ['of three, the middle one',          [300, -100, 20],    1, -100, 300,   20],
    ['a mean below zero is rounded down', [-2, -1],           2, -2,   -1,    -2],
    ['by their size, not as texts',       [1000, 9, -80, -9], 2, -80,  1000,  0],
  ])('%s', (_what, days, lost, worst, best, median) => {
    expect(spreadOf(days)).toEqual({ count: days.length, lost, worst, best, median, sorted: days.toSorted((a, b) => a - b) })
  })
})
