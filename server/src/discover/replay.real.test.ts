import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import { MINUTE, type Instant } from '@lonja/core/base/instant'
import { LISTS, listInstruments } from '@lonja/core/discover/discover.contract'
import {
  INTERVALS,
  listCandles,
  readExchangeRate,
  readInstrument,
  searchInstruments,
} from '@lonja/core/market/market.contract'
import { settableClock } from '../base/clock.ts'
import type { Market } from '../market/market.quotes.ts'
import { findRealBars, openLookDoor, recordedMarket, type Recordings } from '../market/market.testing.ts'
import { marketRoutes } from '../market/market.routes.ts'
import { discoverRoutes } from './discover.routes.ts'

const folder = findRealBars()
if (!folder) console.info('The tests on real bars are skipped: LONJA_BARS names no folder with them.')

const TICKERS = ['IBM', 'SPY', 'BAC'] as const
const listingOf = (ticker: string): ListingId => `XNYS:${ticker}`
const END = Date.parse('2013-10-12T00:00:00Z')

interface MinuteRow {
  readonly time: string
  readonly at: Instant
  readonly figures: readonly string[]
}

const read = new Map<string, { heading: string; rows: MinuteRow[] }>()

/** The rows of a file, read without the parser under test. */
function contentOf(name: string): { heading: string; rows: MinuteRow[] } {
  const known = read.get(name)
  if (known) return known
  const [heading = '', ...lines] = readFileSync(join(folder as string, name), 'utf8')
    .trimEnd()
    .split('\n')
  const rows = lines.map((line) => {
    const [time = '', ...figures] = line.split(',')
    return { time, at: Date.parse(time), figures }
  })
  read.set(name, { heading, rows })
  return { heading, rows }
}
const rowsOf = (name: string): MinuteRow[] => contentOf(name).rows

function fileOf(name: string, keep: (row: MinuteRow) => boolean): string {
  const { heading, rows } = contentOf(name)
  const rest = rows.filter(keep)
  return rest.length === 0
    ? ''
    : [heading, ...rest.map(({ time, figures }) => [time, ...figures].join(',')), ''].join('\n')
}

/**
 * The part of the files known at a moment of those days, when New York was four hours behind UTC and closed at 20:00.
 */
function knownAt(at: Instant): Recordings {
  const isOver = (row: MinuteRow): boolean => row.at + MINUTE <= at
  const isDayOver = ({ time }: MinuteRow): boolean => Date.parse(`${time}T20:00:00Z`) <= at
  return Object.fromEntries(
    TICKERS.map((ticker) => {
      const minutes = fileOf(`${ticker}.minute.csv`, isOver)
      return [listingOf(ticker), { ...(minutes && { minutes }), days: fileOf(`${ticker}.daily.csv`, isDayOver) }]
    }),
  )
}

