import { expect, test } from 'vitest'
import { labelWideOf, lineLayout } from './line-layout.ts'

const HOUR = 3_600_000
const day = { from: 0, to: 24 * HOUR }
const at = (hour: number, value: number) => ({ at: hour * HOUR, value })
const layout = (points: { at: number; value: number }[], more: object = {}) =>
  lineLayout({ points, sessions: [day], width: 244, height: 100, unit: 1, labelWide: 92, ...more })

test('the axis is the whole session and the line stops at now', () => {
  const { last, place } = layout([at(0, 1), at(6, 2), at(12, 3)])
  expect(place(0).x).toBe(2)
  expect(place(1).x).toBe(62)
  expect(last?.x).toBe(122)
})

test('higher values stand higher, inside the room for their labels', () => {
  const { place, high, low } = layout([at(0, 10), at(1, 30), at(2, 20)])
  expect(place(1).y).toBe(24)
  expect(place(0).y).toBe(74)
  expect(high?.value).toBe(30)
  expect(low?.value).toBe(10)
})

test('a flat line names no high and no low', () => {
  const { high, low, line } = layout([at(0, 5), at(6, 5)], { previous: 5 })
  expect([high, low]).toEqual([null, null])
  expect(line).not.toBe('')
  expect(layout([at(0, 5), at(6, 5)], { previous: 4 }).high?.value).toBe(5)
})

test('a label at the edge is pulled inside', () => {
  const { high, low } = layout([at(0, 30), at(24, 10)])
  expect(high?.labelX).toBe(46)
  expect(low?.labelX).toBe(198)
})

test('a longer label is pulled in further', () => {
  const points = [at(0, 30), at(24, 10)]
  expect(layout(points, { labelWide: 120 }).high?.labelX).toBe(60)
  expect(labelWideOf('Máximo 10.985,55')).toBeGreaterThan(labelWideOf('Máximo 17,57'))
  expect(labelWideOf('最高')).toBeGreaterThan(labelWideOf('ab'))
})

test('the previous close may lie outside the day, and its label keeps clear of the line', () => {
  const above = layout([at(0, 10), at(1, 11)], { previous: 20 })
  expect(above.baseline).toBe(24)
  expect(above.label).toEqual({ x: 244, y: 17, anchor: 'end', short: false })
  const below = layout([at(0, 10), at(12, 8), at(24, 5.5)], { previous: 5 })
  expect(below.baseline).toBe(74)
  expect(below.label).toEqual({ x: 0, y: 67, anchor: 'start', short: false })
  expect(layout([at(0, 10)]).area).toBe('')
})

test('the label of the previous close makes room for that of a high beside it', () => {
  const below = layout([at(0, 20), at(12, 10)], { previous: 20, width: 200, labelWide: 150 })
  expect([below.high?.y, below.label]).toEqual([below.baseline, { x: 200, y: 24 + 15, anchor: 'end', short: false }])
  const beside = layout([at(0, 20), at(12, 10)], { previous: 20, width: 400 })
  expect(beside.label).toEqual({ x: 400, y: 17, anchor: 'end', short: false })
})

test('if the line runs along the close at the right, the label goes to the left at any width', () => {
  // A day that stays near its previous close at its end: at 320 px the label is half as wide as the chart.
  const hugging = [at(0, 30), at(10, 28), at(14, 10.5), at(17, 9.5), at(20, 10.4), at(24, 9.8)]
  for (const width of [288, 343, 448]) {
    const { label, place } = layout(hugging, { previous: 10, width, height: 232, previousWide: 140 })
    const [left, right] = label?.anchor === 'start' ? [0, 140] : [width - 140, width]
    const top = (label?.y ?? 0) - 11
    const crossing = hugging.filter((_point, n) => {
      const { x, y } = place(n)
      return x > left && x < right && y > top && y < top + 14
    })
    expect(crossing).toEqual([])
  }
})

test('if the words cover the line everywhere, only the value labels the close, in a wide enough gap', () => {
  // Crosses the close all day, except for a gap of 60 px beside the middle: the words need 140, the value 35.
  const crossing = Array.from({ length: 49 }, (_each, n) => at(n / 2, n > 24 && n < 37 ? 30 : n % 2 === 0 ? 5 : 15))
  const sizes = { previous: 10, width: 288, height: 232, previousWide: 140 }
  expect(layout(crossing, { ...sizes, previousShortWide: 35 }).label).toMatchObject({ short: true, anchor: 'middle' })
  // If the value is no narrower, the words are as good.
  expect(layout(crossing, { ...sizes, previousShortWide: 140 }).label?.short).toBe(false)
  const calm = layout([at(0, 10), at(12, 8)], { ...sizes, previousShortWide: 35 })
  expect(calm.label?.short).toBe(false)
})

