import { expect, test } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import { settableClock } from '../base/clock.ts'
import { START, watchedSource } from './discover.testing.ts'
import { historyOf } from '../market/market.history.ts'
import { marketFor } from '../market/market.quotes.ts'

const INDEX = 'XMAD:LM35' as ListingId
const HOUR = 3_600_000

test('the years of an index are made a day at a time between other work, and two callers share one computation', async () => {
  const market = marketFor(watchedSource(settableClock(START)))
  let reads = 0
  const { make: history } = historyOf({
    ...market,
    candles: (listing, interval, range) => {
      expect([listing, interval, range.to - range.from]).toEqual([INDEX, 'day', 24 * HOUR])
      reads += 1
      return market.candles(listing, interval, range)
    },
  })
  let turns = 0
  const timer = setInterval(() => (turns += 1))
  const range = { from: START - 40 * 24 * HOUR, to: Infinity, most: 2_000 }
  await Promise.all([history(INDEX, 'month', range), history(INDEX, 'week', range)])
  clearInterval(timer)
  expect(reads).toBe(40)
  expect(turns).toBeGreaterThan(0)
  await history(INDEX, 'year', range)
  await history(INDEX, 'minute', { ...range, from: 0 })
  expect(reads).toBe(40)
})

test('an index history ends where the source’s history begins', async () => {
  const days = [100, 101, 102].map((day) => day * 24 * HOUR)
  const { make: history } = historyOf({
    find: () => ({ kind: 'index' }) as never,
    now: () => 103 * 24 * HOUR,
    candles: (_listing, _interval, { from, to }) => ({ at: days.filter((at) => at >= from && at < to) }) as never,
  })
  await expect(history(INDEX, 'year', { from: 0, to: Infinity, most: 10 })).resolves.toBeUndefined()
})

test('the years of a share are made some days at a time, between other work', async () => {
  const market = marketFor(watchedSource(settableClock(START)))
  const share = market.instruments.find(({ kind }) => kind === 'share')!.listing
  const spans: number[] = []
  const { make: history } = historyOf({
    ...market,
    candles: (listing, interval, range) => {
      spans.push((range.to - range.from) / (24 * HOUR))
      return market.candles(listing, interval, range)
    },
  })
  let turns = 0
  const timer = setInterval(() => (turns += 1))
  const range = { from: START - 400 * 24 * HOUR, to: Infinity, most: 2_000 }
  await Promise.all([history(share, 'year', range), history(share, 'day', range)])
  clearInterval(timer)
  expect(spans).toEqual(Array<number>(40).fill(10))
  expect(turns).toBeGreaterThan(0)
  await history(share, 'day', range)
  expect(spans).toHaveLength(40)
})

test('more shares at once than the cache holds are all made, once each', async () => {
  let reads = 0
  const { make: history } = historyOf({
    find: () => ({ kind: 'share' }) as never,
    now: () => START,
    candles: (_listing, _interval, { from }) => {
      reads += 1
      return { at: [from] } as never
    },
  })
  const range = { from: START - 30 * 24 * HOUR, to: Infinity, most: 100 }
  const listings = Array.from({ length: 200 }, (_listing, n) => `XNYS:N${n}` as ListingId)
  await Promise.all(listings.map((listing) => history(listing, 'day', range)))
  expect(reads).toBe(200 * 3)
})
