import { describe, expect, test } from 'vitest'
import type { Venue } from '../base/amount.ts'
import { HOUR, MINUTE, type Day } from '../base/instant.ts'
import { offsetAt, summerTimeOf, ZONES } from '../base/zones.ts'
import { DAY_MS, dayNumberAt, dayNumberOf, dayOf, weekdayOf } from './days.ts'
import { HOURS, cacheSessions, candleStart, openingDayAt, overEverywhere, sessionAt, spanOf } from './sessions.ts'
import { isWithin } from '../market/market.rules.ts'

const at = (text: string): number => Date.parse(text)
const text = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z')

const HALF_HOURS = 48

test.each(ZONES)('%s has the clock that the engine’s own time zone table shows, through twenty years', (zone) => {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  const shown = (instant: number): number => Date.parse(`${clock.format(instant).replace(' ', 'T')}Z`) - instant
  for (let year = 2012; year < 2032; year++) {
    const { begins, ends } = summerTimeOf(zone, year)
    for (const change of [begins, ends]) {
      for (let step = -HALF_HOURS; step <= HALF_HOURS; step++) {
        const instant = change + step * 30 * MINUTE
        expect(offsetAt(zone, instant)).toBe(shown(instant))
      }
      expect(offsetAt(zone, change - 1)).toBe(shown(change - 1_000))
    }
  }
})

test.each<[number, Day, number]>([
  [0, '1970-01-01', 4],
  [20_778, '2026-11-21', 6],
  [19_782, '2024-02-29', 4],
  [15_706, '2013-01-01', 2],
])('day %i is %s', (number, day, weekday) => {
  expect(dayOf(number)).toBe(day)
  expect(dayNumberOf(day)).toBe(number)
  expect(weekdayOf(number)).toBe(weekday)
})

// prettier-ignore
test.each<[string, Venue, number, string, string]>([
  // case                             venue   minutes  instant                     start
  ['an hour of New York’s opening',   'XNYS', 60,      '2026-11-20T14:30:00Z',     '2026-11-20T14:30:00Z'],
  ['its last millisecond',            'XNYS', 60,      '2026-11-20T15:29:59.999Z', '2026-11-20T14:30:00Z'],
  ['the next hour',                   'XNYS', 60,      '2026-11-20T15:30:00Z',     '2026-11-20T15:30:00Z'],
  ['half an hour there',              'XNYS', 30,      '2026-11-20T15:10:00Z',     '2026-11-20T15:00:00Z'],
  ['a quarter of an hour there',      'XNAS', 15,      '2026-11-20T15:10:00Z',     '2026-11-20T15:00:00Z'],
  ['an hour in Madrid',               'XMAD', 60,      '2026-07-08T07:59:59.999Z', '2026-07-08T07:00:00Z'],
])('%s is in the candle that begins with it', (_what, venue, minutes, instant, start) => {
  expect(text(candleStart(venue, at(instant), minutes * MINUTE))).toBe(start)
})

