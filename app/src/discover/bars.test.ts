import { expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { Interval } from '@lonja/core/market/market.contract'
import { joined, withLiveFigures } from './bars.ts'

const bar = (at: number, close = at) => ({ at, open: close, high: close + 1, low: close - 1, close, volume: 100 })
const bars = [bar(10), bar(20), bar(30)]
const session = { open: 30, close: 40 }
const live = (at: number, last: number, more: object = {}) => ({
  at,
  last: priceE4(BigInt(last * 10_000)),
  high: priceE4(BigInt(last * 10_000)),
  low: priceE4(BigInt(last * 10_000)),
  volume: 777n,
  ...more,
})

test('older bars are added in front, and bars that left the newer window stay', () => {
  expect(joined([bar(1), bar(10)], bars).map(({ at }) => at)).toEqual([1, 10, 20, 30])
  expect(joined(bars, [bar(20, 5), bar(30), bar(40)]).map(({ at, close }) => [at, close])).toEqual([
    [10, 10],
    [20, 5],
    [30, 30],
    [40, 40],
  ])
  expect([joined([], bars), joined(bars, [])]).toEqual([bars, bars])
})

// prettier-ignore
test.each<[string, Interval, { open: number | null; close: number | null }, number, number | null]>([
  // case                                                   session                    at   the last volume, or none changed
  ['the day, just after its open',            'day',   session,                        31,  777],
  ['the day, at its close',                   'day',   session,                        40,  777],
  ['a quote of before the open',              'day',   session,                        30,  null],
  ['a quote of the next session',             'day',   session,                        41,  null],
  ['a session that has not traded yet',       'day',   { open: 40, close: 50 },        45,  null],
  ['the week that the session is in',         'week',  { open: 35, close: 45 },        41,  100],
  ['a year that begins with the session',     'year',  session,                        31,  100],
  ['a market that is closed for good',        'day',   { open: null, close: null },    31,  null],
])('%s: %s', (_what, interval, during, at, volume) => {
  const shown = withLiveFigures(bars, interval, during, live(at, 35))
  if (volume === null) expect(shown).toBe(bars)
  else expect(shown).toEqual([...bars.slice(0, 2), { at: 30, open: 30, high: 35, low: 29, close: 35, volume }])
})

test('nothing new is nothing new, and nothing is drawn of nothing', () => {
  const same = [bar(30)]
  expect(withLiveFigures(same, 'day', session, live(31, 30, { volume: 100n }))).toBe(same)
  expect(withLiveFigures([], 'day', session, live(31, 30))).toEqual([])
  expect(withLiveFigures(bars, 'day', session, null)).toBe(bars)
})

test('a price of the stream is in the bar of its minutes, and begins the next bar when that one is over', () => {
  const MIN = 60_000
  const quarter = [bar(0), { ...bar(15 * MIN, 30), high: 31, low: 29 }]
  const day = { open: -1, close: 99 * MIN }
  const shown = (at: number, last: number) =>
    withLiveFigures(quarter, '15minutes', day, live(at, last, { high: priceE4(900_000n) }))
  // The day's high is not the bar's.
  expect(shown(29 * MIN, 32).at(-1)).toEqual({ at: 15 * MIN, open: 30, high: 32, low: 29, close: 32, volume: 100 })
  expect(shown(30 * MIN - 1, 28).at(-1)).toMatchObject({ at: 15 * MIN, low: 28 })
  expect(shown(30 * MIN, 28).slice(1)).toEqual([
    quarter[1],
    { at: 30 * MIN, open: 28, high: 28, low: 28, close: 28, volume: 0 },
  ])
  expect(shown(61 * MIN, 28).at(-1)?.at).toBe(60 * MIN)
  expect(shown(15 * MIN - 1, 28)).toBe(quarter)
})
