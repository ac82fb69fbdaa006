import { expect, test } from 'vitest'
import { byDay } from './days.ts'

const at = (text: string) => ({ at: Date.parse(text) })
const heads = (items: { at: number }[], now: string) =>
  byDay(items, Date.parse(now)).map((row) => ('head' in row ? `${row.when} ${row.head}` : 'item'))

test('each day has one head, by the calendar of Madrid', () => {
  const items = [
    at('2026-11-21T10:00:00Z'),
    at('2026-11-20T23:30:00Z'),
    at('2026-11-20T22:59:59Z'),
    at('2026-11-01T12:00:00Z'),
  ]
  expect(heads(items, '2026-11-21T12:00:00Z')).toEqual([
    'today 21/11/2026',
    'item',
    'item', // 23:30 in London is half past midnight in Madrid
    'yesterday 20/11/2026',
    'item',
    'earlier 01/11/2026',
    'item',
  ])
})

test.each([
  // The day the clock goes back has 25 hours; the day it goes forward has 23.
  ['2026-10-25T22:30:00Z', '2026-10-24T21:30:00Z'],
  ['2026-03-29T21:30:00Z', '2026-03-28T20:30:00Z'],
  ['2026-03-30T00:30:00Z', '2026-03-29T00:30:00Z'],
])('at %s, %s was yesterday', (now, then) => {
  expect(heads([at(then)], now)[0]).toMatch(/^yesterday/)
})
