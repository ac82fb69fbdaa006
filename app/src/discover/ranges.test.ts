import { expect, test } from 'vitest'
import { RANGES, askFor, summaryOf } from './ranges.ts'

const HOUR = 3_600_000
const now = Date.parse('2026-11-21T14:32:07Z')

test('no span asks for more than 2,000 candles, even of a market that never shuts', () => {
  const minutes = { minute: 1, '5minutes': 5, day: 1_440, week: 10_080, month: 43_200 }
  for (const range of RANGES) {
    const { interval, from, limit } = askFor(range, { open: now - 14 * HOUR, close: now + 10 * HOUR }, now)
    expect(limit).toBeLessThanOrEqual(2_000)
    if (from !== undefined) expect((now - from) / 60_000 / minutes[interval]).toBeLessThanOrEqual(limit)
  }
})

test('the question stays the same through a day', () => {
  for (const range of RANGES) {
    expect(askFor(range, null, now)).toEqual(askFor(range, null, now + HOUR))
  }
})

test('a short session is drawn minute by minute, a long one in fives', () => {
  expect(askFor('day', { open: now - HOUR, close: now + 5 * HOUR }, now)).toEqual({
    interval: 'minute',
    from: now - HOUR,
    limit: 500,
  })
  expect(askFor('day', { open: now - HOUR, close: now + 23 * HOUR }, now).interval).toBe('5minutes')
})

test('a sentence says from where to where, and between what', () => {
  expect(summaryOf([])).toBeNull()
  expect(
    summaryOf([
      { open: 10, high: 12, low: 9, close: 11 },
      { open: 11, high: 11.5, low: 8, close: 9 },
    ]),
  ).toEqual({ first: 10, last: 9, high: 12, low: 8 })
})
