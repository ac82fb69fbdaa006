import { expect, test } from 'vitest'
import { settableClock } from '../base/clock.ts'
import { START, watchedSource } from '../discover/discover.testing.ts'
import { minutesInTurns } from './market.minutes.ts'
import { marketFor } from './market.quotes.ts'

const DAY = 24 * 3_600_000
const clock = settableClock(START)
const source = watchedSource(clock)
const market = marketFor(source)
const index = market.instruments.find(({ kind }) => kind === 'index')!.listing
const share = market.instruments.find(({ kind }) => kind === 'share')!.listing

test.each([
  ['newest candles of an index', index, Infinity, 100],
  ['newest candles of a share', share, Infinity, 700],
  ['older candles of an index', index, START - DAY, 60],
  ['older candles of a share', share, START - 3 * DAY, 700],
] as const)(
  'the %s are built between other work, and are those of one computation',
  async (_which, listing, to, most) => {
    let turns = 0
    let waiting = setImmediate(function count() {
      turns += 1
      waiting = setImmediate(count)
    })
    const range = { from: 0, to, most }
    const request = { listing, interval: '60minutes', form: 'adjusted' } as const
    const candles = await minutesInTurns(market, request, range)
    clearImmediate(waiting)
    expect(candles.at).toHaveLength(most)
    expect(candles).toEqual(source.candlesAt(listing, '60minutes', { ...range, to: Math.min(to, START + 1) }, START))
    expect(turns).toBeGreaterThan(0)
  },
)

test('a step asks for days of one index and ten of a share, and the cache has the steps before', async () => {
  const spans: number[] = []
  const watched = {
    ...source,
    candlesAt: ((listing, interval, range, until) => {
      if (until === START)
        spans.push(Math.round((Math.min(range.to, START) - Math.max(range.from, START - 40 * DAY)) / DAY))
      return source.candlesAt(listing, interval, range, until)
    }) as typeof source.candlesAt,
  }
  const range = { from: START - 5 * DAY, to: Infinity, most: 2_000 }
  const request = { listing: index, interval: '30minutes', form: 'adjusted' } as const
  const fresh = marketFor(watched)
  await minutesInTurns(fresh, request, range)
  expect(Math.max(...spans)).toBe(1)
  const [first] = [spans.length]
  await minutesInTurns(fresh, request, range)
  // The second time each step asks for the running candle alone.
  expect(spans.slice(first).every((days) => days === 0)).toBe(true)
})

test('the candles end where the history begins, and a listing without any has none', async () => {
  const begins = START - 3 * DAY
  const short = {
    ...market,
    candles: (listing, interval, { from, to, most }) =>
      market.candles(listing, interval, { from: Math.max(from, begins), to, most }),
  } as typeof market
  const request = { listing: share, interval: '15minutes', form: 'adjusted' } as const
  const range = { from: 0, to: Infinity, most: 2_000 }
  expect((await minutesInTurns(short, request, range)).at[0]).toBe(begins)
  expect((await minutesInTurns(short, request, { ...range, to: begins })).at).toEqual([])
})
