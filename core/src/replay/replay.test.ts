import { expect, test } from 'vitest'
import type { ListingId } from '../base/amount.ts'
import type { Day, Instant } from '../base/instant.ts'
import { HOUR, MINUTE } from '../base/instant.ts'
import type { ReplayCalendar } from './bars.ts'
import { replayTimeAt, serverTimeOf } from './clock.ts'
import { isBroken, parseDayBars, parseMinuteBars, parseRates } from './csv.ts'
import { replaySource } from './replay.ts'

const ABC = 'XNYS:ABC' as ListingId
const at = (text: string): Instant => Date.parse(`${text}:00Z`)

/** New York in summer, open 13:30 to 20:00 UTC from Monday to Friday. */
const summer: ReplayCalendar = {
  dayAt: (_venue, when) => new Date(when - 4 * HOUR).toISOString().slice(0, 10) as Day,
  dayStart: (_venue, day) => Date.parse(`${day}T04:00:00Z`),
  sessionOn: (venue, day) =>
    [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())
      ? null
      : { venue, day, open: at(`${day}T13:30`), close: at(`${day}T20:00`) },
}

const read = <T extends object>(bars: T): Exclude<T, { broken: string }> => {
  if (isBroken(bars)) throw new Error(bars.broken)
  return bars as Exclude<T, { broken: string }>
}

// Friday the 4th with a minute before the open, four in the session and one after it; Monday the 7th with one.
const MINUTES = `time,open,high,low,close,volume,bid,bid_size,ask,ask_size
2013-10-04T13:29:00Z,9,9,9,9,10,8.9,100,9.1,100
2013-10-04T13:30:00Z,10,12,9.5,11,100,10.9,100,11.1,200
2013-10-04T13:31:00Z,11,11,8,9,200,,,,
2013-10-04T13:36:00Z,9,10,9,10,300,9.9,300,10.1,400
2013-10-04T19:59:00Z,10,10.5,10,10.5,400,10.4,500,10.6,600
2013-10-04T20:00:00Z,20,20,20,20,500,19.9,100,20.1,100
2013-10-07T13:30:00Z,11,11.5,11,11.5,50,11.4,100,11.6,100
`
const DAYS = `date,open,high,low,close,volume
2013-09-30,7,7.5,7,7.25,1000
2013-10-03,8,8.5,8,8.5,1000
2013-10-04,10,13,8,10.5,1000
`

function replayAt(now: Instant, rates = '') {
  const files = {
    listings: [{ listing: ABC, minutes: read(parseMinuteBars(MINUTES)), days: read(parseDayBars(DAYS)) }],
    ...(rates && { rates: read(parseRates(rates)) }),
  }
  return replaySource(files, summer, { now: () => now, serverTimeOf: (time) => time })
}

const END = at('2013-10-07T13:31')
const ALL = { from: 0, to: Infinity, most: 2_000 }
const figures = (values: readonly bigint[]): number[] => values.map((value) => Number(value) / 10_000)

// prettier-ignore
test.each<[string, string, string | null, number]>([
  // case                                    the clock              the newest quote's time  its bid
  ['before anything is over',             '2013-10-04T13:29',    null,                    0],
  ['a quote when its minute is over',     '2013-10-04T13:30',    '2013-10-04T13:30',      8.9],
  ['one a minute later',                  '2013-10-04T13:31',    '2013-10-04T13:31',      10.9],
  ['a bar without a quote is none',       '2013-10-04T13:32',    '2013-10-04T13:31',      10.9],
  ['and still not',                       '2013-10-04T13:36',    '2013-10-04T13:31',      10.9],
  ['until the next one',                  '2013-10-04T13:37',    '2013-10-04T13:37',      9.9],
])('%s', (_seen, clock, quoteAt, bid) => {
  const quote = replayAt(END).quoteAt(ABC, at(clock))
  expect(quote && [quote.at, Number(quote.bid) / 10_000]).toEqual(quoteAt && [at(quoteAt), bid])
  expect(replayAt(at(clock)).quoteAt(ABC, Infinity)).toEqual(quote)
  expect(replayAt(at(clock) - 1).quoteAt(ABC, Infinity)?.at).not.toBe(at(clock))
})

