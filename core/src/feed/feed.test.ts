import { beforeEach, expect, test } from 'vitest'
import { MINUTE, SECOND } from '../base/instant.ts'
import { takeHistory, takeRate } from './book.ts'
import { restoreListing } from './day.ts'
import { unpackBars } from './bars.ts'
import { barred, quoted, scriptedFeed, traded } from './feed.testing.ts'
import type { Candles } from '../market/market.contract.ts'

const ABC = 'XNYS:ABC'
const ESP = 'XMAD:ESP'
/** Friday 20 November 2026, 15:00 UTC: New York has been open for half an hour, Madrid since 08:00. */
const START = Date.UTC(2026, 10, 20, 15)
const OPEN = Date.UTC(2026, 10, 20, 14, 30)
const CLOSE = Date.UTC(2026, 10, 20, 21)

let feed: ReturnType<typeof scriptedFeed>
beforeEach(() => {
  feed = scriptedFeed([ABC, ESP], START)
})

const ALL = { from: 0, to: Infinity, most: 2_000 }
const quoteNow = () => feed.source.quoteAt(ABC, Infinity)
const dayNow = () => feed.source.dayFiguresAt(ABC, Infinity)
const candlesNow = (interval: 'minute' | 'day' = 'minute', until = Infinity): Candles =>
  feed.source.candlesAt(ABC, interval, ALL, until)
const barsOf = ({ at, open, high, low, close, volume }: Candles) =>
  at.map((start, n) => [
    (start - START) / MINUTE,
    ...[open, high, low, close, volume].map((column) => Number(column[n])),
  ])

test('the newest quote stands, in exact prices and at its own time', () => {
  feed.say(quoted(10.05, 10.07), START + 1, { lag: 80 })
  expect(quoteNow()).toEqual({
    listing: ABC,
    at: START + 1,
    bid: 100_500n,
    ask: 100_700n,
    bidSize: 100n,
    askSize: 200n,
    last: 100_500n,
  })
})

// prettier-ignore
test.each<[string, Record<string, unknown>, number, string]>([
  ['the same again',           quoted(10, 10.02),      0,         'late'],
  ['an older one',             quoted(9, 9.02),        -1,        'late'],
  ['crossed',                  quoted(10.03, 10.02),   1,         'crossed'],
  ['NaN',                      quoted(NaN, 10.02),     1,         'no price'],
  ['negative',                 quoted(-10, 10.02),     1,         'no price'],
  ['a stub',                   quoted(0.01, 199_999),  1,         'no market'],
  ['ten times and more',       quoted(120, 121),       1,         'absurd'],
  ['from the future',          quoted(11, 11.02),      2_001,     'ahead'],
  ['of nobody here',           { ...quoted(11, 11.02), S: 'WHO' }, 1, 'unknown symbol'],
])('a quote that is %s changes nothing and is counted', (_what, message, after, reason) => {
  feed.say(traded(10), START - SECOND)
  feed.say(quoted(10, 10.02), START)
  const before = quoteNow()
  feed.say(message, START + after, { lag: after > 0 ? -after : 0 })
  feed.goTo(START + 5 * SECOND)
  expect(quoteNow()).toEqual(before)
  expect(feed.refused()).toEqual({ [reason]: 1 })
})

test('a quote whose time runs ahead is held back until then', () => {
  feed.say(quoted(10, 10.02), START)
  feed.say(quoted(11, 11.02), START + 1_500, { lag: -1_500 })
  expect(quoteNow()?.at).toBe(START)
  feed.goTo(START + 1_499)
  expect(quoteNow()?.at).toBe(START)
  feed.goTo(START + 1_500)
  expect(quoteNow()?.at).toBe(START + 1_500)
})

test('an instant is one event: the newest quote of a millisecond stands for it, until orders were held against it', () => {
  const t = (nanos: string): string => `2026-11-20T15:00:00.001${nanos}Z`
  feed.say({ ...quoted(10, 10.02), t: t('000100') }, START + 1)
  feed.say({ ...quoted(10, 10.03), t: t('000300') }, START + 1)
  feed.say({ ...quoted(10, 10.04), t: t('000200') }, START + 1)
  expect(feed.source.quotesIn(ABC, START, Infinity, 10).map(({ ask }) => ask)).toEqual([100_300n])
  feed.goTo(START + 1 + (feed.source.settleMs ?? 0))
  feed.say({ ...quoted(10, 10.05), t: t('000900') }, START + 1)
  expect(quoteNow()?.ask).toBe(100_300n)
})

test('quote events come in order, and only the last seconds of them are kept', () => {
  for (let n = 0; n < 10_000; n++) feed.say(quoted(10, (1_001 + (n % 5)) / 100), START + n * 10)
  const all = feed.source.quotesIn(ABC, 0, Infinity, 100_000)
  expect(all.length).toBeLessThan(700)
  expect(all.at(-1)?.at).toBe(START + 99_990)
  expect(all.every(({ at }, n) => n === 0 || at > (all[n - 1]?.at ?? 0))).toBe(true)
  expect(feed.source.quotesIn(ABC, START + 99_900, START + 99_950, 3).map(({ at }) => at - START)).toEqual([
    99_910, 99_920, 99_930,
  ])
})

