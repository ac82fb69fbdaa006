import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { maxOf, minOf } from '../base/amount.ts'
import { HOUR } from '../base/instant.ts'
import { dayNumberOf, dayOf } from '../calendar/days.ts'
import { openingDayAt } from '../calendar/sessions.ts'
import { practiceMarket } from './practice.ts'
import { testHouse } from './practice.testing.ts'
import { chainFor, isSeedOf } from './seeds.ts'
import { practiceUniverse } from '../universe/universe.ts'

const openedAt = Date.UTC(2026, 10, 20, 16, 30)
const now = openedAt + 52 * HOUR

describe('a house with a chain of seeds, as the documentation has it', () => {
  const { end, seeds } = chainFor(sha256(utf8ToBytes('chance')))
  const openingDay = dayOf(openingDayAt(openedAt))
  const first = dayNumberOf(openingDay)
  const historySeed = sha256(utf8ToBytes('history'))
  const house = { universe: practiceUniverse(), hours: 'always' as const, openingDay, historySeed }
  const market = practiceMarket({ ...house, daySeed: (day) => seeds[dayNumberOf(day) - first] ?? null })

  test('quotes, figures, candles and the rate are there from the first moment', () => {
    const quote = market.quoteAt('XNYS:LMR', now)!
    expect(now - quote.at).toBeLessThan(1_000)
    expect(market.dayFiguresAt('XNYS:LMR', now)).toMatchObject({ last: quote.last, at: quote.at, day: '2026-11-22' })
    const year = market.candlesAt('XNYS:LMR', 'day', { from: 0, to: now, most: 365 }, now)
    expect(year.at).toHaveLength(365)
    expect(year.close.at(-1)).toBe(quote.last)
    expect(market.rateAt(now)).toMatchObject({ source: 'practice' })
    expect(market.sessionAt('XNYS', now)).toMatchObject({ day: '2026-11-22' })
  })

  test('a customer with the revealed seeds finds the prices that the house showed', () => {
    const over = dayNumberOf('2026-11-21') - first
    const revealed = seeds.slice(0, over + 1)
    revealed.forEach((seed, k) => expect(isSeedOf(end, k, seed)).toBe(true))
    const checker = practiceMarket({ ...house, daySeed: (day) => revealed[dayNumberOf(day) - first] ?? null })
    const then = Date.UTC(2026, 10, 21, 18, 4, 5)
    expect(checker.quoteAt('XMAD:LGM', then)).toEqual(market.quoteAt('XMAD:LGM', then))
    expect(checker.quoteAt('XMAD:LGM', now)).toBeNull()
    expect(checker.boardAt(now).last.every((last) => last === 0)).toBe(true)
  })

  test('another seed of one day gives other prices on that day, and none before it', () => {
    const other = practiceMarket({
      ...house,
      daySeed: (day) => (day === '2026-11-21' ? sha256(seeds[9]!) : (seeds[dayNumberOf(day) - first] ?? null)),
    })
    const [before, on] = [Date.UTC(2026, 10, 20, 20), Date.UTC(2026, 10, 21, 20)]
    expect(other.quoteAt('XNYS:LMR', before)).toEqual(market.quoteAt('XNYS:LMR', before))
    expect(other.quoteAt('XNYS:LMR', on)!.last).not.toBe(market.quoteAt('XNYS:LMR', on)!.last)
  })
})

test('quotes come in order, once each, across a midnight, and no more than asked for', () => {
  const market = practiceMarket(testHouse('always'))
  const midnight = Date.UTC(2026, 10, 17, 5)
  const quotes = market.quotesIn('XNYS:LMR', midnight - 90_000, midnight + 90_000, 1_000)
  expect(quotes).toHaveLength(180)
  expect(quotes.every(({ at }, place) => place === 0 || at - quotes[place - 1]!.at === 1_000)).toBe(true)
  expect(market.quotesIn('XNYS:LMR', quotes[0]!.at, quotes[3]!.at, 1_000)).toEqual(quotes.slice(1, 4))
  expect(market.quotesIn('XNYS:LMR', quotes[0]!.at - 1, midnight, 2)).toEqual(quotes.slice(0, 2))
  expect(market.quotesIn('XNAS:LUS', midnight - 5_000, midnight, 9)).toEqual([])
})

