import { expect, test } from 'vitest'
import {
  CANDLES_OF,
  RANGES,
  USUAL_INTERVAL,
  inSightFor,
  isLine,
  lineAskFor,
  sessionsOfWeek,
  summaryOf,
} from './ranges.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const now = Date.parse('2026-11-21T14:32:07Z')

test('no line asks for more than 2,000 candles, and its question stays the same through a day', () => {
  for (const range of ['day', 'fiveDays'] as const) {
    expect(lineAskFor(range, { open: now - 14 * HOUR, close: now + 10 * HOUR }, now).limit).toBeLessThanOrEqual(2_000)
    expect(lineAskFor(range, null, now)).toEqual(lineAskFor(range, null, now + HOUR))
  }
})

test('a short session is drawn minute by minute, a long one in fives but for its first hour', () => {
  expect(lineAskFor('day', { open: now - HOUR, close: now + 5 * HOUR }, now)).toEqual({
    interval: 'minute',
    from: now - HOUR,
    limit: 500,
  })
  expect(lineAskFor('day', { open: now - HOUR, close: now + 23 * HOUR }, now).interval).toBe('5minutes')
  expect(lineAskFor('day', { open: now - HOUR + 1, close: now + 23 * HOUR }, now)).toEqual({
    interval: 'minute',
    from: now - 3 * HOUR + 1,
    limit: 500,
  })
})

test('a span shows its bars, and at least a minimum', () => {
  const days = Array.from({ length: 400 }, (_none, n) => ({ at: now - (399 - n) * DAY }))
  expect(RANGES.map((range) => inSightFor(range, days, now))).toEqual([12, 12, 32, 93, 367, 400])
  const months = Array.from({ length: 60 }, (_none, n) => ({ at: now - (59 - n) * 30 * DAY }))
  expect(inSightFor('month', months, now)).toBe(12)
  expect(inSightFor('month', [{ at: now - 90 * DAY }], now)).toBe(12)
  expect(inSightFor('quarter', [], now)).toBe(12)
})

test('a sentence says from when and where to where, and between what', () => {
  expect(summaryOf([])).toBeNull()
  expect(
    summaryOf([
      { at: 5, open: 10, high: 12, low: 9, close: 11 },
      { at: 6, open: 11, high: 11.5, low: 8, close: 9 },
    ]),
  ).toEqual({ from: 5, first: 10, last: 9, high: 12, low: 8 })
})

test('a week is seven days where every day trades, five sessions where exchanges’ hours hold', () => {
  const [always, exchange] = [24, 6.5].map((hours) => ({ open: now, close: now + hours * HOUR }))
  expect([sessionsOfWeek(always!), sessionsOfWeek(exchange!), sessionsOfWeek(null)]).toEqual([7, 5, 5])
  // Seven days of 25 hours, and the last bars of the day before.
  const week = lineAskFor('fiveDays', always!, now)
  expect(week.interval).toBe('15minutes')
  expect(now - week.from!).toBeGreaterThan(8 * DAY)
})

test('each span offers its usual candles, and minutes fill the width in the first hour and no more', () => {
  for (const range of RANGES) if (!isLine(range)) expect(CANDLES_OF[range]).toContain(USUAL_INTERVAL[range])
  const minutes = (count: number) => Array.from({ length: count }, (_none, n) => ({ at: now - (count - n) * 60_000 }))
  expect(inSightFor('day', minutes(20), now, 'minute')).toBe(48)
  expect(inSightFor('day', minutes(100), now, 'minute')).toBe(100)
  expect(inSightFor('day', minutes(1_000), now, 'minute')).toBe(160)
})