test('trades make the running minute and the day; the feed’s own minute stands in its place', () => {
  feed.say(traded(10, 100), START + SECOND)
  feed.say(traded(10.5, 50), START + 2 * SECOND)
  feed.say(traded(9.9, 10), START + 3 * SECOND)
  expect(barsOf(candlesNow())).toEqual([[0, 100_000, 105_000, 99_000, 99_000, 160]])
  expect(dayNow()).toMatchObject({
    day: '2026-11-20',
    open: 100_000n,
    high: 105_000n,
    low: 99_000n,
    last: 99_000n,
    volume: 160n,
    at: START + 3 * SECOND,
    previousClose: null,
  })
  feed.say(barred('b', [10, 10.6, 9.8, 9.95], 200), START, { lag: MINUTE + 80 })
  expect(barsOf(candlesNow())).toEqual([[0, 100_000, 106_000, 98_000, 99_500, 200]])
  feed.say(traded(10.1, 5), START + MINUTE + SECOND)
  feed.say(barred('u', [10, 10.7, 9.8, 9.95], 250), START, { lag: MINUTE + 30 * SECOND })
  expect(barsOf(candlesNow())).toEqual([
    [0, 100_000, 107_000, 98_000, 99_500, 250],
    [1, 101_000, 101_000, 101_000, 101_000, 5],
  ])
  expect(dayNow()).toMatchObject({ high: 107_000n, low: 98_000n, last: 101_000n, volume: 255n })
})

test('the feed’s own day stands for all before it, and its close for the day', () => {
  feed.say(traded(10, 100), START + SECOND)
  feed.say(barred('d', [9.5, 11, 9, 10.2], 90_000), Date.UTC(2026, 10, 20, 5), {
    lag: START + MINUTE + SECOND - Date.UTC(2026, 10, 20, 5),
  })
  expect(dayNow()).toMatchObject({ open: 95_000n, high: 110_000n, low: 90_000n, last: 102_000n, volume: 90_000n })
  feed.say(traded(10.3, 100), START + MINUTE + 2 * SECOND)
  expect(dayNow()).toMatchObject({ open: 95_000n, high: 110_000n, last: 103_000n, volume: 90_100n })
  feed.goTo(CLOSE + MINUTE)
  feed.say(barred('d', [9.5, 11, 9, 10.11], 95_000), Date.UTC(2026, 10, 20, 5), {
    lag: CLOSE + MINUTE - Date.UTC(2026, 10, 20, 5),
  })
  expect(dayNow()).toMatchObject({ last: 101_100n, volume: 95_000n, at: CLOSE })
  const monday = OPEN + 3 * 24 * 60 * MINUTE
  feed.say(traded(10.2, 7), monday + SECOND)
  expect(dayNow()).toMatchObject({ day: '2026-11-23', previousClose: 101_100n, last: 102_000n, volume: 7n })
  expect(candlesNow('day').close).toEqual([101_100n, 102_000n])
  expect(feed.source.candlesAt(ABC, 'month', ALL, Infinity).volume).toEqual([95_007n])
})

// prettier-ignore
test.each<[string, Record<string, unknown>, number, string]>([
  ['told twice',              { ...traded(10), i: 'x' }, 0,                    'late'],
  ['of a minute that is over', traded(11),           -2 * SECOND,              'late'],
  ['before the open',         traded(11),            OPEN - START - 1,         'outside the session'],
  ['after the close',         traded(11),            CLOSE - START,            'outside the session'],
  ['twenty times the last',   traded(200),           2 * SECOND,               'absurd'],
])('a trade %s moves nothing', (_what, message, after, reason) => {
  feed.say({ ...traded(10), i: 'x' }, START)
  feed.goTo(CLOSE + MINUTE)
  const before = dayNow()
  feed.say(message, START + after)
  expect(dayNow()).toEqual(before)
  expect(feed.refused()).toEqual({ [reason]: 1 })
})

test('a price far away is believed once a second one agrees: a split is no error', () => {
  feed.say(traded(10), START)
  feed.say(traded(200), START + SECOND)
  feed.say(traded(0.5), START + 2 * SECOND)
  expect(dayNow()?.last).toBe(100_000n)
  feed.say(traded(0.51), START + 3 * SECOND)
  expect(dayNow()?.last).toBe(5_100n)
})

test('odd lots count in the volume and make no price', () => {
  feed.say(traded(10, 100), START)
  feed.say(traded(12, 7, { c: ['@', 'I'] }), START + SECOND)
  expect(dayNow()).toMatchObject({ last: 100_000n, high: 100_000n, volume: 107n })
})