test.each(['XNYS:LMR', 'XNAS:LUS'] as const)('%s followed from the open has the figures of its minutes', (listing) => {
  const market = practiceMarket(testHouse('exchange'))
  const { open } = market.sessionAt('XNYS', Date.UTC(2026, 10, 18, 18))!
  // Steps of a second, single minutes, a jump, and back: the day so far does not depend on the path.
  for (const seconds of [
    1, 2, 59, 61, 62, 119, 121, 200, 201, 330, 1_000, 1_001, 9_000, 9_002, 175, 125, 62, 5, 23_400,
  ]) {
    const until = open + seconds * 1_000
    const range = { from: open, to: until, most: 2_000 }
    const { high, low, close, volume } = market.candlesAt(listing, 'minute', range, until)
    expect(market.dayFiguresAt(listing, until)).toMatchObject({
      high: high.reduce<bigint>(maxOf, 0n),
      low: low.reduce<bigint>(minOf, low[0]!),
      volume: volume.reduce((sum, shares) => sum + shares),
      last: market.quoteAt(listing, until)?.last ?? close.at(-1),
    })
  }
})

test('while a market is shut its last quote stands', () => {
  const market = practiceMarket(testHouse('exchange'))
  const [friday, sunday] = [Date.UTC(2026, 10, 20, 21), Date.UTC(2026, 10, 22, 12)]
  expect(market.quoteAt('XNYS:LMR', sunday)).toEqual(market.quoteAt('XNYS:LMR', friday))
  expect(market.dayFiguresAt('XNYS:LMR', sunday)!.day).toBe('2026-11-20')
  expect(market.quotesIn('XNYS:LMR', friday, sunday, 100)).toEqual([])
  expect(market.quotesIn('XNYS:LMR', friday - 2_000, Date.UTC(2026, 10, 23, 14, 30, 2), 9)).toHaveLength(4)
})

test('weeks begin on Monday, months and years on their first day, each at the open of its first session', () => {
  const market = practiceMarket(testHouse('exchange'))
  const range = { from: 0, to: now, most: 3 }
  const days = (at: readonly number[]) => at.map((instant) => new Date(instant).toISOString().slice(0, 16))
  expect(days(market.candlesAt('XNYS:LMR', 'week', range, now).at)).toEqual([
    '2026-11-02T14:30',
    '2026-11-09T14:30',
    '2026-11-16T14:30',
  ])
  expect(days(market.candlesAt('XNYS:LMR', 'month', range, now).at)).toEqual([
    '2026-09-01T13:30',
    '2026-10-01T13:30',
    '2026-11-02T14:30',
  ])
  expect(days(market.candlesAt('XNYS:LMR', 'year', range, now).at)).toEqual([
    '2024-01-02T14:30',
    '2025-01-02T14:30',
    '2026-01-02T14:30',
  ])
})

test('a company reports once a quarter, on a trading day, and its share may open anywhere then', () => {
  const market = practiceMarket(testHouse('exchange'))
  const days = market.reportDays('XNYS:LMR', '2026-01-01', '2027-12-31')
  expect(days).toHaveLength(8)
  for (const day of days) {
    expect(market.sessionAt('XNYS', dayNumberOf(day) * 24 * HOUR + 18 * HOUR)!.day).toBe(day)
  }
  expect(market.reportDays('XNAS:LUS', '2026-01-01', '2027-12-31')).toEqual([])
})

test('warming up works out an index’s days one by one and changes no answer', () => {
  const market = practiceMarket(testHouse('always'))
  expect([...market.warmUp(now, 3)]).toHaveLength(4 * 3)
  const range = { from: 0, to: now, most: 3 }
  const cold = practiceMarket(testHouse('always')).candlesAt('XNAS:LUS', 'day', range, now)
  expect(market.candlesAt('XNAS:LUS', 'day', range, now)).toEqual(cold)
})
