import { expect, test } from 'vitest'
import { daysAhead, earningsRows, isRow, withDays, type EarningsRow } from './earnings.ts'

const row = (name: string, day: string, ofDay: number): EarningsRow => ({
  listing: `XMAD:${name}`,
  name,
  currency: 'EUR',
  last: null,
  previousClose: null,
  halted: false,
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

test('a row knows whether its listing is halted', () => {
  const page: Parameters<typeof earningsRows>[0][number] = {
    listing: ['XMAD:A', 'XMAD:B'],
    name: ['A', 'B'],
    venue: ['XMAD', 'XMAD'],
    currency: ['EUR', 'EUR'],
    last: [null, null],
    previousClose: [null, null],
    halted: ['XMAD:B'],
    day: ['2026-11-21', '2026-11-21'],
    ofDay: [2, 2],
    move: [null, null],
    cursor: null,
    total: 2,
  }
  expect(earningsRows([page]).map(({ name, halted }) => [name, halted])).toEqual([
    ['A', false],
    ['B', true],
  ])
})
