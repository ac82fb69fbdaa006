import { describe, expect, test } from 'vitest'
import type { Candle } from './candles.ts'
import { INDICATORS, isComputable, linesOf, usualChoice, type Indicator } from './indicators.ts'

/*
 * Tests every indicator against a second computation, straight from its definition and recomputed from the first bar
 * for each bar, and against published figures.
 */

const bar = (close: number, high = close, low = close): Candle => ({ at: 0, open: close, high, low, close, volume: 1 })

/** A year of random-walk bars from a fixed seed. */
const wandering: Candle[] = (() => {
  let [seed, price] = [42, 100]
  const draw = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  return Array.from({ length: 260 }, () => {
    price *= 1 + (draw() - 0.5) / 20
    return bar(price, price * (1 + draw() / 50), price * (1 - draw() / 50))
  })
})()

const closes = wandering.map(({ close }) => close)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const last = (n: number, count: number) => closes.slice(n - count + 1, n + 1)

/**
 * The exponential average at `n` with its weights written out: the mean of the first `period`, then each bar's own
 * weight.
 */
function weighted(values: readonly number[], n: number, period: number): number {
  const alpha = 2 / (period + 1)
  let total = mean(values.slice(0, period)) * (1 - alpha) ** (n - period + 1)
  for (let at = period; at <= n; at++) total += alpha * (1 - alpha) ** (n - at) * (values[at] ?? 0)
  return total
}

function wilder(n: number, period: number): number {
  const changes = closes.slice(1, n + 1).map((close, at) => close - (closes[at] ?? 0))
  const smoothed = (moves: readonly number[]) =>
    moves
      .slice(period)
      .reduce((average, move) => (average * (period - 1) + move) / period, mean(moves.slice(0, period)))
  const [up, down] = [smoothed(changes.map((c) => Math.max(c, 0))), smoothed(changes.map((c) => Math.max(-c, 0)))]
  return 100 - 100 / (1 + up / down)
}

function stochasticAt(n: number): [number, number, number] {
  let [k, d] = [50, 50]
  for (let at = 8; at <= n; at++) {
    const nine = wandering.slice(at - 8, at + 1)
    const [low, high] = [Math.min(...nine.map((one) => one.low)), Math.max(...nine.map((one) => one.high))]
    k = (2 / 3) * k + (1 / 3) * (((closes[at] ?? 0) - low) / (high - low)) * 100
    d = (2 / 3) * d + (1 / 3) * k
  }
  return [k, d, 3 * k - 2 * d]
}

function macdAt(n: number): [number, number, number] {
  const difference = (at: number) => weighted(closes, at, 12) - weighted(closes, at, 26)
  const differences = Array.from({ length: n - 24 }, (_none, at) => difference(at + 25))
  const signal = weighted(differences, differences.length - 1, 9)
  return [difference(n), signal, 2 * (difference(n) - signal)]
}

function bollingerAt(n: number): [number, number, number] {
  const middle = mean(last(n, 20))
  const deviation = Math.sqrt(mean(last(n, 20).map((close) => (close - middle) ** 2)))
  return [middle + 2 * deviation, middle, middle - 2 * deviation]
}

const SECOND: Readonly<Record<Exclude<Indicator, 'VOL'>, { first: number; at: (n: number) => number[] }>> = {
  MA: { first: 19, at: (n) => [mean(last(n, 20))] },
  EMA: { first: 19, at: (n) => [weighted(closes, n, 20)] },
  BOLL: { first: 19, at: bollingerAt },
  MACD: { first: 33, at: macdAt },
  RSI: { first: 14, at: (n) => [wilder(n, 14)] },
  KDJ: { first: 8, at: stochasticAt },
}

describe.each(INDICATORS.filter((name) => name !== 'VOL'))('%s', (name) => {
  const lines = linesOf(usualChoice(name), wandering)
  const { first, at } = SECOND[name]

  test('is what a second computation says at every bar', () => {
    for (let n = first; n < wandering.length; n++) {
      const second = at(n)
      expect(lines).toHaveLength(second.length)
      for (const [place, { values }] of lines.entries()) expect(values[n]).toBeCloseTo(second[place] ?? NaN, 8)
    }
  })

  test('says nothing before it has bars enough, and needs no bar of the future', () => {
    expect(lines.map(({ values }) => values.length)).toEqual(lines.map(() => wandering.length))
    expect(
      lines.every(({ values }) => values.slice(0, name === 'MACD' ? 25 : first).every((v) => v === undefined)),
    ).toBe(true)
    const sooner = linesOf(usualChoice(name), wandering.slice(0, 100))
    expect(sooner.map(({ values }) => values[99])).toEqual(lines.map(({ values }) => values[99]))
    expect(linesOf(usualChoice(name), [])).toHaveLength(lines.length)
  })

  test('a price that stands still is a number too', () => {
    for (const { values } of linesOf(
      usualChoice(name),
      Array.from({ length: 40 }, () => bar(7)),
    )) {
      expect(Number.isFinite(values[39])).toBe(true)
    }
  })
})

test('relative strength as Wilder’s own figures go', () => {
  // The worked example found in many textbooks: 14 changes, then the next ones.
  const printed = [
    44.34, 44.09, 44.15, 43.61, 44.33, 44.83, 45.1, 45.42, 45.84, 46.08, 45.89, 46.03, 45.61, 46.28, 46.28, 46.0, 46.03,
    46.41, 46.22, 45.64,
  ]
  const [rsi] = linesOf(
    usualChoice('RSI'),
    printed.map((close) => bar(close)),
  )
  expect(rsi?.values.slice(14).map((value) => Number(value?.toFixed(2)))).toEqual([
    70.46, 66.25, 66.48, 69.35, 66.29, 57.92,
  ])
})

// prettier-ignore
test.each<[string, Indicator, number[], boolean]>([
  ['the usual',                        'MACD', [12, 26, 9],    true],
  ['the fast one as slow as the slow', 'MACD', [26, 26, 9],    false],
  ['one figure too few',               'MACD', [12, 26],       false],
  ['three averages at once',           'MA',   [5, 10, 20],    true],
  ['four',                             'MA',   [5, 10, 20, 60], false],
  ['none',                             'MA',   [],             false],
  ['the longest',                      'EMA',  [250],          true],
  ['one longer',                       'EMA',  [251],          false],
  ['a broken number',                  'RSI',  [14.5],         false],
  ['nothing',                          'RSI',  [0],            false],
  ['volume has no figures',            'VOL',  [],             true],
])('%s: %s of %j', (_what, name, params, computable) => {
  expect(isComputable({ name, params })).toBe(computable)
  if (name !== 'VOL') expect(linesOf({ name, params }, wandering).length > 0).toBe(computable)
})
