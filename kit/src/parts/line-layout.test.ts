import { expect, test } from 'vitest'
import { labelWideOf, lineLayout } from './line-layout.ts'

const HOUR = 3_600_000
const day = { from: 0, to: 24 * HOUR }
const at = (hour: number, value: number) => ({ at: hour * HOUR, value })
const layout = (points: { at: number; value: number }[], more: object = {}) =>
  lineLayout({ points, session: day, width: 244, height: 100, unit: 1, labelWide: 92, ...more })

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
  expect(above.labelBelow).toBe(false)
  const below = layout([at(0, 10), at(1, 11)], { previous: 5 })
  expect(below.baseline).toBe(74)
  expect(below.labelBelow).toBe(true)
  expect(layout([at(0, 10)]).area).toBe('')
})

test('the label of the previous close makes room for that of a high beside it', () => {
  const below = layout([at(0, 20), at(12, 10)], { previous: 20, width: 200 })
  expect([below.high?.y, below.labelBelow]).toEqual([below.baseline, true])
  const beside = layout([at(0, 20), at(12, 10)], { previous: 20, width: 400 })
  expect(beside.labelBelow).toBe(false)
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
])('ticks of %s', (_name, session, hours) => {
  expect(layout([at(0, 1)], { session }).ticks.map((tick) => tick.at / HOUR)).toEqual(hours)
})