test('a halt lasts until trading resumes, or is seen to go on; its quotes fill nothing', () => {
  const status = (sc: string) => ({ T: 's', sc, sm: '', rc: '', rm: '', z: 'C' })
  const isHalted = (at: number) => feed.source.haltedAt?.(ABC, at)
  feed.say(quoted(10, 10.02), START)
  feed.say(status('H'), START + SECOND)
  feed.say(quoted(11, 11.02), START + 2 * SECOND)
  feed.say(status('Q'), START + 3 * SECOND)
  expect([START, START + SECOND, START + 9 * SECOND].map(isHalted)).toEqual([false, true, true])
  feed.say(status('T'), START + 4 * SECOND)
  feed.say(quoted(12, 12.02), START + 5 * SECOND)
  expect(isHalted(Infinity)).toBe(false)
  expect(feed.source.quotesIn(ABC, START - 1, Infinity, 9).map(({ bid }) => bid)).toEqual([100_000n, 120_000n])
  feed.say(status('2'), START + 6 * SECOND)
  feed.say(traded(12), START + 7 * SECOND)
  expect(isHalted(Infinity)).toBe(false)
})

test('Madrid has its own stream, symbols and hours', () => {
  feed.say(quoted(5, 5.01), START, { listing: ESP })
  feed.say({ ...quoted(6, 6.01), S: 'ESP' }, START + 1, { listing: ESP })
  expect(feed.source.quoteAt(ESP, Infinity)?.bid).toBe(50_000n)
  feed.goTo(Date.UTC(2026, 10, 20, 16, 31))
  feed.say(traded(5), Date.UTC(2026, 10, 20, 16, 30), { listing: ESP })
  expect(feed.refused()).toEqual({ 'unknown symbol': 1, 'outside the session': 1 })
  expect(feed.source.sessionAt('XMAD', START)?.close).toBe(Date.UTC(2026, 10, 20, 16, 30))
})

test('requested history is merged with the stream', () => {
  const day = (date: string) => Date.parse(`${date}T00:00:00Z`)
  const row = (at: number, price: number) => ({ at, open: price, high: price, low: price, close: price, volume: 1 })
  const days = [row(day('2026-11-18'), 80_000), row(day('2026-11-19'), 90_000), row(day('2026-11-20'), 95_000)]
  const yesterday = OPEN - 24 * 60 * MINUTE
  feed.say(traded(10), START + SECOND)
  feed.goTo(START + 10 * SECOND)
  takeHistory(
    feed.book,
    ABC,
    { days, minutes: [row(yesterday, 90_000), row(START - MINUTE, 94_000), row(START, 1)] },
    START + 10 * SECOND,
  )
  expect(dayNow()).toMatchObject({ day: '2026-11-20', previousClose: 90_000n, last: 100_000n })
  expect(candlesNow('day').close).toEqual([80_000n, 90_000n, 100_000n])
  expect(candlesNow().close).toEqual([90_000n, 94_000n, 100_000n])
  expect(feed.source.historyOf?.(ABC)).toBeGreaterThan(0)
})

test('stored state continues after a restart, candle by candle', () => {
  const prices = [10, 11, 10.5, 12]
  for (const [n, price] of prices.entries()) feed.say(traded(price, 10), START + n * MINUTE)
  const state = feed.book.listings.get(ABC)
  if (!state) throw new Error('ABC is there')
  const again = scriptedFeed([ABC], START + 5 * MINUTE)
  const restored = again.book.listings.get(ABC)
  const session = state.session
  if (!restored || !session) throw new Error('ABC has a session')
  const minutes = new Map([
    [
      20_777,
      candlesNow()
        .at.slice(0, -1)
        .map((at, n) => ({
          at,
          open: prices[n]! * 1e4,
          high: prices[n]! * 1e4,
          low: prices[n]! * 1e4,
          close: prices[n]! * 1e4,
          volume: 10,
        })),
    ],
  ])
  restoreListing(restored, { days: [], minutes, savedAt: START + 3 * MINUTE }, session)
  expect(barsOf(again.source.candlesAt(ABC, 'minute', ALL, Infinity))).toEqual(barsOf(candlesNow()).slice(0, 3))
  expect(again.source.dayFiguresAt(ABC, Infinity)).toMatchObject({ last: 105_000n, volume: 30n, high: 110_000n })
  again.say(traded(12, 10), START + 6 * MINUTE)
  expect(again.source.dayFiguresAt(ABC, Infinity)).toMatchObject({ last: 120_000n, volume: 40n })
  expect(unpackBars(restored.days, 1)).toEqual([])
})

test('a rate of exchange is taken where it is newer and not absurd; one that is too old is none', () => {
  expect(feed.source.rateAt(Infinity)).toBeNull()
  expect([1_080_000, 0, NaN, 1e9].map((rate, n) => takeRate(feed.book, START - n, rate, START))).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(takeRate(feed.book, START - 1, 1_090_000, START)).toBe(false)
  expect(feed.source.rateAt(Infinity)).toEqual({ rate: 1_080_000n, at: START, source: 'alpaca' })
  feed.goTo(START + 5 * 24 * 60 * MINUTE)
  expect(feed.source.rateAt(Infinity)).toBeNull()
})
