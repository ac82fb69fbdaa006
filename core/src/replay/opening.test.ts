import { expect, test } from 'vitest'
import type { ListingId } from '../base/amount.ts'
import { RECORDED } from './calendar.ts'
import { isBroken, parseDayBars, parseMinuteBars, parseRates } from './csv.ts'
import { countOutside, firstStart, shortcomingsOf } from './opening.ts'
import { replaySource, type RecordedListing } from './replay.ts'

const read = <T extends object>(bars: T): Exclude<T, { broken: string }> => {
  if (isBroken(bars)) throw new Error(bars.broken)
  return bars as Exclude<T, { broken: string }>
}
const HEADING = 'time,open,high,low,close,volume,bid,bid_size,ask,ask_size'
const minutesOf = (listing: ListingId, times: readonly string[], quote = '1,1,1,1'): RecordedListing => ({
  listing,
  minutes: read(parseMinuteBars([HEADING, ...times.map((time) => `${time}:00Z,1,1,1,1,1,${quote}`), ''].join('\n'))),
})
const daysOf = (listing: ListingId, days: readonly string[]): RecordedListing => ({
  listing,
  days: read(
    parseDayBars(['date,open,high,low,close,volume', ...days.map((day) => `${day},1,1,1,1,1`), ''].join('\n')),
  ),
})
const ABC = 'XNYS:ABC'
const ESP = 'XMAD:ESP'

// prettier-ignore
test.each<[string, readonly RecordedListing[], string]>([
  // the recording                         its files                                                              where it begins
  ['Madrid alone, from its open',          [minutesOf(ESP, ['2013-10-04T07:00', '2013-10-04T14:00'])],            '2013-10-04T07:00'],
  ['New York, from before its open',       [minutesOf(ABC, ['2013-10-04T12:00', '2013-10-04T14:00'])],            '2013-10-04T13:30'],
  ['from the middle of a session',         [minutesOf(ABC, ['2013-10-04T15:00'])],                                '2013-10-04T15:00'],
  ['both venues',                          [minutesOf(ABC, ['2013-10-04T13:30']), minutesOf(ESP, ['2013-10-04T06:00', '2013-10-04T07:00'])], '2013-10-04T07:00'],
  ['Madrid a day later than New York',     [minutesOf(ABC, ['2013-10-03T13:30']), minutesOf(ESP, ['2013-10-04T07:00'])], '2013-10-03T13:30'],
  ['a first row on a Sunday',              [minutesOf(ABC, ['2013-10-06T15:00', '2013-10-07T15:00'])],            '2013-10-07T13:30'],
  ['a first row on Thanksgiving',          [minutesOf(ABC, ['2013-11-28T15:00', '2013-11-29T15:00'])],            '2013-11-29T14:30'],
  ['a first row after the close',          [minutesOf(ABC, ['2013-10-04T20:00', '2013-10-07T15:00'])],            '2013-10-07T13:30'],
  ['the last minute of a session',         [minutesOf(ABC, ['2013-10-04T19:59', '2013-10-07T15:00'])],            '2013-10-04T19:59'],
  ['days alone, from a Saturday',          [daysOf(ABC, ['2013-10-05', '2013-10-07'])],                           '2013-10-07T13:30'],
  ['days beside minutes',                  [daysOf(ESP, ['2013-01-02']), minutesOf(ABC, ['2013-10-04T13:30'])],   '2013-10-04T13:30'],
])('%s', (_what, listings, start) => {
  expect(new Date(firstStart({ listings }, RECORDED)).toISOString()).toBe(`${start}:00.000Z`)
})

test('minutes outside sessions are counted: nights, weekends, the close itself', () => {
  const count = (...times: string[]): number =>
    countOutside('XNYS', minutesOf(ABC, times).minutes?.at ?? new Float64Array(), RECORDED)
  expect(count('2013-10-04T13:29', '2013-10-04T13:30', '2013-10-04T19:59', '2013-10-04T20:00')).toBe(2)
  expect(count('2013-10-05T15:00', '2013-10-06T15:00')).toBe(2)
  expect(count('2013-10-04T15:00', '2013-10-07T15:00')).toBe(0)
})

const rates = read(parseRates('time,rate\n2013-10-04T00:00:00Z,1.3558\n'))

test('a recording says what in it cannot be traded, and with which cash', () => {
  const listings = [
    minutesOf(ABC, ['2013-10-04T13:30']),
    minutesOf('XNYS:DEF', ['2013-10-04T13:30'], '1,,1,1'),
    minutesOf(ESP, ['2013-10-04T07:00']),
    ...Array.from({ length: 10 }, (_one, n) => daysOf(`XNYS:G${String.fromCharCode(65 + n)}`, ['2013-10-04'])),
  ]
  const [noMinutes, noQuotes, ...more] = shortcomingsOf({ listings, rates })
  expect(noMinutes).toBe(
    'No order can be placed in GA, GB, GC, GD, GE, GF, GG, GH and 2 more: the recording has days and no minutes of it.',
  )
  expect(noQuotes).toBe('No order can be placed in DEF: no row of its minutes has bid, ask and both sizes.')
  expect(more).toEqual([])
  expect(shortcomingsOf({ listings: [listings[0]!, listings[2]!] })).toEqual([
    'There is no file EURUSD.csv: ABC cannot be bought with EUR, only with USD.',
    'There is no file EURUSD.csv: ESP cannot be bought with USD, only with EUR.',
  ])
  const source = replaySource({ listings }, RECORDED, { now: () => 0, serverTimeOf: (at) => at })
  const unquoted = (['XNYS:ABC', 'XNYS:DEF', 'XNYS:GA', 'XNYS:NONE'] as const).map((one) => source.unquoted?.(one))
  expect([unquoted, source.hasRates]).toEqual([[null, 'no_quotes', 'no_minutes', null], false])
  expect(replaySource({ listings, rates }, RECORDED, { now: () => 0, serverTimeOf: (at) => at }).hasRates).toBe(true)
})
