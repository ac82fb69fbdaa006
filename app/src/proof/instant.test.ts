import { expect, test } from 'vitest'
import { formatDate } from '@lonja/core/base/dates'
import { readInstant } from './instant.ts'

// prettier-ignore
test.each<[string, string | null]>([
  ['20/11/2026 15:30:05',      '2026-11-20T14:30:05.000Z'],
  ['20/11/2026 15:30:05,123',  '2026-11-20T14:30:05.123Z'],
  ['20/11/2026 15:30:05.1',    '2026-11-20T14:30:05.100Z'],
  ['  8/7/2026   9:05 ',       '2026-07-08T07:05:00.000Z'],
  ['20/11/2026, 15:30:05',     '2026-11-20T14:30:05.000Z'],
  ['29/02/2028 00:00:00',      '2028-02-28T23:00:00.000Z'],
  ['29/02/2026 00:00:00',      null],
  ['31/04/2026 10:00:00',      null],
  ['00/04/2026 10:00:00',      null],
  ['20/13/2026 10:00:00',      null],
  ['20/11/2026 24:00:00',      null],
  ['20/11/2026 10:60:00',      null],
  ['20/11/2026',               null],
  ['2026-11-20T14:30:05Z',     null],
  ['',                         null],
])('"%s" is %s', (typed, instant) => {
  const read = readInstant(typed)
  expect(read === null ? null : new Date(read).toISOString()).toBe(instant)
})

test('formatted instants are read back', () => {
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 3_601_000 * 7) {
    // The hour that Madrid's clock shows twice is read as one of the two.
    const twice = at >= Date.UTC(2026, 9, 25) && at < Date.UTC(2026, 9, 25, 2)
    if (!twice) expect(readInstant(formatDate(at))).toBe(at)
  }
})
