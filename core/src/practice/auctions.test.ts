import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxOf, minOf, type ListingId } from '../base/amount.ts'
import { MINUTE, SECOND, type Instant } from '../base/instant.ts'
import type { Candles, Quote } from '../market/market.contract.ts'
import { practiceMarket } from './practice.ts'
import { testHouse } from './practice.testing.ts'
import { makeWorld } from './world.ts'

/** For properties with many runs on a busy machine. */
const LONG = { timeout: 90_000 }

const FROM = Date.UTC(2026, 6, 1)
const TO = Date.UTC(2026, 10, 21)
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER }

const house = testHouse('exchange')
const market = practiceMarket(house)

interface HaltCase {
  readonly listing: ListingId
  readonly open: Instant
  readonly close: Instant
  readonly from: Instant
  readonly to: Instant
  readonly until: Instant
}

/** Every halt of some hundreds of shares in the months up to TO. */
const halts: HaltCase[] = []
const { rows } = makeWorld(house)
let shareDays = 0
for (const { listing } of house.universe.shares.slice(0, 300)) {
  const { line } = rows.get(listing)!
  line.days.dayAt(TO)
  for (const day of line.days.days) {
    if (day.open < FROM || day.close > TO) continue
    shareDays += 1
    const halt = line.halt(day)
    if (!halt) continue
    const [from, to] = [day.open + halt.from * MINUTE, day.open + halt.to * MINUTE]
    halts.push({ listing, open: day.open, close: day.close, from, to, until: to + line.phase })
  }
}

const minutesOf = (listing: ListingId, from: Instant, to: Instant, until: Instant): Candles =>
  market.candlesAt(listing, 'minute', { from, to, most: 2_000 }, until)
const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

describe('a halt', () => {
  test('comes to one listing in some hundreds on a day, five minutes long, sometimes ten', () => {
    expect(halts.length / shareDays).toBeGreaterThan(1 / 1_500)
    expect(halts.length / shareDays).toBeLessThan(1 / 150)
    const lengths = new Set(halts.map(({ from, to }) => (to - from) / MINUTE))
    expect([...lengths].sort((a, b) => a - b)).toEqual([5, 10])
    for (const { open, close, from, to } of halts) {
      expect(from - open).toBeGreaterThan(5 * MINUTE)
      expect(close - to).toBeGreaterThan(5 * MINUTE)
    }
  })

  test('has no quote, no candle and no trade from its first instant to the auction that ends it', LONG, () => {
    fc.assert(
      fc.property(fc.constantFrom(...halts), fc.double({ min: 0, max: 1, noNaN: true }), (halt, way) => {
        const { listing, open, from, to, until } = halt
        const within = from + Math.floor(way * (until - 1 - from))
        const last = market.quoteAt(listing, from)!
        expect(from - last.at).toBeLessThan(SECOND)
        expect(market.quoteAt(listing, within)).toEqual(last)
        expect(market.quotesIn(listing, last.at, until - 1, 2_000)).toEqual([])
        expect(market.dayFiguresAt(listing, within)).toEqual(market.dayFiguresAt(listing, from))
        const seen = minutesOf(listing, open, within + 1, within).at
        expect(seen.at(-1)).toBe(from - MINUTE)
        expect(minutesOf(listing, from, to, to + MINUTE).at).toEqual([])
        expect([market.haltedAt!(listing, within), market.resumesAt!(listing, within)]).toEqual([true, until])
      }),
      { numRuns: 200 },
    )
  })

  test('begins and ends to the millisecond', () => {
    for (const { listing, from, until } of halts) {
      expect([from - 1, from, until - 1, until].map((at) => market.haltedAt!(listing, at))).toEqual([
        false,
        true,
        true,
        false,
      ])
    }
  })

  test('ends with an auction: one price for both sides, and what it trades is in the minute it opens', LONG, () => {
    for (const { listing, to, until } of halts) {
      const reopened = market.quoteAt(listing, until)!
      expect(reopened).toMatchObject({ at: until, bid: reopened.last, ask: reopened.last })
      expect(reopened.bidSize).toBe(reopened.askSize)
      expect(reopened.bidSize).toBeGreaterThanOrEqual(100n)
      const minute = minutesOf(listing, to, to + 1, to + MINUTE)
      expect(minute.open[0]).toBe(reopened.last)
      expect(minute.volume[0]).toBeGreaterThan(reopened.bidSize)
      expect(minutesOf(listing, to, to + 1, until).volume[0]).toBeGreaterThanOrEqual(reopened.bidSize)
      const next = market.quotesIn(listing, until, until + SECOND, 5)[0]!
      expect(next.ask).toBeGreaterThan(next.bid)
    }
  })

  test('follows a wild minute: busier and wider than the minutes around it', () => {
    let wider = 0
    for (const { listing, from } of halts) {
      const { high, low, volume } = minutesOf(listing, from - 6 * MINUTE, from, from)
      const ranges = high.map((one, n) => one - low[n]!)
      if (ranges.at(-1)! > 3n * ranges.slice(0, -1).reduce<bigint>(maxOf, 1n)) wider += 1
      expect(volume.at(-1)).toBeGreaterThan(sum(volume.slice(0, -1)) / 10n)
    }
    expect(wider / halts.length).toBeGreaterThan(0.8)
  })

  test('changes no sum: the day at any instant is what its minutes and its quotes add up to', LONG, () => {
    const beside = fc.integer({ min: -5 * 60_000, max: 18 * 60_000 })
    fc.assert(
      fc.property(fc.constantFrom(...halts), beside, ({ listing, open, from }, away) => {
        const until = from + away
        const minutes = minutesOf(listing, open, until, until)
        const quotes = market.quotesIn(listing, open, until, 30_000)
        const lasts = quotes.map(({ last }) => last)
        const [high, low] = [lasts.reduce<bigint>(maxOf, 0n), lasts.reduce<bigint>(minOf, lasts[0]!)]
        expect(market.dayFiguresAt(listing, until)).toMatchObject({
          open: lasts[0],
          high,
          low,
          last: lasts.at(-1),
          volume: sum(minutes.volume),
          at: quotes.at(-1)!.at,
        })
        expect(minutes.high.reduce<bigint>(maxOf, 0n)).toBe(high)
        expect(minutes.low.reduce<bigint>(minOf, low)).toBe(low)
        const fives = market.candlesAt(listing, '5minutes', { from: open, to: until, most: 500 }, until)
        expect(sum(fives.volume)).toBe(sum(minutes.volume))
        expect(fives.at.every((at) => minutes.at.some((one) => one >= at && one < at + 5 * MINUTE))).toBe(true)
        // The result does not depend on the path: a jump, or step by step through the halt.
        const stepping = practiceMarket(house)
        for (let step = -12; step <= 0; step++) stepping.dayFiguresAt(listing, until + step * MINUTE)
        expect(stepping.dayFiguresAt(listing, until)).toEqual(market.dayFiguresAt(listing, until))
      }),
      { numRuns: 25 },
    )
  })

  test('does not reduce the number of candles: the newest twenty are twenty', () => {
    for (const { listing, to } of halts.slice(0, 40)) {
      for (const interval of ['minute', '5minutes'] as const) {
        const until = to + 7 * MINUTE
        const { at } = market.candlesAt(listing, interval, { ...EVER, most: 20 }, until)
        const all = market.candlesAt(listing, interval, { ...EVER, most: 60 }, until)
        expect(at).toHaveLength(20)
        expect(at).toEqual(all.at.slice(-20))
      }
    }
  })

  test('does not happen around the clock, nor to an index', () => {
    const always = makeWorld(testHouse('always'))
    for (const { line } of [...always.rows.values()].slice(0, 100)) {
      line.days.dayAt(TO)
      expect(line.days.days.slice(-100).filter((day) => line.halt(day) !== null)).toEqual([])
    }
    expect(market.haltedAt!('XNAS:LUS', TO)).toBe(false)
    expect(market.haltedAt!('XNYS:NONE', TO)).toBe(false)
  })
})

