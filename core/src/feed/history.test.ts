import { expect, test } from 'vitest'
import { readBarsPage, readEuroRate, readLatestQuotes } from './history.ts'

const bar = { t: '2026-11-19T05:00:00Z', o: 10, h: 11, l: 9, c: 10.5, v: 500, n: 3, vw: 10.1 }

test('a page of bars, with where it goes on; days are those of New York', () => {
  const page = readBarsPage(
    { bars: { ABC: [bar, { ...bar, l: 12 }, null], DEF: 'none' }, next_page_token: 'x' },
    '1Day',
  )
  const at = Date.UTC(2026, 10, 19)
  expect(page?.bars.get('ABC')).toEqual([
    { at, open: 100_000, high: 110_000, low: 90_000, close: 105_000, volume: 500 },
  ])
  expect([page?.next, page?.bars.has('DEF')]).toEqual(['x', false])
  expect(readBarsPage({ bars: null, next_page_token: null }, '1Min')).toEqual({ bars: new Map(), next: null })
  expect([null, {}, { bars: 7 }, { message: 'forbidden' }].map((body) => readBarsPage(body, '1Min'))).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('the latest quotes are those of the stream; a rate is the middle in millionths', () => {
  const quote = { t: '2026-11-20T15:00:00Z', ax: 'Q', ap: 10.02, as: 4, bx: 'U', bp: 10, bs: 1, c: ['R'], z: 'C' }
  expect(readLatestQuotes({ quotes: { ABC: quote, DEF: { ...quote, bp: 11 } } })).toMatchObject([
    { symbol: 'ABC', bid: 100_000 },
  ])
  expect(readLatestQuotes('nothing')).toEqual([])
  const rate = { bp: 1.08147, mp: 1.0815, ap: 1.08153, t: '2026-11-20T15:00:00Z' }
  expect(readEuroRate({ rates: { EURUSD: rate } })).toEqual({ at: Date.UTC(2026, 10, 20, 15), rate: 1_081_500 })
  expect(readEuroRate({ rates: { EURUSD: { ...rate, mp: -1 } } })).toBeNull()
  expect(readEuroRate({ message: 'forbidden' })).toBeNull()
})