describe('sessions', () => {
  // prettier-ignore
  test.each<[string, Venue, 'always' | 'exchange', string, string, string, string]>([
    // case                          venue   hours       instant                     day           open                    close
    ['a usual winter day',           'XNYS', 'exchange', '2026-11-20T15:00:00Z',     '2026-11-20', '2026-11-20T14:30:00Z', '2026-11-20T21:00:00Z'],
    ['a usual summer day',           'XNAS', 'exchange', '2026-07-08T15:00:00Z',     '2026-07-08', '2026-07-08T13:30:00Z', '2026-07-08T20:00:00Z'],
    ['at the open: not yet in it',   'XNYS', 'exchange', '2026-11-20T14:30:00Z',     '2026-11-20', '2026-11-20T14:30:00Z', '2026-11-20T21:00:00Z'],
    ['at the close: still in it',    'XNYS', 'exchange', '2026-11-20T21:00:00Z',     '2026-11-20', '2026-11-20T14:30:00Z', '2026-11-20T21:00:00Z'],
    ['a millisecond later: Monday',  'XNYS', 'exchange', '2026-11-20T21:00:00.001Z', '2026-11-23', '2026-11-23T14:30:00Z', '2026-11-23T21:00:00Z'],
    ['the day after Thanksgiving',   'XASE', 'exchange', '2026-11-26T18:00:00Z',     '2026-11-27', '2026-11-27T14:30:00Z', '2026-11-27T18:00:00Z'],
    ['clocks differ by five hours',  'XNYS', 'exchange', '2026-10-26T12:00:00Z',     '2026-10-26', '2026-10-26T13:30:00Z', '2026-10-26T20:00:00Z'],
    ['Madrid in winter',             'XMAD', 'exchange', '2026-11-20T12:00:00Z',     '2026-11-20', '2026-11-20T08:00:00Z', '2026-11-20T16:30:00Z'],
    ['Madrid on Christmas Eve',      'XMAD', 'exchange', '2026-12-24T09:00:00Z',     '2026-12-24', '2026-12-24T08:00:00Z', '2026-12-24T13:00:00Z'],
    ['Madrid after Good Friday',     'XMAD', 'exchange', '2026-04-03T09:00:00Z',     '2026-04-07', '2026-04-07T07:00:00Z', '2026-04-07T15:30:00Z'],
    ['always: a Sunday',             'XMAD', 'always',   '2026-11-22T10:00:00Z',     '2026-11-22', '2026-11-21T23:00:00Z', '2026-11-22T23:00:00Z'],
    ['always: midnight ends a day',  'XMAD', 'always',   '2026-11-21T23:00:00Z',     '2026-11-21', '2026-11-20T23:00:00Z', '2026-11-21T23:00:00Z'],
    ['always: 23 hours',             'XNYS', 'always',   '2026-03-08T12:00:00Z',     '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
    ['always: 25 hours',             'XNYS', 'always',   '2026-11-01T12:00:00Z',     '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
  ])('%s', (_what, venue, hours, instant, day, opens, closes) => {
    const session = sessionAt(venue, at(instant), hours)
    expect([session.day, text(session.open), text(session.close)]).toEqual([day, opens, closes])
  })

  test.each(HOURS)('is the same whatever was asked before: %s', (hours) => {
    const sessions = cacheSessions(hours)
    const [first, close] = [at('2026-11-18T00:00:00Z'), at('2026-11-20T21:00:00Z')]
    // Every five hours for two weeks, forwards and backwards, then each after one Friday's close and the instant past
    // it.
    const there = Array.from({ length: 70 }, (_none, n) => first + n * 5 * HOUR)
    const instants = [...there, ...there.toReversed(), ...there.flatMap((moment) => [close, moment, close + 1])]
    for (const moment of instants) {
      for (const venue of ['XNYS', 'XMAD'] as const)
        expect(sessions(venue, moment)).toEqual(sessionAt(venue, moment, hours))
    }
  })

  test('a session holds its close and not its open', () => {
    const session = sessionAt('XNYS', at('2026-11-20T15:00:00Z'), 'exchange')
    const held = [session.open, session.open + 1, session.close, session.close + 1].map((moment) =>
      isWithin(session, moment),
    )
    expect(held).toEqual([false, true, true, false])
  })

  test('every session has whole minutes that make whole fives', () => {
    for (let number = dayNumberOf('2024-01-01'); number < dayNumberOf('2028-01-01'); number++) {
      for (const zone of ZONES) {
        for (const hours of ['always', 'exchange'] as const) {
          const span = spanOf(zone, number, hours)
          if (span) expect((span.close - span.open) % (5 * MINUTE)).toBe(0)
          if (span && hours === 'always') expect(dayNumberAt(zone, span.close)).toBe(number + 1)
        }
      }
    }
  })
})

test('a day is over everywhere when it is over in New York, and a house opens on the day that New York has', () => {
  const day = dayNumberOf('2026-11-20')
  expect(text(overEverywhere(day))).toBe('2026-11-21T05:00:00Z')
  expect(dayOf(openingDayAt(at('2026-11-21T04:59:59Z')))).toBe('2026-11-20')
  expect(dayOf(openingDayAt(at('2026-11-21T05:00:00Z')))).toBe('2026-11-21')
  expect(overEverywhere(day) - day * DAY_MS).toBe(29 * HOUR)
})
