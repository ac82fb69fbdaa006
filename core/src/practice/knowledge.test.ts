import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../base/instant.ts'
import { DAY_MS, dayNumberOf, dayOf, localInstant } from '../calendar/days.ts'
import { HOURS } from '../calendar/sessions.ts'
import { INTERVALS } from '../market/market.contract.ts'
import { practiceMarket, type PracticeMarket } from './practice.ts'
import { testHouse } from './practice.testing.ts'

/** For properties with many runs on a busy machine. */
const LONG = { timeout: 90_000 }

const FROM = Date.UTC(2026, 9, 2)
const TO = Date.UTC(2026, 10, 21)
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** Every answer about some listings at an instant. */
const askedAt = (market: PracticeMarket, until: number) => ({
  rate: market.rateAt(until),
  index: market.dayFiguresAt('XMAD:LM35', until),
  indexDays: market.candlesAt('XMAD:LM35', 'day', { ...EVER, most: 3 }, until),
  shares: (['XNYS:LMR', 'XMAD:LGM', 'XASE:ZPH'] as const).map((listing) => ({
    quote: market.quoteAt(listing, until),
    quotes: market.quotesIn(listing, until - 3 * MINUTE, until, 500),
    day: market.dayFiguresAt(listing, until),
    candles: INTERVALS.map((interval) => market.candlesAt(listing, interval, { ...EVER, most: 3 }, until)),
  })),
})

