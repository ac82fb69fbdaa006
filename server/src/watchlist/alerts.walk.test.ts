import { expect, test } from 'vitest'
import { aCustomer } from '@lonja/core/base/ids.testing'
import { priceE4, type ListingId } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import type { Hours } from '@lonja/core/calendar/sessions'
import { practiceMarket } from '@lonja/core/practice/practice'
import { testHouse } from '@lonja/core/practice/practice.testing'
import { reaches, type Reach, type AlertQuote } from '@lonja/core/watchlist/alerts.rules'
import { dice } from '../testing/fuzz.dice.ts'
import { marketFor, type Market } from '../market/market.quotes.ts'
import { openAlerts } from './alerts.open.ts'
import { reachingQuotes, type Walker } from './alerts.walk.ts'

/** A Friday afternoon when New York and Madrid are both open. */
const NOW: Instant = Date.UTC(2026, 10, 20, 15, 30, 0, 500)
const marketOf = (hours: Hours): Market =>
  marketFor({ ...practiceMarket(testHouse(hours)), now: () => NOW, wallTimeOf: (at) => at })

const walkerFor = (listing: ListingId, reach: Reach): Walker => ({ listing, reach: () => reach, previous: null })

async function walked(market: Market, walker: Walker, after: Instant, until: Instant): Promise<AlertQuote[]> {
  const quotes: AlertQuote[] = []
  for await (const seen of reachingQuotes(market, walker, after, until)) quotes.push(seen)
  return quotes
}

test.each<Hours>(['always', 'exchange'])(
  'narrowing a long stretch skips no quote that is in reach: %s hours',
  async (hours) => {
    const market = marketOf(hours)
    const shares = market.instruments.filter(({ kind }) => kind === 'share')
    const chance = dice(11)
    let met = 0
    for (let round = 0; round < 12; round += 1) {
      const { listing } = chance.pick(shares)
      const until = NOW - chance.below(2 * HOUR)
      const after = until - 10 * MINUTE - chance.below(8 * HOUR)
      const all = market.nextQuotes(listing, after, until, 50_000)
      const lasts = all.map(({ last }) => last).sort((one, other) => Number(one - other))
      // Levels that a hundredth of the quotes reach, or a few, or none.
      const at = (share: number): bigint => lasts[Math.floor((lasts.length - 1) * share)] ?? 0n
      const reach = {
        top: at(chance.pick([1, 0.999, 0.99])) + chance.pick([0n, 1n]),
        bottom: at(chance.pick([0, 0.001])),
      }
      const expected = all.filter(({ last }) => reaches(reach, last)).map((quote) => quote.at)
      const quotes = await walked(market, walkerFor(listing, reach), after, until)
      expect([listing, quotes.map((seen) => seen.at)]).toEqual([listing, expected])
      met += quotes.length
      const first = quotes[0]
      if (first) expect(market.quoteAt(listing, first.at)?.last).toBe(first.last)
    }
    expect(met).toBeGreaterThan(20)
  },
)

test('a night that stays short of the level needs hardly any calls', async () => {
  const market = marketOf('always')
  const { listing } = market.instruments.find(({ kind }) => kind === 'share')!
  let reads = 0
  const counted: Market = {
    ...market,
    nextQuotes: (...of) => {
      const quotes = market.nextQuotes(...of)
      reads += quotes.length
      return quotes
    },
  }
  const night = [NOW - 12 * HOUR, NOW] as const
  expect(await walked(counted, walkerFor(listing, { top: 1n << 60n, bottom: 1n }), ...night)).toEqual([])
  expect(reads).toBe(0)
  // A level in the middle of the night: only the minutes that reach it are read.
  const all = market.nextQuotes(listing, ...night, 50_000)
  const highest = all.reduce((most, { last }) => (last > most ? last : most), priceE4(0n))
  const hits = await walked(counted, walkerFor(listing, { top: highest, bottom: null }), ...night)
  expect(hits.length).toBeGreaterThan(0)
  expect(reads).toBeLessThan(all.length / 20)
})

test('an index is checked at the end of each minute, with the value of its candle', async () => {
  const market = marketOf('always')
  const { listing } = market.instruments.find(({ kind }) => kind === 'index')!
  const from = Math.floor(NOW / MINUTE) * MINUTE - 30 * MINUTE
  const quotes = await walked(market, walkerFor(listing, { top: 0n, bottom: null }), from, NOW)
  const minutes = market.candles(listing, 'minute', { from, to: NOW, most: 100 })
  expect(quotes.map(({ at }) => at)).toEqual(Array.from({ length: 30 }, (_minute, n) => from + (n + 1) * MINUTE))
  expect(quotes.map(({ last }) => last)).toEqual(minutes.close.slice(0, 30))
  expect(await walked(market, walkerFor(listing, { top: 0n, bottom: null }), from + 1, from + MINUTE - 1)).toEqual([])
})

test('ten thousand alerts cost as many calls as they have listings', async () => {
  const market = marketOf('always')
  const shares = market.instruments.filter(({ kind }) => kind === 'share').slice(0, 12)
  const open = openAlerts()
  for (let n = 0; n < 10_000; n += 1) {
    const { listing } = shares[n % shares.length]!
    const level = priceE4((1n << 50n) + BigInt(n))
    open.take({
      customer: aCustomer(`c${n % 500}`),
      id: `a${n}`,
      listing,
      kind: 'above',
      level,
      percentBps: null,
      repeats: 'once',
      note: null,
      madeAt: NOW,
      armedAt: NOW - 2 * SECOND,
      paused: false,
      firedAt: null,
      firedDay: null,
      removedAt: null,
    })
  }
  expect([open.size(), open.books().length]).toEqual([10_000, 12])
  const reads = new Map<ListingId, number>()
  const counted: Market = {
    ...market,
    nextQuotes: (listing, ...of) => {
      reads.set(listing, (reads.get(listing) ?? 0) + 1)
      return market.nextQuotes(listing, ...of)
    },
  }
  for (const book of open.books()) {
    book.settle()
    let looked = 0
    const walker: Walker = {
      listing: book.listing,
      previous: null,
      reach: (...of) => {
        looked += 1
        return book.reach(...of)
      },
    }
    for await (const _seen of reachingQuotes(counted, walker, NOW - 2 * SECOND, NOW)) throw new Error('nothing is met')
    expect(looked).toBeLessThanOrEqual(3)
  }
  expect(reads.size).toBe(12)
  expect(Math.max(...reads.values())).toBeLessThanOrEqual(2)
})
