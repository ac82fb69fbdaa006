import { expect, test } from 'vitest'
import { dayLine, isFirstHour, lineFrom, weekLine } from './lines.ts'

const bar = (at: number, low: number, high: number, close: number, volume = 0) => ({
  at,
  open: low,
  high,
  low,
  close,
  volume,
})
const HOUR = 3_600_000
const inHours = ({ at, ...more }: ReturnType<typeof bar>) => ({ ...more, at: at * HOUR })
const session = { open: 100, close: 200 }
const seen = { volume: 0, high: 0, low: Infinity }

test('the day’s line is its closes, with the high and the low where they were', () => {
  const bars = [bar(90, 1, 99, 50), bar(100, 10, 12, 11), bar(110, 9, 20, 15), bar(120, 8, 16, 14)]
  const { points, sessions } = dayLine(bars.map(inHours), { open: 100 * HOUR, close: 200 * HOUR }, null)
  expect(points.map(({ at, value }) => [at / HOUR, value])).toEqual([
    [100, 11],
    [110, 20],
    [120, 8],
  ])
  expect(sessions).toEqual([{ from: 100 * HOUR, to: 200 * HOUR }])
})

test('the average weighs each bar’s typical price by its volume, and an index has none', () => {
  const traded = [bar(100, 9, 12, 12, 100), bar(110, 18, 24, 18, 300)]
  expect(dayLine(traded, session, null).points.map(({ average }) => average)).toEqual([11, (11 * 100 + 20 * 300) / 400])
  expect(dayLine([bar(100, 9, 12, 12)], session, null).points[0]?.average).toBeUndefined()
  // Nothing traded in the first bar, so the average begins with the second.
  const late = dayLine([bar(100, 9, 9, 9, 0), bar(110, 6, 6, 6, 10)], session, null).points
  expect(late.map(({ average }) => average)).toEqual([undefined, 6])
})

test('the line ends at the newest price, and later trades count in the average', () => {
  const bars = [bar(100, 10, 10, 10, 100)]
  const at = (moment: number, volume: number) =>
    dayLine(bars, session, { ...seen, at: moment, last: 20, volume }).points.at(-1)
  expect(at(105, 200)).toEqual({ at: 105, value: 20, average: 15 })
  expect(at(105, 50)).toEqual({ at: 105, value: 20, average: 10 })
  expect(at(99, 200)?.at).toBe(100)
  expect(at(201, 200)?.at).toBe(100)
  expect(dayLine([], session, { ...seen, at: 105, last: 20 }).points).toEqual([])
})

test('five days stand one behind the other, the running one as long as its session will be', () => {
  const days = [0, 100, 200, 300, 400, 500].flatMap((at) => [
    bar(at + 10, at, at, at + 1),
    bar(at + 20, at, at + 9, at + 2),
  ])
  const { points, sessions, previous } = weekLine(days, { open: 510, close: 560 }, null, {
    width: 10,
    count: 5,
    dayOf: (at) => Math.floor(at / 100),
  })
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
  const over = weekLine(
    day,
    { open: 110, close: 115 },
    { ...seen, at: 140, last: 9 },
    { width: 10, count: 5, dayOf: () => 1 },
  )
  expect([over.sessions, over.points.length, over.previous]).toEqual([[{ from: 110, to: 130 }], 3, undefined])
  expect(weekLine([], session, null, { width: 10, count: 7, dayOf: () => 1 })).toEqual({
    points: [],
    sessions: [],
    previous: undefined,
  })
})

test('in its first hour a day shows the end of the day before, and names its own high and low', () => {
  const open = 24 * HOUR
  const always = { open, close: 48 * HOUR }
  const bars = [bar(open - 3 * HOUR, 1, 1, 1), bar(open - HOUR, 90, 99, 95), bar(open, 10, 12, 11, 100)]
  const early = dayLine(bars, always, { ...seen, at: open + 60_000, last: 11, high: 12, low: 10 })
  expect(early.points.some(({ average }) => average !== undefined)).toBe(false)
  expect(early.sessions).toEqual([
    { from: open - 2 * HOUR, to: open },
    { from: open, to: open + HOUR },
  ])
  expect([early.since, early.points[0]]).toEqual([open, { at: open - HOUR, value: 95 }])
  // A day before that ended long ago is not shown: the frame is that of the hour alone.
  expect(dayLine(bars.slice(2), always, null).sessions).toEqual([{ from: open, to: open + HOUR }])
  const later = dayLine([...bars, bar(open + HOUR, 10, 12, 11)], always, null)
  expect([later.sessions, later.since]).toEqual([[{ from: open, to: 48 * HOUR }], undefined])
  expect([isFirstHour(always, open + HOUR - 1), isFirstHour(always, open + HOUR), isFirstHour(null, 0)]).toEqual([
    true,
    false,
    false,
  ])
  expect([lineFrom(always, open), lineFrom(always, open + HOUR)]).toEqual([open - 2 * HOUR, open])
})

test('the line has the high and the low that the table has, also those since its last answer', () => {
  const bars = [bar(100, 10, 12, 11), bar(110, 9, 11, 10)].map(inHours)
  const of = (more: object) => {
    const newest = { ...seen, at: 120 * HOUR, last: 10, high: 12, low: 9, ...more }
    const values = dayLine(bars, { open: 99 * HOUR, close: 200 * HOUR }, newest).points.map(({ value }) => value)
    return [Math.max(...values), Math.min(...values)]
  }
  expect([of({}), of({ high: 13 }), of({ low: 8 }), of({ high: 13, low: 8 })]).toEqual([
    [12, 9],
    [13, 9],
    [12, 8],
    [13, 8],
  ])
  // Figures of the day before, or of the next one, are not this day's.
  expect([of({ at: 99 * HOUR, high: 50 }), of({ at: 201 * HOUR, low: 1 })]).toEqual([
    [12, 9],
    [12, 9],
  ])
})