describe.each(HOURS)('with hours %s', (hours) => {
  const house = testHouse(hours)
  const market = practiceMarket(house)

  test('what is shown at an instant needs no seed of a later day', LONG, () => {
    const day = fc.integer({ min: Math.ceil(FROM / DAY_MS), max: Math.floor(TO / DAY_MS) - 1 })
    const times = fc.array(fc.integer({ min: 0, max: DAY_MS - 1 }), { minLength: 2, maxLength: 2 })
    fc.assert(
      fc.property(day, times, (latest, within) => {
        const ignorant = practiceMarket({
          ...house,
          daySeed: (label) => (dayNumberOf(label) > latest ? null : house.daySeed(label)),
        })
        for (const time of within) {
          // Madrid's calendar is the first to reach a day: until its midnight no seed of the next day is due.
          const until = localInstant('Europe/Madrid', latest, 0) + time - HOUR
          expect(askedAt(ignorant, until)).toEqual(askedAt(market, until))
        }
      }),
      { numRuns: 3 },
    )
  })

  test('a day in New York is made of its own seed, not of the one that Madrid is already on', () => {
    const day = dayNumberOf('2026-11-18')
    const late = localInstant('America/New_York', day, 20 * HOUR) // the 19th in Madrid
    const ignorant = practiceMarket({
      ...house,
      daySeed: (label) => (dayNumberOf(label) > day ? null : house.daySeed(label)),
    })
    expect(ignorant.dayFiguresAt('XNYS:LMR', late)).toEqual(market.dayFiguresAt('XNYS:LMR', late))
    expect(ignorant.rateAt(late)).toEqual(market.rateAt(late))
    expect(ignorant.quoteAt('XNYS:LMR', late + 40 * HOUR)).toBeNull()
    expect(ignorant.rateAt(late + 40 * HOUR)).toBeNull()
  })

  test('no candle, quote or figure is later than it was asked for', () => {
    fc.assert(
      fc.property(fc.integer({ min: FROM, max: TO }), fc.constantFrom(...INTERVALS), (until, interval) => {
        const candles = market.candlesAt('XNAS:MRVD', interval, { ...EVER, most: 5 }, until)
        expect(candles.at).toHaveLength(5)
        expect(candles.at.every((at) => at < until)).toBe(true)
        expect(market.quoteAt('XNAS:MRVD', until)!.at).toBeLessThanOrEqual(until)
        expect(market.dayFiguresAt('XNAS:MRVD', until)!.at).toBeLessThanOrEqual(until)
        expect(market.rateAt(until)!.at).toBeLessThanOrEqual(until)
      }),
      { numRuns: 150 },
    )
  })

  test('the same question has the same answer, whatever was asked before', LONG, () => {
    const fresh = practiceMarket(house)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: FROM, max: TO }), { minLength: 2, maxLength: 6 }), (instants) => {
        const there = instants.map((until) => fresh.dayFiguresAt('XNAS:LUS', until))
        const back = [...instants].reverse().map((until) => fresh.dayFiguresAt('XNAS:LUS', until))
        expect(back.reverse()).toEqual(there)
      }),
      { numRuns: 8 },
    )
  })

  test('a board that was warmed, and followed through a minute, says what a cold one does', LONG, () => {
    const house = testHouse('exchange')
    const [warm, cold] = [practiceMarket(house), practiceMarket(house)]
    const from = Date.UTC(2026, 10, 18, 15, 12, 7)
    expect([...warm.warmBoard(from)].length).toBeGreaterThan(2)
    for (let second = 0; second < 70; second++) warm.boardAt(from + second * 1_000)
    const until = from + 70_000
    expect(warm.boardAt(until)).toEqual(cold.boardAt(until))
    const past = from - 26 * HOUR
    expect(warm.boardAt(past)).toEqual(practiceMarket(house).boardAt(past))
    expect(warm.boardAt(until + 500)).toEqual(cold.boardAt(until + 500))
  })

  test('the board is the day figures of every instrument', LONG, () => {
    const until = Date.UTC(2026, 10, 18, 15, 12, 7, 400)
    for (const at of [until, until + 1_000, until + 3 * MINUTE, until - 2 * DAY_MS]) {
      const board = market.boardAt(at)
      expect(board.listings).toHaveLength(market.instruments.length)
      board.listings.forEach((listing, place) => {
        const figures = market.dayFiguresAt(listing, at)!
        expect(BigInt(board.last[place]!)).toBe(figures.last)
        expect(BigInt(board.volume[place]!)).toBe(figures.volume)
        expect(BigInt(board.previousClose[place]!)).toBe(figures.previousClose)
        expect(board.at[place]).toBe(figures.at)
      })
    }
  })

  test('nothing is known before the history begins', () => {
    const before = dayNumberOf(house.openingDay) * DAY_MS - 1_900 * DAY_MS
    expect(market.quoteAt('XNYS:LMR', before)).toBeNull()
    expect(market.dayFiguresAt('XNYS:LMR', before)).toBeNull()
    expect(market.candlesAt('XNYS:LMR', 'day', { ...EVER, most: 5 }, before).at).toEqual([])
    expect(market.quoteAt('XNYS:NONE', TO)).toBeNull()
  })
})

test.each([
  ['XNYS:LMR', '2026-03-08', 23],
  ['XNYS:LMR', '2026-11-01', 25],
  ['XMAD:LGM', '2026-03-29', 23],
  ['XMAD:LGM', '2026-10-25', 25],
  ['XMAD:LGM', '2026-10-26', 24],
] as const)('%s on %s has the minutes of %i hours', (listing, day, hours) => {
  const market = practiceMarket(testHouse('always'))
  const noon = dayNumberOf(day) * DAY_MS + 12 * HOUR
  const { open, close } = market.sessionAt(listing.slice(0, 4) as 'XNYS', noon)!
  expect((close - open) / HOUR).toBe(hours)
  const minutes = market.candlesAt(listing, 'minute', { from: open, to: close, most: 2_000 }, close)
  expect(minutes.at).toHaveLength(hours * 60)
  expect(minutes.at.every((at, place) => at === open + place * MINUTE)).toBe(true)
  const figures = market.dayFiguresAt(listing, close)!
  expect(figures.day).toBe(dayOf(dayNumberOf(day)))
  expect(figures.last).toBe(minutes.close.at(-1))
  expect(market.quotesIn(listing, open, close, 100_000)).toHaveLength(hours * 3_600)
})
