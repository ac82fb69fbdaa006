import { describe, expect, test } from 'vitest'
import { MINUTE } from '../base/instant.ts'
import { mix } from '../base/noise.ts'
import type { Session } from '../market/market.contract.ts'
import { minutesOf, walkOf } from './backtest.testing.ts'
import { minuteOf } from './events.testing.ts'
import { FEATURES } from './model.features.ts'
import { train, type FeatureReader } from './model.training.ts'

/** The effect of each feature: the basis points by which the price changes in an hour, for each unit of it. */
const EFFECTS = [30, -20, 10, 5, -5, 0, 15, -40]
const SESSIONS = 400
const FIRST = 66

/** Features of no price, one row a session, and sessions in which the price follows them. */
const featuresOn = (day: number): number[] => FEATURES.map((_name, n) => (mix(day, n, 5, 7, 11) % 2_001) / 1_000 - 1)
const drawn: FeatureReader = ({ at }) => {
  const days = new Map(Array.from({ length: SESSIONS }, (_day, day) => [minuteOf(day, FIRST).at, day]))
  return Array.from(at, (instant) => (days.has(instant) ? featuresOn(days.get(instant) ?? 0) : null))
}
const followers = minutesOf(
  Array.from({ length: SESSIONS }, (_day, day) => {
    const bps = featuresOn(day).reduce((sum, value, n) => sum + value * (EFFECTS[n] ?? 0), 0)
    const after = Math.round(1_000_000 * (1 + bps / 10_000))
    return [
      { day, minute: FIRST, bid: 1_000_000, ask: 1_000_000 },
      { day, minute: FIRST + 60, bid: after, ask: after },
    ]
  }).flat(),
)

describe('a training', () => {
  test('has a weight for each feature, in their order', () => {
    const { weights, samples } = train([walkOf(3, 4)])
    expect(weights.map(({ name }) => name)).toEqual([...FEATURES])
    // Each session but the first has one sample a span, from the window's end to an hour before the close, with both quotes.
    expect(samples).toBeLessThanOrEqual(3 * 53)
    expect(samples).toBeGreaterThan(3 * 45)
  })

  test('has no sample over the close, where the next session begins at once', () => {
    const walk = walkOf(3, 1, 3 * 390)
    const [first] = walk.sessions as [Session]
    const sessions = [0, 1, 2].map((n) => {
      const open = first.open + n * 390 * MINUTE
      return { ...first, open, close: open + 390 * MINUTE }
    })
    const { samples } = train([{ ...walk, sessions }])
    expect(samples).toBeLessThanOrEqual(2 * 53)
    expect(samples).toBeGreaterThan(2 * 45)
  })

  test('finds the weights that the price follows', () => {
    const { weights, spread } = train([followers], drawn)
    const effects = weights.map(({ weight, scale }) => weight / scale)
    // The penalty takes a hundredth of each.
    for (const [n, effect] of EFFECTS.entries()) expect(effects[n]).toBeCloseTo(effect / 1.01, 0)
    const mean = EFFECTS.reduce((sum, effect) => sum + (effect * effect) / 3, 0)
    expect(Math.abs(spread / Math.sqrt(mean) - 1)).toBeLessThan(0.1)
  })

  test('writes the same bytes each time, those of this table', () => {
    const small = (): unknown => train([walkOf(3, 4), walkOf(4, 3)])
    expect(JSON.stringify(small())).toBe(JSON.stringify(small()))
    expect(small()).toMatchInlineSnapshot(`
      {
        "hash": "bcd0de4cb3c2c160e6a45f14a5fcca2ea19c2471c6382d8dc42ebc46f6127de9",
        "samples": 257,
        "spread": 79.32808754695331,
        "weights": [
          {
            "mean": 0.00011644176885276354,
            "name": "change_5",
            "scale": 0.00497077213402287,
            "weight": -1.962237934430403,
          },
          {
            "mean": 0.0004655195212939983,
            "name": "change_15",
            "scale": 0.00817291389489491,
            "weight": 2.6262804150578694,
          },
          {
            "mean": 0.004128972322033285,
            "name": "change_60",
            "scale": 0.016218933997975252,
            "weight": -4.78367764082578,
          },
          {
            "mean": 0.005089209829848979,
            "name": "deviation_60",
            "scale": 0.0008678108914701121,
            "weight": 57.606294012414345,
          },
          {
            "mean": 0.010949071912318325,
            "name": "from_vwap",
            "scale": 0.018315670293310105,
            "weight": -46.10759508204521,
          },
          {
            "mean": 0.34833509760565845,
            "name": "place_in_range",
            "scale": 0.2753221797786452,
            "weight": -62.56385214560113,
          },
          {
            "mean": 0.7731608304219406,
            "name": "range",
            "scale": 0.4227722832921953,
            "weight": 111.60418087234952,
          },
          {
            "mean": 0.002713758355781705,
            "name": "time",
            "scale": 0.19612749156438922,
            "weight": 17.11025819839706,
          },
        ],
      }
    `)
  })

  test('has another hash for other samples', () => {
    expect(train([walkOf(3, 4)]).hash).not.toBe(train([walkOf(4, 4)]).hash)
  })

  test('has a sample', () => {
    expect(() => train([walkOf(3, 1)])).toThrow('a training has a sample')
  })
})
