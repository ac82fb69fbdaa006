import { expect, test } from 'vitest'
import { dayWord, groupByDay } from './days.ts'

const at = (text: string) => Date.parse(text)

test('rows stand under their day in Madrid, in the order they came', () => {
  const rows = [
    '2026-11-21T00:30:00+01:00',
    '2026-11-20T23:59:59+01:00',
    '2026-11-20T00:00:00+01:00',
    '2026-11-19T23:59:59+01:00',
  ]
  const groups = groupByDay(rows, at)
  expect(groups.map(({ day, rows: { length } }) => [day, length])).toEqual([
    ['21/11/2026', 1],
    ['20/11/2026', 2],
    ['19/11/2026', 1],
  ])
  expect(groupByDay([], at)).toEqual([])
})

test.each([
  ['21/11/2026', 'today'],
  ['20/11/2026', 'yesterday'],
  ['19/11/2026', null],
])('at one past midnight in Madrid, %s is %s', (day, word) => {
  expect(dayWord(day, at('2026-11-21T00:01:00+01:00'))).toBe(word)
})
