import { expect, test } from 'vitest'
import { bar, holding, lastOrders } from './events.testing.ts'
import { momentum } from './momentum.ts'
import { meanReversion } from './reversion.ts'
import { NO_SAMPLES, sampled } from './samples.ts'

// Sessions open at 14:30, so a span of five minutes ends at each fifth minute of them.
// prettier-ignore
test.each([
  ['the span in which it begins has none', [1, 2, 5],               []],
  ['the first bar of a span is its close', [1, 6, 7, 10],           [6]],
  ['a bar at the end is of that span',     [1, 10, 11],             [10, 11]],
  ['spans without a bar have none',        [1, 6, 21],              [6, 21]],
  ['the oldest goes',                      [1, 6, 11, 16, 21],      [11, 16, 21]],
])('samples: %s', (_line, minutes, closes) => {
  const samples = minutes.reduce((before, minute) => sampled(before, bar(0, minute, minute), 5, 3), NO_SAMPLES)
  expect(samples.closes).toEqual(closes.map((close) => close * 100))
})

const own = holding(100)
const rise = [bar(0, 1, 1_000), bar(0, 6, 1_000), bar(0, 11, 1_300)]

// prettier-ignore
test.each([
  ['a rise by so much buys',         [...rise, bar(0, 16, 1_010)],                          'buy 990'],
  ['a cent less does not',           [...rise, bar(0, 16, 1_009)],                          ''],
  ['within a span it does not',      [...rise, bar(0, 16, 1_009), bar(0, 17, 1_200)],       ''],
  ['too few spans',                  [...rise.slice(1), bar(0, 16, 1_900)],                 ''],
  ['while an order waits',           [...rise, bar(0, 16, 1_010, { ...own, shares: 0, buying: 9 })], ''],
  ['the price of before keeps',      [...rise, bar(0, 16, 1_000, own)],                     ''],
  ['a cent below it sells',          [...rise, bar(0, 16, 999, own)],                       'sell 100'],
  ['it looks over the close',        [...rise, bar(1, 1, 1_010)],                           'buy 990'],
])('momentum: %s', (_line, bars, orders) => {
  expect(lastOrders(momentum, bars, { spanMinutes: 5, spans: 2 })).toBe(orders)
})

// Closes of 10.00, 10.00, 10.00, 10.00 and one of 9.00: the mean is 9.80, the deviation 0.40, so it is exactly two away.
const level = [1, 6, 11, 16, 21].map((minute) => bar(0, minute, 1_000))

// prettier-ignore
test.each([
  ['two deviations below buys',      20, [...level, bar(0, 26, 900)],                           'buy 1111'],
  ['a tenth more does not',          21, [...level, bar(0, 26, 900)],                           ''],
  ['within a span it does not',      20, [...level, bar(0, 26, 1_000), bar(0, 27, 900)],        ''],
  ['no deviation',                   20, [...level, bar(0, 26, 1_000)],                         ''],
  ['too few spans',                  20, [...level.slice(1), bar(0, 26, 900)],                  ''],
  ['while an order waits',           20, [...level, bar(0, 26, 900, { ...own, shares: 0, buying: 9 })], ''],
  ['below the mean keeps',           20, [...level, bar(0, 26, 999, own)],                      ''],
  ['the mean sells',                 20, [...level, bar(0, 26, 1_000, own)],                    'sell 100'],
])('mean reversion: %s', (_line, deviationTenths, bars, orders) => {
  expect(lastOrders(meanReversion, bars, { spanMinutes: 5, spans: 5, deviationTenths })).toBe(orders)
})