describe('the auctions of a day', () => {
  const bothSides = ({ bid, ask, last, bidSize, askSize }: Quote): boolean =>
    bid === last && ask === last && bidSize === askSize && bidSize >= 100n

  test('its first and its last quote are auctions at one price, no other is', LONG, () => {
    for (const { listing } of house.universe.shares.filter((_share, place) => place % 30 === 0)) {
      const { open, close } = market.sessionAt(listing.slice(0, 4) as 'XNYS', Date.UTC(2026, 10, 18, 15))!
      const quotes = market.quotesIn(listing, open, close, 40_000)
      const auctions = quotes.filter(bothSides)
      const halted = halts.filter((halt) => halt.listing === listing && halt.open === open)
      expect(auctions.map(({ at }) => at)).toEqual([
        quotes[0]!.at,
        ...halted.map(({ until }) => until),
        quotes.at(-1)!.at,
      ])
      const day = market.dayFiguresAt(listing, close)!
      expect([auctions[0]!.last, auctions.at(-1)!.last]).toEqual([day.open, day.last])
      const part = Number(auctions.at(-1)!.bidSize) / Number(day.volume)
      expect(part).toBeGreaterThan(0.04)
      expect(part).toBeLessThan(0.14)
      const closing = minutesOf(listing, close - MINUTE, close, close).volume[0]!
      expect(closing).toBeGreaterThan(auctions.at(-1)!.bidSize)
      // The volume of the closing auction is not known before it.
      expect(
        minutesOf(listing, close - MINUTE, close, close - 2 * SECOND).volume[0]! + auctions.at(-1)!.bidSize,
      ).toBeLessThanOrEqual(closing)
    }
  })

  test('a market that never stops has none', () => {
    const always = practiceMarket(testHouse('always'))
    const { open } = always.sessionAt('XNYS', Date.UTC(2026, 10, 18, 15))!
    for (const at of [open, open + 24 * 60 * MINUTE - 1_500]) {
      const quotes = always.quotesIn('XNYS:LMR', at, at + 2 * SECOND, 5)
      expect(quotes.every(({ bid, ask }) => bid < ask)).toBe(true)
    }
  })
})
