import { describe, expect, test } from 'vitest'
import { biasSteps } from './bias.ts'
import { atOnce } from '../base/steps.ts'
import { minutesOf, walkOf } from './backtest.testing.ts'
import { bar, holding, lastOrders } from './events.testing.ts'
import { keep, type BarEvent } from './events.ts'
import {
  FEATURES,
  featuresOf,
  forecastOf,
  NO_SESSION,
  sessionAfter,
  standardOf,
  type FeatureName,
  type Weight,
} from './model.features.ts'
import { findLeak, readFeatures, train, type FeatureReader } from './model.training.ts'
import type { Minutes } from './simulation.rules.ts'
import { strategyOf } from './trained.ts'

/** The features at the last of some bars. */
function lastFeatures(bars: readonly BarEvent[]): Partial<Record<FeatureName, number>> | null {
  let [before, after] = [NO_SESSION, NO_SESSION]
  for (const each of bars) [before, after] = [after, sessionAfter(after, each)]
  const features = featuresOf(before, after, bars[bars.length - 1] as BarEvent)
  return features && Object.fromEntries(FEATURES.map((name, n) => [name, features[n]]))
}

/** The last bar of a day, and the first of each span of the next one: 10.00, then 10.10 at the thirteenth. */
const spans = (count: number, price = (_n: number): number => 1_000): BarEvent[] => [
  bar(0, 390, 900),
  ...Array.from({ length: count }, (_bar, n) => bar(1, n * 5 + 1, price(n))),
]

describe('features', () => {
  test('are of the closes, the volume and the clock of the session', () => {
    // Thirteen closes begin with the second span, so the window is full at the fourteenth.
    const bars = spans(14, (n) => (n === 13 ? 1_020 : n === 12 ? 1_010 : 1_000))
    expect(lastFeatures(bars)).toEqual({
      change_5: 1_020 / 1_010 - 1,
      change_15: 1_020 / 1_000 - 1,
      change_60: 1_020 / 1_000 - 1,
      deviation_60: Math.sqrt(((1_010 / 1_000 - 1) ** 2 + (1_020 / 1_010 - 1) ** 2) / 12),
      from_vwap: (102_000 * 1_400) / ((12 * 100_000 + 101_000 + 102_000) * 100) - 1,
      place_in_range: 0.5,
      range: 20 / 1_020,
      time: 66 / 390 - 0.5,
    })
  })

  // prettier-ignore
  test.each<[string, BarEvent[]]>([
    ['before the window is full',      spans(13)],
    ['within a span',                  [...spans(14), bar(1, 67, 1_000)]],
    ['in a session that began before', spans(14).slice(1)],
    ['without volume',                 spans(14).map((each) => ({ ...each, volume: 0 }))],
    ['early in the next session',      [...spans(14), bar(2, 1, 1_000)]],
  ])('there are none %s', (_line, bars) => {
    expect(lastFeatures(bars)).toBeNull()
  })

  test('a session without a range is in the middle of it', () => {
    expect(lastFeatures(spans(14))).toMatchObject({ place_in_range: 0, range: 0, change_60: 0 })
  })
})

test('a feature far from its mean counts as four deviations, and one without a deviation not at all', () => {
  expect([0, 1.5, 90, -90].map((value) => standardOf(value, { mean: 0.5, scale: 0.5 }))).toEqual([-1, 2, 4, -4])
  expect(standardOf(9, { mean: 0, scale: 0 })).toBe(0)
  const weights: Weight[] = [
    { name: 'change_5', mean: 0, scale: 1, weight: 3 },
    { name: 'time', mean: 0, scale: 0.5, weight: -1 },
  ]
  expect(forecastOf(weights, [2, 0.25])).toBe(5.5)
})

describe('the strategy', () => {
  // It forecasts 10 basis points for each percent of the last span.
  const following = strategyOf({ weights: [{ name: 'change_5', mean: 0, scale: 0.01, weight: 10 }], spread: 10 })
  const own = holding(100)
  const end = (change: number, position = holding(0)): BarEvent[] => [
    ...spans(13),
    { ...bar(1, 66, 1_000 + change), own: { ...position, room: position.shares > 0 ? 0 : 1_000_000 } },
  ]

  // prettier-ignore
  test.each<[string, BarEvent[], string]>([
    ['buys two deviations above the mean', end(20),                                   'buy 980'],
    ['not a cent below',                   end(19),                                   ''],
    ['keeps above the mean',               end(1, own),                               ''],
    ['sells at the mean',                  end(0, own),                               'sell 100'],
    ['sells nothing twice',                end(0, { ...own, selling: 100 }),          ''],
    ['decides once a span',                [...spans(14), bar(1, 67, 900, own)],      ''],
  ])('%s', (_line, bars, orders) => {
    expect(lastOrders(following, bars as ReturnType<typeof bar>[], { entryTenths: 20 })).toBe(orders)
  })
})

/** Features of which the first is another one. It knows the series that it is read from. */
const withFirst =
  (first: (minutes: Minutes, n: number, value: number) => number): FeatureReader =>
  (minutes) =>
    readFeatures(minutes).map((values, n) => values && [first(minutes, n, values[0] ?? 0), ...values.slice(1)])

const closeAt = ({ close }: Minutes, n: number): number => close[n] ?? 0

const LEAKS: readonly (readonly [string, FeatureReader])[] = [
  ['the next close', withFirst((minutes, n) => closeAt(minutes, n + 1) / closeAt(minutes, n) - 1)],
  ['the highest of the next hour', withFirst((minutes, n) => Math.max(...Array.from(minutes.high).slice(n, n + 60)))],
  ['the mean of the series', withFirst((minutes) => Array.from(minutes.close).reduce((sum, each) => sum + each, 0))],
  ['the volume of a minute later', withFirst(({ volume }, n) => volume[n + 1] ?? 0)],
]

/** A strategy that reads the features of a whole series, as the training does. */
const byFeatures =
  (read: FeatureReader) =>
  (minutes: Minutes): ReturnType<typeof strategyOf> => {
    const features = read(minutes)
    const places = new Map(Array.from(minutes.at, (at, n) => [at, n]))
    const strategy = strategyOf({ weights: [], spread: 0 })
    return {
      ...strategy,
      onBar(state, each) {
        const after = sessionAfter(state, each)
        const [change] = features[places.get(each.at) ?? -1] ?? [0]
        const side = (change ?? 0) > 0 ? 'buy' : 'sell'
        return (change ?? 0) === 0 ? keep(after) : { state: after, orders: [{ side, shares: 10, limit: null }] }
      },
    }
  }

describe('a leak in the features', () => {
  const minutes = walkOf(5, 4)

  test('there is none', () => {
    expect(findLeak(readFeatures, minutes)).toBeNull()
    expect(atOnce(biasSteps(byFeatures(readFeatures), minutes, {}))).toEqual([])
  })

  test.each(LEAKS)('%s is found, and nothing is trained on it', (_line, read) => {
    expect(findLeak(read, minutes)).not.toBeNull()
    expect(() => train([minutes], read)).toThrow('a feature knows nothing of the minutes that follow')
  })

  test('a strategy by the next close is not listed', () => {
    const [, read] = LEAKS[0] as (typeof LEAKS)[number]
    expect(atOnce(biasSteps(byFeatures(read), minutes, {})).map(({ bias }) => bias)).toContain('look_ahead')
  })

  test('a series too short for features has none', () => {
    const short = minutesOf([{ minute: 1, bid: 1_000, ask: 1_002 }])
    expect(findLeak(readFeatures, short)).toBeNull()
  })
})
