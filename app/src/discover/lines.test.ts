import { expect, test } from 'vitest'
import { dayLine, fiveDayLine } from './lines.ts'

const bar = (at: number, low: number, high: number, close: number, volume = 0) => ({
  at,
  open: low,
  high,
  low,
  close,
  volume,
})
const session = { open: 100, close: 200 }

test('the day’s line is its closes, with the high and the low where they were', () => {
  const bars = [bar(90, 1, 99, 50), bar(100, 10, 12, 11), bar(110, 9, 20, 15), bar(120, 8, 16, 14)]
  const { points, sessions } = dayLine(bars, session, null)
  expect(points.map(({ at, value }) => [at, value])).toEqual([
    [100, 11],
    [110, 20],
    [120, 8],
  ])
  expect(sessions).toEqual([{ from: 100, to: 200 }])
})

test('the average weighs each bar’s typical price by its volume, and an index has none', () => {
  const traded = [bar(100, 9, 12, 12, 100), bar(110, 18, 24, 18, 300)]
  expect(dayLine(traded, session, null).points.map(({ average }) => average)).toEqual([11, (11 * 100 + 20 * 300) / 400])
  expect(dayLine([bar(100, 9, 12, 12)], session, null).points[0]?.average).toBeUndefined()
  // Nothing traded in the first bar, so the average begins with the second.
  const late = dayLine([bar(100, 9, 9, 9, 0), bar(110, 6, 6, 6, 10)], session, null).points
  expect(late.map(({ average }) => average)).toEqual([undefined, 6])
})

test('the line ends at the newest price, and what was traded since counts in the average', () => {
  const bars = [bar(100, 10, 10, 10, 100)]
  const at = (moment: number, volume: number) => dayLine(bars, session, { at: moment, last: 20, volume }).points.at(-1)
  expect(at(105, 200)).toEqual({ at: 105, value: 20, average: 15 })
  expect(at(105, 50)).toEqual({ at: 105, value: 20, average: 10 })
  expect(at(99, 200)?.at).toBe(100)
  expect(at(201, 200)?.at).toBe(100)
  expect(dayLine([], session, { at: 105, last: 20, volume: 1 }).points).toEqual([])
})

test('five days stand one behind the other, the running one as long as its session will be', () => {
  const days = [0, 100, 200, 300, 400, 500].flatMap((at) => [
    bar(at + 10, at, at, at + 1),
    bar(at + 20, at, at + 9, at + 2),
  ])
  const { points, sessions, previous } = fiveDayLine(days, { open: 510, close: 560 }, null, 10, (at) =>
    Math.floor(at / 100),
  )
  expect(sessions).toEqual([
    { from: 110, to: 130 },
    { from: 210, to: 230 },
    { from: 310, to: 330 },
    { from: 410, to: 430 },
    { from: 510, to: 560 },
  ])
  expect([points.length, points[0]?.value, points.at(-1)?.value, previous]).toEqual([10, 100, 509, 2])
})

test('a session that is over ends where its last bar does, and fewer days than five are drawn too', () => {
  const day = [bar(110, 1, 2, 2), bar(120, 1, 2, 1)]
  const over = fiveDayLine(day, { open: 110, close: 115 }, { at: 140, last: 9, volume: 0 }, 10, () => 1)
  expect([over.sessions, over.points.length, over.previous]).toEqual([[{ from: 110, to: 130 }], 2, undefined])
  expect(fiveDayLine([], session, null, 10, () => 1)).toEqual({ points: [], sessions: [], previous: undefined })
})
