import { expect, test } from 'vitest'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { ListingId } from '../base/amount.ts'
import { actionsIn } from '../replay/actions.ts'
import { RECORDED } from '../replay/calendar.ts'
import { isBroken, parseMinuteBars } from '../replay/csv.ts'
import { replaySource } from '../replay/replay.ts'
import { withActions } from './adjusting.ts'
import type { Source } from './market.source.ts'

const ABC: ListingId = 'XNYS:ABC'
const NEW: ListingId = 'XNYS:NEW'
const at = (text: string): number => Date.parse(`${text}:00Z`)

const minutes = (rows: readonly [time: string, price: number][]) => {
  const lines = rows.map(
    ([time, price]) => `${time}:00Z,${price},${price},${price},${price},100,${price - 1},10,${price},10`,
  )
  const bars = parseMinuteBars(['time,open,high,low,close,volume,bid,bid_size,ask,ask_size', ...lines, ''].join('\n'))
  if (isBroken(bars)) throw new Error(bars.broken)
  return bars
}

/** Two weeks of ABC, which is split four for one on Wednesday, 9 October 2013, and becomes NEW on the 15th. */
function recorded(): { source: Source; now: (at: number) => void } {
  let now = at('2013-10-31T20:00')
  const abc = minutes([
    ['2013-10-04T13:30', 240],
    ['2013-10-07T13:30', 244],
    ['2013-10-08T13:30', 240],
    ['2013-10-08T19:59', 248],
    ['2013-10-08T21:00', 252], // After the close of its record day: still in old shares.
    ['2013-10-09T13:30', 60],
    ['2013-10-10T13:30', 61],
    ['2013-10-14T13:30', 62],
  ])
  const listings = [
    { listing: ABC, minutes: abc },
    { listing: NEW, minutes: minutes([['2013-10-15T13:30', 63]]) },
  ]
  const text = 'date,listing,kind,value,currency\n2013-10-09,ABC,split,4:1,\n2013-10-15,ABC,symbol,NEW,\n'
  const has = (listing: ListingId): boolean => listings.some((own) => own.listing === listing)
  const actions = actionsIn(utf8ToBytes(text), { calendar: RECORDED, has, days: () => null })
  if (isBroken(actions)) throw new Error(actions.broken)
  const source = replaySource({ listings, actions }, RECORDED, { now: () => now, serverTimeOf: () => null })
  return { source: withActions(source), now: (moment) => void (now = moment) }
}

const { source, now } = recorded()
const prices = (values: readonly bigint[]): number[] => values.map((value) => Number(value) / 10_000)
const ALL = { from: 0, to: Infinity, most: 1_000 }

// prettier-ignore
test.each<[string, string, number | undefined, string]>([
  // the instant                            UTC                 last price, in shares of then
  ['the last minute of the record day',     '2013-10-08T20:00', 248,  '2013-10-08T20:00'],
  ['a millisecond later',                   '2013-10-08T20:00', 62,   '2013-10-08T20:00'],
  ['after hours',                           '2013-10-08T21:01', 63,   '2013-10-08T21:01'],
  ['the first minute of the ex-day',        '2013-10-09T13:31', 60,   '2013-10-09T13:31'],
])('the newest quote at %s', (what, time, last, quotedAt) => {
  const until = at(time) + (what.startsWith('a milli') ? 1 : 0)
  const quote = source.quoteAt(ABC, until)
  expect([Number(quote?.last) / 10_000, quote?.at]).toEqual([last, at(quotedAt)])
})

test('quote events stay as they were quoted', () => {
  const events = source.quotesIn(ABC, at('2013-10-08T19:00'), at('2013-10-09T20:00'), 10)
  expect(prices(events.map(({ last }) => last))).toEqual([248, 252, 60])
})

test('a quote in shares of after a split has four times the size', () => {
  expect(source.quoteAt(ABC, at('2013-10-08T20:00') + 1)).toMatchObject({ bid: 617_500n, bidSize: 40n, askSize: 40n })
})

// prettier-ignore
test.each<[string, string, readonly [last: number, previousClose: number | null, volume: bigint]]>([
  ['the record day',              '2013-10-08T20:00', [248, 244, 200n]],
  ['its evening',                 '2013-10-08T21:30', [62, 61, 800n]],
  ['the ex-day',                  '2013-10-09T14:00', [60, 62, 100n]],
  ['the day after it',            '2013-10-10T14:00', [61, 60, 100n]],
])('the figures of %s', (_day, time, [last, previousClose, volume]) => {
  const figures = source.dayFiguresAt(ABC, at(time))
  expect([prices([figures?.last ?? 0n, figures?.previousClose ?? 0n]), figures?.volume]).toEqual([[last, previousClose], volume]) // prettier-ignore
})

test('every candle of before is adjusted, to the last minute after the close', () => {
  const day = { from: at('2013-10-08T00:00'), to: at('2013-10-10T00:00'), most: 10 }
  const candles = source.candlesAt(ABC, 'minute', day, Infinity)
  expect(prices(candles.close)).toEqual([60, 62, 63, 60])
  expect(candles.volume).toEqual([400n, 400n, 400n, 100n])
})

test('the candle that a split lies within is made of adjusted days', () => {
  const weeks = source.candlesAt(ABC, 'week', ALL, Infinity)
  expect(prices(weeks.open)).toEqual([60, 61, 62])
  expect(prices(weeks.high)).toEqual([60, 62, 62])
  expect(prices(weeks.close)).toEqual([60, 61, 62])
  expect(weeks.volume[1]).toBe(400n + 800n + 100n + 100n)
})

test('the candles as they were traded', () => {
  const days = source.rawCandlesAt?.(ABC, 'day', ALL, Infinity)
  expect(prices(days?.close ?? [])).toEqual([240, 244, 248, 60, 61, 62])
})

test('a new ticker goes on from its old one: candles, the close before, and the quote before its first', () => {
  expect(prices(source.candlesAt(NEW, 'day', ALL, Infinity).close)).toEqual([60, 61, 62, 60, 61, 62, 63])
  expect(source.dayFiguresAt(NEW, at('2013-10-15T15:00'))?.previousClose).toBe(620_000n)
  expect(source.quoteAt(NEW, at('2013-10-14T19:00'))).toBeNull()
  expect(source.quoteAt(NEW, at('2013-10-14T21:00'))).toMatchObject({ listing: NEW, last: 620_000n })
})

test('an action is known a week ahead, and changes the number of the history when it takes effect', () => {
  expect(source.actionsBy?.(at('2013-10-02T03:59'))).toEqual([])
  expect(source.actionsBy?.(at('2013-10-02T04:00'))).toHaveLength(1)
  now(at('2013-10-08T20:00'))
  expect(source.historyOf?.(ABC)).toBe(0)
  now(at('2013-10-08T20:01'))
  expect(source.historyOf?.(ABC)).toBe(1)
})

test('under an old ticker nothing is quoted from the record instant on', () => {
  const record = at('2013-10-14T20:00')
  const why = (moment: number) => {
    now(moment)
    return [ABC, NEW].map((listing) => source.unquoted?.(listing))
  }
  expect(why(record)).toEqual([null, null])
  expect(why(record + 1)).toEqual(['renamed', null])
})
