import { expect, test } from 'vitest'
import { dayAfter, dayAt, dayEnd, dayStart, readDay } from './day-filter.ts'

// prettier-ignore
test.each<[line: string, day: string, from: string | undefined, to: string | undefined]>([
  ['winter',                     '2026-11-22', '2026-11-21T23:00:00.000Z', '2026-11-22T23:00:00.000Z'],
  ['summer',                     '2026-07-01', '2026-06-30T22:00:00.000Z', '2026-07-01T22:00:00.000Z'],
  ['the day of 23 hours',        '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['the day of 25 hours',        '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['the last day of a year',     '2026-12-31', '2026-12-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
  ['no day',                     '',           undefined,                  undefined],
])('%s', (_line, day, from, to) => {
  const written = (at: number | undefined): string | undefined => (at === undefined ? undefined : new Date(at).toISOString())
  expect([written(dayStart(day)), written(dayEnd(day))]).toEqual([from, to])
})

// prettier-ignore
test.each<[line: string, typed: string, day: string | null]>([
  ['day, month, year',               '31/12/2026',    '2026-12-31'],
  ['short, with points',             '1.2.2026',      '2026-02-01'],
  ['blanks around it',               ' 05-06-2026 ',  '2026-06-05'],
  ['the year first',                 '2026-12-31',    '2026-12-31'],
  ['the year first, in Chinese',     '2026年2月1日',  '2026-02-01'],
  ['the last day of a leap year',    '29/02/2028',    '2028-02-29'],
  ['a day that February has not',    '29/02/2026',    null],
  ['month and day exchanged',        '12/31/2026',    null],
  ['a year of two digits',           '31/12/26',      null],
  ['words',                          'mañana',        null],
  ['nothing',                        '  ',            ''],
])('%s', (_line, typed, day) => {
  expect(readDay(typed)).toBe(day)
})

test('the day after the last of a month, and the day before the first', () => {
  expect([dayAfter('2026-10-31', 1), dayAfter('2026-03-01', -1)]).toEqual(['2026-11-01', '2026-02-28'])
})

test('a day begins at midnight in Madrid', () => {
  const at = Date.parse('2026-11-22T23:00:00Z')
  expect([dayAt(at - 1), dayAt(at)]).toEqual(['2026-11-22', '2026-11-23'])
})
