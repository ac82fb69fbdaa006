import { expect, test } from 'vitest'
import { daysAhead, isRow, withDays, type EarningsRow } from './earnings.ts'

const row = (name: string, day: string, ofDay: number): EarningsRow => ({
  listing: `XMAD:${name}`,
  name,
  currency: 'EUR',
  last: null,
  previousClose: null,
  day,
  ofDay,
  move: null,
})

test('each day has its head once, with how many report on it, also where its rows come on two pages', () => {
  const items = withDays([row('A', '2026-11-21', 2), row('B', '2026-11-21', 2), row('C', '2026-11-23', 150)])
  expect(items.map((item) => (isRow(item) ? item.name : `${item.day} ${item.count}`))).toEqual([
    '2026-11-21 2',
    'A',
    'B',
    '2026-11-23 150',
    'C',
  ])
})

test.each([
  ['2026-11-21', 0],
  ['2026-11-22', 1],
  ['2026-11-20', -1],
  ['2026-12-01', 10],
])('%s is %d days ahead', (day, ahead) => {
  expect(daysAhead(day, new Date(2026, 10, 21, 23, 59))).toBe(ahead)
  expect(daysAhead(day, new Date(2026, 10, 21, 0, 1))).toBe(ahead)
})
