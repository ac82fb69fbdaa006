import { expect, test } from 'vitest'
import { growthOf } from './candle-feed.ts'

const bars = (...at: number[]) => at.map((each) => ({ at: each, open: 1, high: 1, low: 1, close: 1, volume: 1 }))
const shown = { series: 'A', shown: bars(10, 20, 30) }

// prettier-ignore
test.each([
  ['the last one changed',         'A', bars(10, 20, 30),            { older: 0, newer: 0 }],
  ['one more',                     'A', bars(10, 20, 30, 40),        { older: 0, newer: 1 }],
  ['older ones came',              'A', bars(1, 2, 10, 20, 30),      { older: 2, newer: 0 }],
  ['both at once',                 'A', bars(1, 10, 20, 30, 40, 50), { older: 1, newer: 2 }],
  ['another series',               'B', bars(10, 20, 30),            null],
  ['the first one is gone',        'A', bars(20, 30, 40),            null],
  ['one between is gone',          'A', bars(10, 30),                null],
  ['one between came',             'A', bars(10, 20, 25, 30),        null],
  ['none',                         'A', bars(),                      null],
])('%s', (_what, series, candles, growth) => {
  expect(growthOf(shown, series, candles)).toEqual(growth)
  expect(growthOf({ series, shown: [] }, series, candles)).toBeNull()
})