test('an average is a second line, inside the same room', () => {
  const points = [at(0, 10), at(1, 12), at(2, 11)].map((point, n) => ({ ...point, average: [10, 11, 13][n] }))
  const { average, high } = layout(points)
  expect(average).toBe('M2.0,74.0L12.0,57.3L22.0,24.0')
  expect(high?.y).toBeCloseTo(40.7, 1)
  expect(layout([at(0, 1)]).average).toBe('')
})

test('sessions stand one behind the other, each as wide as it is long, without the nights between them', () => {
  const sessions = [
    { from: 9 * HOUR, to: 17 * HOUR },
    { from: 33 * HOUR, to: 37 * HOUR },
  ]
  const { place, seams, ticks, last } = layout([at(9, 1), at(17, 2), at(20, 2), at(33, 2), at(35, 3)], { sessions })
  expect([0, 1, 2, 3].map((n) => place(n).x)).toEqual([2, 162, 162, 162])
  expect([seams, last?.x]).toEqual([[162], 202])
  expect(ticks.map((tick) => [tick.at / HOUR, Math.round(tick.x)])).toEqual([
    [9, 82],
    [33, 202],
  ])
})

test('a flat day and a day without points are drawn too', () => {
  expect(layout([at(0, 5), at(1, 5)]).line).toBe('M2.0,49.0L12.0,49.0')
  const none = layout([], { previous: 5 })
  expect([none.line, none.last, none.high, none.baseline]).toEqual(['', null, null, null])
})

test.each([
  [-10, 0],
  [31, 0],
  [33, 1],
  [120, 2],
  [999, 2],
])('at %i px the nearest point is %i', (px, index) => {
  expect(layout([at(0, 1), at(6, 2), at(12, 3)]).nearest(px)).toBe(index)
})

test.each([
  ['a whole day', { from: 0, to: 24 * HOUR }, [0, 6, 12, 18, 24]],
  ['a session of eight and a half hours', { from: 8 * HOUR, to: 16.5 * HOUR }, [8, 10, 12, 14, 16.5]],
  ['half a day', { from: 9.5 * HOUR, to: 13 * HOUR }, [9.5, 10.5, 11.5, 13]],
  ['a day of 25 hours', { from: 0, to: 25 * HOUR }, [0, 6, 12, 18, 25]],
  ['a week', { from: 0, to: 7 * 24 * HOUR }, [0, 3 * 24, 7 * 24]],
  ['thirty days', { from: 0, to: 30 * 24 * HOUR }, [0, 10 * 24, 20 * 24, 30 * 24]],
])('ticks of %s', (_name, session, hours) => {
  expect(layout([at(0, 1)], { sessions: [session] }).ticks.map((tick) => tick.at / HOUR)).toEqual(hours)
})

test('the line of today begins where today does; what is drawn before it is a line of its own', () => {
  const points = [at(0, 99), at(1, 1), at(2, 10), at(3, 20)]
  const { line, before } = layout(points, { since: 2 * HOUR })
  const whole = layout(points).line
  const pointsOf = (path: string): number => path.split(/[ML]/).length - 1
  expect([pointsOf(before), pointsOf(line), pointsOf(whole)]).toEqual([3, 2, 4])
  expect(layout(points).before).toBe('')
})

test('with the end of the day before, the axis has the hours of both days, and the day names stand below the low', () => {
  const sessions = [
    { from: 22 * HOUR, to: 24 * HOUR },
    { from: 24 * HOUR, to: 25 * HOUR },
  ]
  const points = [at(22, 20), at(24, 10), at(24.5, 15)]
  const { ticks, seams, low } = layout(points, { sessions, since: 24 * HOUR })
  expect(ticks.map((tick) => [tick.at / HOUR, tick.x])).toEqual([
    [22, 2],
    [23, 82],
    [24, 162],
    [25, 242],
  ])
  expect([seams, low?.y]).toEqual([[162], 100 - 26 - 16])
})

test('high and low are named from an instant on, though earlier points are drawn', () => {
  const { high, low, place } = layout([at(0, 99), at(1, 1), at(2, 10), at(3, 20)], { since: 2 * HOUR })
  expect([high?.value, low?.value]).toEqual([20, 10])
  expect(place(0).y).toBe(24)
})