describe.skipIf(!folder)('the recorded days of October 2013', () => {
  const clock = settableClock(END)
  let whole: Awaited<ReturnType<typeof openLookDoor>>
  beforeAll(async () => {
    const market = recordedMarket(clock, knownAt(Infinity))
    whole = await openLookDoor(routesOf(market), clock)
  })
  afterAll(() => whole.close())

  test.each(TICKERS)('every minute of %s is served as it stands in the file', async (ticker) => {
    clock.set(END)
    const rows = rowsOf(`${ticker}.minute.csv`)
    const served: string[] = []
    let from = 0
    for (;;) {
      const to =
        Math.min(
          ...rows
            .map(({ at }) => at)
            .filter((at) => at >= from)
            .slice(0, 2_000)
            .slice(-1),
        ) + 1
      const page = await whole.ask(listCandles, {
        listing: listingOf(ticker),
        interval: 'minute',
        from,
        to,
        limit: 2_000,
      })
      for (const [n, at] of page.at.entries()) {
        const figures = [page.open[n], page.high[n], page.low[n], page.close[n]].map(Number)
        served.push([new Date(at).toISOString().replace('.000', ''), ...figures, page.volume[n]].join(','))
      }
      if (page.at.length < 2_000) break
      from = to
    }
    expect(served).toEqual(
      rows.map(({ time, figures }) => [time, ...figures.slice(0, 4).map(Number), figures[4]].join(',')),
    )
  })

  test('days made of regular minutes equal the daily file in open, high, low and close but for five figures', async () => {
    const differ: string[] = []
    let compared = 0
    let worstVolume = 0
    for (const ticker of TICKERS) {
      const days = new Map(rowsOf(`${ticker}.daily.csv`).map(({ time, figures }) => [time, figures]))
      const range = { from: Date.parse('2013-10-04T00:00:00Z'), to: END }
      const page = await whole.ask(listCandles, { listing: listingOf(ticker), interval: 'day', ...range })
      for (const [n, at] of page.at.entries()) {
        const day = new Date(at).toISOString().slice(0, 10)
        const file = days.get(day) ?? []
        for (const [field, name] of (['open', 'high', 'low', 'close'] as const).entries()) {
          compared++
          const [minutes, daily] = [Number(page[name][n]), Number(file[field])]
          if (minutes !== daily) differ.push(`${ticker} ${day} ${name}: minutes ${minutes}, daily file ${daily}`)
        }
        worstVolume = Math.max(worstVolume, Math.abs(Number(page.volume[n]) / Number(file[4]) - 1))
      }
    }
    expect(compared).toBe(72)
    expect(differ).toEqual([
      'IBM 2013-10-04 high: minutes 185.13, daily file 185.09',
      'IBM 2013-10-08 high: minutes 181.99, daily file 181.92',
      'IBM 2013-10-09 high: minutes 181.67, daily file 181.66',
      'IBM 2013-10-09 low: minutes 179.1, daily file 179.11',
      'SPY 2013-10-08 low: minutes 165.36, daily file 165.37',
    ])
    expect(worstVolume).toBeLessThanOrEqual(0.021)
  })

  test('at any clock, every call answers as if the files ended there', async () => {
    // In a session's first minute only its opening is new, and that was announced.
    const isFirstMinute = (at: Instant): boolean => new Date(at).toISOString().slice(11, 16) === '13:30'
    const moments = fc.integer({ min: Date.parse('2013-10-04T08:00:00Z'), max: END }).filter((at) => !isFirstMinute(at))
    await fc.assert(
      fc.asyncProperty(moments, async (at) => {
        clock.set(at)
        const market = recordedMarket(clock, knownAt(at))
        const cut = await openLookDoor(routesOf(market), clock, whole.db)
        for (const [call, input] of everyCall()) {
          // The opening and closing times of sessions are known ahead, and whether a listing is ever quoted is said
          // from the start. All else must be as in the cut files.
          const { session: _one, unquoted: _ever, ...expected } = Object(await cut.ask(call, input))
          const { session: _other, unquoted: _said, ...answered } = Object(await whole.ask(call, input))
          expect(withoutAge(answered)).toEqual(withoutAge(expected))
        }
        await cut.close()
      }),
      { numRuns: 8 },
    )
  })
})

const routesOf = (market: Market) => [
  ...marketRoutes(market),
  ...discoverRoutes(
    market,
    () => Promise.resolve(new Map()),
    () => Promise.resolve([]),
  ),
]

/** Whether a quote is stale depends on the session being open, which is announced. */
const withoutAge = (answer: object): object =>
  JSON.parse(JSON.stringify(answer, (name: string, value: unknown) => (name === 'stale' ? undefined : value))) as object

const everyCall = () => [
  ...TICKERS.flatMap((ticker) => [
    [readInstrument, { listing: listingOf(ticker) }] as const,
    ...INTERVALS.map((interval) => [listCandles, { listing: listingOf(ticker), interval, limit: 400 }] as const),
    [listCandles, { listing: listingOf(ticker), interval: 'minute', to: END, limit: 2_000 }] as const,
  ]),
  [searchInstruments, { words: 'B' }] as const,
  ...LISTS.map((list) => [listInstruments, { list, lines: '1' }] as const),
  [readExchangeRate, {}] as const,
]