test('the quote events between two instants come once each, in order, at most so many', () => {
  const source = replayAt(END)
  const times = (after: string, until: string, most = 100): string[] =>
    source.quotesIn(ABC, at(after), at(until), most).map((quote) => new Date(quote.at).toISOString().slice(11, 16))
  expect(times('2013-10-04T00:00', '2013-10-04T13:37')).toEqual(['13:30', '13:31', '13:37'])
  expect(times('2013-10-04T13:30', '2013-10-04T13:31')).toEqual(['13:31'])
  expect(times('2013-10-04T13:31', '2013-10-04T13:36')).toEqual([])
  expect(times('2013-10-04T00:00', '2013-10-08T00:00', 2)).toEqual(['13:30', '13:31'])
})

test('five-minute candles merge their minutes, the running one as far as known', () => {
  const range = { from: at('2013-10-04T13:30'), to: at('2013-10-04T13:40'), most: 10 }
  const early = replayAt(at('2013-10-04T13:31')).candlesAt(ABC, '5minutes', range, END)
  expect(early).toMatchObject({ at: [at('2013-10-04T13:30')], volume: [100n] })
  const whole = replayAt(END).candlesAt(ABC, '5minutes', range, END)
  expect(whole.at).toEqual([at('2013-10-04T13:30'), at('2013-10-04T13:35')])
  expect([whole.open, whole.high, whole.low, whole.close].map(figures)).toEqual([
    [10, 9],
    [12, 10],
    [8, 9],
    [9, 10],
  ])
})

test('an hour of New York begins at half past, as its session does, and the running one is as far as known', () => {
  const range = { from: 0, to: at('2013-10-05T00:00'), most: 10 }
  const hours = replayAt(at('2013-10-04T13:38')).candlesAt(ABC, '60minutes', range, END)
  const minutes = replayAt(at('2013-10-04T13:38')).candlesAt(ABC, 'minute', range, END)
  expect(hours.at.at(-1)).toBe(at('2013-10-04T13:30'))
  const since = minutes.at.findIndex((moment) => moment >= at('2013-10-04T13:30'))
  expect(hours.volume.at(-1)).toBe(minutes.volume.slice(since).reduce((sum, volume) => sum + volume, 0n))
  const quarters = replayAt(END).candlesAt(ABC, '15minutes', { ...range, most: 1 }, END)
  expect(quarters.at).toHaveLength(1)
})

test('a day is its regular minutes where there are any, else the row of the daily file, known at the close', () => {
  const days = (clock: string) => replayAt(at(clock)).candlesAt(ABC, 'day', ALL, END)
  expect(figures(days('2013-10-03T19:59').close)).toEqual([7.25])
  expect(figures(days('2013-10-03T20:00').close)).toEqual([7.25, 8.5])
  expect(figures(days('2013-10-04T13:30').close)).toEqual([7.25, 8.5])
  expect(figures(days('2013-10-04T13:31').close)).toEqual([7.25, 8.5, 11])
  expect(figures(days('2013-10-05T00:00').high)).toEqual([7.5, 8.5, 12])
  expect(days('2013-10-05T00:00').volume).toEqual([1000n, 1000n, 1000n])
})

test('weeks, months and years gather days', () => {
  const source = replayAt(END)
  const weeks = source.candlesAt(ABC, 'week', ALL, END)
  expect(weeks.at).toEqual([at('2013-09-30T13:30'), at('2013-10-07T13:30')])
  expect([weeks.open, weeks.high, weeks.low, weeks.close].map(figures)).toEqual([
    [7, 11],
    [12, 11.5],
    [7, 11],
    [10.5, 11.5],
  ])
  const months = source.candlesAt(ABC, 'month', ALL, END)
  expect(months.at).toEqual([at('2013-09-30T13:30'), at('2013-10-03T13:30')])
  expect(months.volume).toEqual([1000n, 2050n])
  const years = source.candlesAt(ABC, 'year', ALL, END)
  expect([years.at, years.volume]).toEqual([[at('2013-09-30T13:30')], [3050n]])
  expect(source.candlesAt(ABC, 'month', { ...ALL, most: 1 }, END).at).toEqual([at('2013-10-03T13:30')])
  expect(source.candlesAt(ABC, 'week', { ...ALL, from: at('2013-10-01T00:00') }, END).at).toEqual([
    at('2013-10-07T13:30'),
  ])
})

