import { expect, test } from 'vitest'
import { dayEnd, dayStart } from './day-filter.ts'

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
