import { expect, test } from 'vitest'
import * as dates from './dates.ts'
import { ZONES, summerTimeOf } from './zones.ts'

// prettier-ignore
test.each<[string, unknown, string]>([
  ['milliseconds',                   1_795_271_527_412,      '21/11/2026 15:32:07'],
  ['seconds',                        1_795_271_527,          '21/11/2026 15:32:07'],
  ['digits only, seconds',           '1795271527',           '21/11/2026 15:32:07'],
  ['digits only, milliseconds',      '1795271527412',        '21/11/2026 15:32:07'],
  ['the first millisecond stamp',    1e12,                   '09/09/2001 03:46:40'],
  ['the epoch',                      0,                      '01/01/1970 01:00:00'],
  ['ISO with a zone',                '2026-07-01T12:00:00Z', '01/07/2026 14:00:00'],
  ['ISO with an offset',             '2026-07-01T12:00:00+02:00', '01/07/2026 12:00:00'],
  ['ISO without a zone is UTC',      '2026-01-01 23:30:00',  '02/01/2026 00:30:00'],
  ['an ISO day',                     '2026-11-21',           '21/11/2026 01:00:00'],
  ['midnight is 00',                 '2026-11-20T23:00:00Z', '21/11/2026 00:00:00'],
])('dates: %s', (_line, value, written) => {
  expect(dates.formatDate(value)).toBe(written)
})

// prettier-ignore
test.each<[unknown, string]>([
  [null, 'Unsupported date format'], [undefined, 'Unsupported date format'], [true, 'Unsupported date format'],
  [{}, 'Unsupported date format'], [new Date(0), 'Unsupported date format'], [5n, 'Unsupported date format'],
  ['', 'Invalid date input'], ['yesterday', 'Invalid date input'], ['21/11/2026', 'Invalid date input'],
  ['2026-13-01', 'Invalid date input'], [NaN, 'Invalid date input'], [Infinity, 'Invalid date input'],
  ['9'.repeat(20), 'Invalid date input'],
])('refused: %s', (value, sentence) => {
  expect(() => dates.formatDate(value)).toThrow(sentence)
})

test('the parts of a moment, in their language and zone', () => {
  const at = 1_795_271_528_120
  expect(dates.formatDay(at)).toBe('21/11/2026')
  expect(dates.formatTime(at)).toBe('15:32:08')
  expect(dates.formatClock(at, 'America/New_York')).toBe('09:32')
  expect(dates.formatTimeMs(at, 'tur')).toBe('15:32:08,120')
  expect(dates.formatTimeMs(at, 'en')).toBe('15:32:08.120')
  expect(dates.formatShortDay(at, 'tur')).toBe('21 nov')
  expect(dates.formatShortDay(at, 'cn')).toBe('11月21日')
})

test.each(ZONES)('what is written of %s by rule is what the engine’s own table writes', (zone) => {
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const HALF_HOUR = 1_800_000
  for (let year = 2004; year < 2100; year++) {
    const { begins, ends } = summerTimeOf(zone, year)
    const [newYear, nextYear] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)]
    for (const moment of [begins, ends, newYear, nextYear]) {
      for (let step = -4; step <= 4; step++) {
        const at = moment + step * HALF_HOUR - (step % 2)
        expect(dates.formatDate(at, zone)).toBe(day.format(at).replace(', ', ' '))
      }
    }
    for (let at = newYear; at < nextYear; at += 227 * HALF_HOUR) {
      expect(dates.formatClock(at, zone)).toBe(day.format(at).slice(12, 17))
    }
  }
})

// prettier-ignore
test.each([
  ['tur', 'Lunes, 23/11/2026'],
  ['fr',  'Lundi, 23/11/2026'],
  ['en',  'Monday, 23/11/2026'],
  ['cn',  '2026/11/23 星期一'],
  ['tw',  '2026/11/23 星期一'],
] as const)('a calendar day in %s', (language, head) => {
  expect(dates.formatCalendarDay('2026-11-23', language)).toBe(head)
})

test.each([
  ['tur', 'Noviembre de 2026'],
  ['en', 'November 2026'],
  ['fr', 'Novembre 2026'],
  ['cn', '2026年11月'],
  ['tw', '2026年11月'],
] as const)('a month in %s is %s', (language, name) => {
  expect(dates.formatMonth('2026-11', language)).toBe(name)
})

// prettier-ignore
test.each([
  ['tur', '05/01/2026'],
  ['en',  '05/01/2026'],
  ['cn',  '2026/01/05'],
  ['tw',  '2026/01/05'],
] as const)('a day alone in %s is %s; a moment is the same in all', (language, written) => {
  // A day in Madrid begins one hour before the same day in UTC.
  const at = Date.parse('2026-01-04T23:00:00Z')
  expect(dates.formatDayIn(at, language)).toBe(written)
  expect(dates.formatDayIn(at - 1, language)).toContain('04')
  expect(dates.formatDate(at)).toBe('05/01/2026 00:00:00')
})