test('the day so far has the close before it, and trades outside the session leave it alone', () => {
  const day = (clock: string) => replayAt(at(clock)).dayFiguresAt(ABC, END)
  expect(day('2013-10-04T13:30')).toMatchObject({ day: '2013-10-03', last: 85_000n, previousClose: 72_500n })
  expect(day('2013-10-04T13:32')).toMatchObject({
    day: '2013-10-04',
    open: 100_000n,
    high: 120_000n,
    low: 80_000n,
    last: 90_000n,
    previousClose: 85_000n,
    volume: 300n,
    at: at('2013-10-04T13:32'),
  })
  expect(day('2013-10-04T20:01')).toMatchObject({ last: 105_000n, high: 120_000n, at: at('2013-10-04T20:00') })
  expect(day('2013-09-30T19:59')).toBeNull()
})

test('after the last bar the market is closed for good', () => {
  const source = replayAt(END)
  expect(source.sessionAt('XNYS', at('2013-10-04T13:30'))).toMatchObject({ day: '2013-10-04' })
  expect(source.sessionAt('XNYS', at('2013-10-04T20:00'))).toMatchObject({ day: '2013-10-04' })
  const last = { venue: 'XNYS', day: '2013-10-07', open: at('2013-10-07T13:30'), close: END }
  expect(source.sessionAt('XNYS', at('2013-10-04T20:00') + 1)).toEqual(last)
  expect(source.sessionAt('XNYS', END)).toEqual(last)
  expect(source.sessionAt('XNYS', END + 1)).toBeNull()
})

test('the rate is the newest one known; without a rate file there is none', () => {
  const rates = 'time,rate\n2013-10-04T00:00:00Z,1.3558\n2013-10-07T00:00:00Z,1.3581\n'
  expect(replayAt(END).rateAt(END)).toBeNull()
  expect(replayAt(at('2013-10-03T00:00'), rates).rateAt(END)).toBeNull()
  expect(replayAt(at('2013-10-05T00:00'), rates).rateAt(END)).toEqual({
    rate: 1_355_800n,
    at: at('2013-10-04T00:00'),
    source: 'replay',
  })
})

test('the label names what is replayed and its year', () => {
  expect(replayAt(END).label).toBe('ABC 2013')
  expect(replayAt(END).quoteAt('XNYS:NONE', END)).toBeNull()
})

// prettier-ignore
test.each<[string, number, number, readonly [number, number | null][]]>([
  // case                    server  replay   pauses
  ['before the opening',     900,    50_000,  []],
  ['at the opening',         1_000,  50_000,  []],
  ['one millisecond later',  1_001,  50_060,  []],
  ['in a pause',             2_500,  110_000, [[2_000, null]]],
  ['after a pause',          3_500,  140_000, [[2_000, 3_000]]],
  ['after two',              5_000,  170_000, [[2_000, 3_000], [4_000, 5_000]]],
])('the clock of a replay at sixty times, %s', (_where, server, replay, pauses) => {
  const clock = { start: 50_000, openedAt: 1_000, speed: 60, pauses: pauses.map(([fromAt, untilAt]) => ({ fromAt, untilAt })) }
  expect(replayTimeAt(clock, server)).toBe(replay)
})

test('the server time of a replay time is the first at which the clock is there', () => {
  const clock = { start: 50_000, openedAt: 1_000, speed: 7, pauses: [{ fromAt: 2_000, untilAt: 3_000 }] }
  for (let time = 49_000; time < 50_000 + 20 * MINUTE; time += 997) {
    const server = serverTimeOf(clock, time) ?? NaN
    expect(replayTimeAt(clock, server)).toBeGreaterThanOrEqual(time)
    if (server > clock.openedAt) expect(replayTimeAt(clock, server - 1)).toBeLessThan(time)
  }
  const standing = { ...clock, pauses: [{ fromAt: 2_000, untilAt: null }] }
  expect(serverTimeOf(standing, 57_000)).toBe(2_000)
  expect(serverTimeOf(standing, 57_001)).toBeNull()
})
