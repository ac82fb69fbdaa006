import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListingId } from '../base/amount.ts'
import { MINUTE, type Instant } from '../base/instant.ts'
import { dayNumberAt, dayOf, zoneOf } from '../calendar/days.ts'
import { HOURS } from '../calendar/sessions.ts'
import type { Candles, Interval, Quote } from '../market/market.contract.ts'
import { MINUTES_OF, type MinuteInterval } from '../market/market.rules.ts'
import { practiceMarket, type PracticeMarket } from './practice.ts'
import { testHouse } from './practice.testing.ts'

/** For properties with thousands of runs on a busy machine. */
const LONG = { timeout: 90_000 }

/** Environment settings of the run; this room has no Node types. */
const ASKED = (globalThis as { process?: { env: Readonly<Record<string, string | undefined>> } }).process?.env ?? {}
/** The seed is part of the tests' names, so that a run can be repeated: SEED=1234. */
const SEED = Number(ASKED['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
/** Random listings and instants for each of four kinds: a sample of the runs in `npm run test:long`. */
const RUNS = ASKED['LONJA_LONG'] ? 10_000 : 1_000

interface Candle {
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly volume: bigint
}

const FROM = Date.UTC(2026, 7, 1)
const TO = Date.UTC(2026, 10, 21)
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER }

const lastsOf = (quotes: readonly Quote[]): bigint[] => quotes.map(({ last }) => last)

const candleAt = (candles: Candles, place: number): Candle => ({
  open: candles.open[place]!,
  high: candles.high[place]!,
  low: candles.low[place]!,
  close: candles.close[place]!,
  volume: candles.volume[place]!,
})

const all = (candles: Candles): Candle[] => candles.at.map((_, place) => candleAt(candles, place))

/** The sum of candles: an independent second implementation. */
const sumOf = (candles: readonly Candle[]): Candle => ({
  open: candles[0]!.open,
  high: candles.reduce((most, { high }) => (high > most ? high : most), 0n),
  low: candles.reduce((least, { low }) => (low < least ? low : least), candles[0]!.low),
  close: candles.at(-1)!.close,
  volume: candles.reduce((sum, { volume }) => sum + volume, 0n),
})

/** The candle of trades, one per quote; volume does not follow from trades. */
const traded = (lasts: readonly bigint[], volume: bigint): Candle => ({
  ...sumOf(lasts.map((last) => ({ open: last, high: last, low: last, close: last, volume: 0n }))),
  volume,
})

/** `expect(a).toEqual(b)` is slow, so it is called only for its message when they differ. */
function expectSame(a: Candle, b: Candle): void {
  const same = a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close && a.volume === b.volume
  if (!same) expect(a).toEqual(b)
}

describe.each(HOURS)(`with hours %s (seed ${SEED})`, (hours) => {
  const market = practiceMarket(testHouse(hours))
  const shares = market.instruments.filter(({ kind }) => kind === 'share').map(({ listing }) => listing)
  const indices = market.instruments.filter(({ kind }) => kind === 'index').map(({ listing }) => listing)
  const moment = fc.integer({ min: FROM, max: TO })

  test('a running minute is what its quotes have shown', LONG, () => {
    fc.assert(
      fc.property(fc.constantFrom(...shares), moment, (listing, until) => {
        const candles = market.candlesAt(listing, 'minute', { ...EVER, most: 1 }, until)
        const quotes = market.quotesIn(listing, candles.at[0]!, until, 100)
        const candle = candleAt(candles, 0)
        expectSame(candle, traded(lastsOf(quotes), candle.volume))
        if (candle.volume < 1n) throw new Error('a minute with trades has a volume')
        const newest = market.quoteAt(listing, until)!
        if (newest.at !== quotes.at(-1)!.at || newest.ask !== quotes.at(-1)!.ask) expect(newest).toEqual(quotes.at(-1))
      }),
      { numRuns: RUNS, seed: SEED },
    )
  })

  test(
    'a minute that is over is the candle of its sixty quotes, each within the minute and around its trade',
    LONG,
    () => {
      fc.assert(
        fc.property(fc.constantFrom(...shares), moment, (listing, at) => {
          const start = market.candlesAt(listing, 'minute', { ...EVER, most: 1 }, at).at[0]!
          const quotes = market.quotesIn(listing, start, start + MINUTE, 100)
          if (quotes.length !== 60) expect(quotes).toHaveLength(60)
          const range = { from: start, to: start + 1, most: 9 }
          const candle = candleAt(market.candlesAt(listing, 'minute', range, start + 5 * MINUTE), 0)
          expectSame(candle, candleAt(market.candlesAt(listing, 'minute', range, start + MINUTE), 0))
          expectSame(candle, traded(lastsOf(quotes), candle.volume))
          const odd = quotes.filter(({ last, bid, ask }) => bid <= 0n || bid > last || last > ask)
          if (odd.length > 0) expect(odd).toEqual([])
          // Bid and ask are equal only in an auction, which starts or ends a minute.
          const met = quotes.slice(1, -1).filter(({ bid, ask }) => bid === ask)
          if (met.length > 0 || (hours === 'always' && quotes[0]!.bid === quotes[0]!.ask)) expect(met).toEqual([])
        }),
        { numRuns: RUNS, seed: SEED },
      )
    },
  )

  const dayMinutes = (listing: ListingId, from: Instant, until: Instant): Candle[] =>
    all(market.candlesAt(listing, 'minute', { from, to: until, most: 2_000 }, until))

  test.each(['shares', 'indices'] as const)('the day of %s so far is what its minutes add up to', LONG, (which) => {
    const listings = which === 'shares' ? shares : indices
    fc.assert(
      fc.property(fc.constantFrom(...listings), moment, (listing, until) => {
        const days = market.candlesAt(listing, 'day', { ...EVER, most: 2 }, until)
        const minutes = dayMinutes(listing, days.at[1]!, until)
        expectSame(candleAt(days, 1), sumOf(minutes))
        expectSame(
          candleAt(days, 0),
          sumOf(all(market.candlesAt(listing, 'minute', { from: days.at[0]!, to: days.at[1]!, most: 2_000 }, until))),
        )
        expect(market.dayFiguresAt(listing, until)).toMatchObject({
          open: days.open[1],
          high: days.high[1],
          low: days.low[1],
          last: days.close[1],
          volume: days.volume[1],
          previousClose: days.close[0],
        })
      }),
      { numRuns: which === 'shares' ? 150 : 40 },
    )
  })

  test('candles of many minutes, weeks and months are what minutes and days add up to', LONG, () => {
    fc.assert(
      fc.property(fc.constantFrom(...shares), moment, (listing, until) => {
        for (const [interval, width] of Object.entries(MINUTES_OF) as [MinuteInterval, number][]) {
          const long = market.candlesAt(listing, interval, { ...EVER, most: 30 }, until)
          expect(long.at).toHaveLength(30)
          const range = { from: long.at[0]!, to: until, most: 30 * width }
          expectSums(long, market.candlesAt(listing, 'minute', range, until))
        }
        for (const interval of ['week', 'month'] satisfies Interval[]) {
          const long = market.candlesAt(listing, interval, { ...EVER, most: 5 }, until)
          expectSums(long, market.candlesAt(listing, 'day', { from: long.at[0]!, to: until, most: 200 }, until))
        }
      }),
      { numRuns: 60 },
    )
  })

  test('years are what their months add up to', LONG, () => {
    fc.assert(
      fc.property(fc.constantFrom(...shares), moment, (listing, until) => {
        const years = market.candlesAt(listing, 'year', { ...EVER, most: 2 }, until)
        expectSums(years, market.candlesAt(listing, 'month', { from: years.at[0]!, to: until, most: 24 }, until))
      }),
      { numRuns: 5 },
    )
  })

  test('a day opens where the last one closed, but after a night, on a day of reports or without a dividend', () => {
    const until = TO
    const actions = market.actionsBy?.(until) ?? []
    expect(actions.length).toBeGreaterThan(0)
    for (const listing of shares.filter((_, place) => place % 40 === 0)) {
      const days = market.candlesAt(listing, 'day', { ...EVER, most: 200 }, until)
      const label = (at: Instant) => dayOf(dayNumberAt(zoneOf(listing.slice(0, 4) as 'XNYS'), at + 1))
      const reports = new Set(market.reportDays(listing, label(days.at[0]!), label(until)))
      expect(reports.size).toBeGreaterThan(0)
      const exDays = new Set(actions.filter((action) => action.listing === listing).map(({ exDay }) => exDay))
      for (let place = 1; place < days.at.length; place++) {
        const [open, close] = [Number(days.open[place]), Number(days.close[place - 1])]
        const day = label(days.at[place]!)
        if (hours === 'always' && !reports.has(day) && !exDays.has(day)) expect(open).toBe(close)
        if (!exDays.has(day)) expect(Math.abs(open / close - 1)).toBeLessThan(0.6)
      }
    }
  })

  test('an index is its members weighted by their shares in issue, once a minute to the point of a cent', LONG, () => {
    for (const index of testHouse(hours).universe.indices) {
      fc.assert(
        fc.property(moment, (at) => {
          const candles = market.candlesAt(index.listing, 'minute', { ...EVER, most: 1 }, at)
          const start = candles.at[0]!
          const end = start + MINUTE
          const { close, high, low, open } = candleAt(
            market.candlesAt(index.listing, 'minute', { from: start, to: end, most: 1 }, end),
            0,
          )
          expect([high, low]).toEqual(open > close ? [open, close] : [close, open])
          expect(Number(close)).toBeCloseTo(valueOf(market, index, end), -2)
          const running = market.dayFiguresAt(index.listing, at)!
          expect(running.last >= low && running.last <= high).toBe(true)
          expect(market.quoteAt(index.listing, at)).toBeNull()
        }),
        { numRuns: 25 },
      )
    }
  })
})

function valueOf(
  market: PracticeMarket,
  index: { readonly members: readonly ListingId[]; readonly divisor: number },
  at: Instant,
): number {
  const total = index.members.reduce(
    (sum, listing) => sum + market.quoteAt(listing, at)!.last * (market.sharesInIssueAt?.(listing, at) ?? 0n),
    0n,
  )
  return Number(total) / index.divisor
}

/** Each longer candle is the sum of the shorter ones that start in it. */
function expectSums(long: Candles, short: Candles): void {
  expect(long.at.length).toBeGreaterThan(1)
  for (let place = 0; place < long.at.length; place++) {
    const end = long.at[place + 1] ?? Infinity
    const parts = all(short).filter((_, n) => short.at[n]! >= long.at[place]! && short.at[n]! < end)
    expectSame(candleAt(long, place), sumOf(parts))
  }
}
