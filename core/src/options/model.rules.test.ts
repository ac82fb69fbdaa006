import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../base/instant.ts'
import {
  MODEL_MINUTES,
  MODEL_MINUTES_LEAST,
  SALE_QUOTE_MS,
  chanceOf,
  minuteVariance,
  modelInstants,
  normalBelow,
  priceSale,
  sellPriceOf,
  valueOf,
  type SaleFacts,
} from './model.rules.ts'
import { OPTION_TERMS, type Bet, type OptionEvent } from './options.rules.ts'

const NOW = Date.UTC(2026, 10, 23, 13, 39, 29)
const at = (mid: bigint, when = NOW): OptionEvent => ({ at: when, bid: mid - 100n, ask: mid + 100n })
const STRIKE = at(174_600n, NOW - 7 * MINUTE)
const bet: Bet = { side: 'up', stake: 50_00n, terms: OPTION_TERMS[1] }

// prettier-ignore
test.each([
  [0, 0.5], [1, 0.841_344_746], [-1, 0.158_655_254], [1.96, 0.975_002_105], [3, 0.998_650_102], [8.1, 1], [-8.1, 0],
])('the normal distribution at %s', (z, below) => expect(normalBelow(z)).toBeCloseTo(below, 6))

describe('the volatility', () => {
  test('is the mean square of the changes of the minutes', () => {
    const alternating = Array.from({ length: 41 }, (_mid, n) => (n % 2 === 0 ? 200_000n : 200_200n))
    expect(Math.sqrt(minuteVariance(alternating) ?? 0)).toBeCloseTo(0.001, 5)
  })

  test('needs thirty changes, and one that is not zero', () => {
    const moving = Array.from({ length: MODEL_MINUTES_LEAST + 1 }, (_mid, n) => 200_000n + BigInt(n))
    expect(minuteVariance(moving)).not.toBeNull()
    expect(minuteVariance(moving.slice(1))).toBeNull()
    expect(minuteVariance(moving.map(() => 5n))).toBeNull()
  })

  test('is of the minutes of its session', () => {
    expect(modelInstants(NOW, NOW - 10 * HOUR)).toHaveLength(MODEL_MINUTES + 1)
    expect(modelInstants(NOW, NOW - 2 * MINUTE)).toEqual([NOW, NOW - MINUTE])
  })
})

describe('the chance', () => {
  const input = { side: 'up', strike: STRIKE, expiresAt: NOW + 8 * MINUTE, variance: 0.0004 ** 2 } as const
  test('is a half at the strike, and the sides add up to one', () => {
    expect(chanceOf({ ...input, quote: at(174_600n) })).toBe(500_000n)
    const [up, down] = (['up', 'down'] as const).map((side) => chanceOf({ ...input, side, quote: at(174_400n) }))
    expect((up ?? 0n) + (down ?? 0n)).toBe(1_000_000n)
  })

  test('is that of a walk: one standard deviation below the strike', () => {
    // The mean of ten events varies as much as a walk of 6.15 seconds less.
    const minutes = (8 * MINUTE - 6_150) / MINUTE
    const below = BigInt(Math.round(174_600 * Math.exp(-0.0004 * Math.sqrt(minutes))))
    expect(Number(chanceOf({ ...input, quote: at(below) })) / 1e6).toBeCloseTo(0.1587, 3)
  })

  test('falls with time below the strike', () => {
    const soon = { ...input, quote: at(174_400n), expiresAt: NOW + MINUTE }
    expect(chanceOf(soon)).toBeLessThan(chanceOf({ ...input, quote: at(174_400n) }))
  })
})

test('the value is the chance of what a win pays, the price 6 % less: both rounded down', () => {
  expect(valueOf(bet, 193_617n)).toBe(18_19n)
  expect(valueOf(bet, 193_618n)).toBe(18_20n)
  expect(sellPriceOf(18_20n, 600)).toBe(17_10n)
  expect(sellPriceOf(1n, 600)).toBe(0n)
  expect(sellPriceOf(0n, 600)).toBe(0n)
})

describe('a sale', () => {
  const twiceMids = Array.from({ length: 41 }, (_mid, n) => (n % 2 === 0 ? 349_200n : 349_300n))
  const calm: SaleFacts = { now: NOW, expiresAt: NOW + 5 * MINUTE, strike: STRIKE, quote: at(174_500n), twiceMids }
  const answer = (change: Partial<SaleFacts>) => {
    const sale = priceSale(bet, { ...calm, ...change })
    return 'refused' in sale ? sale.refused : 'sold'
  }
  // prettier-ignore
  test.each<[string, Partial<SaleFacts>, string]>([
    ['on a calm day',                          {},                                              'sold'],
    ['at the last instant',                    { now: NOW, expiresAt: NOW + 20 * SECOND },      'sold'],
    ['a millisecond later',                    { now: NOW + 1, expiresAt: NOW + 20 * SECOND },  'option_settling'],
    ['before it has a strike',                 { strike: null },                                'option_unpriced'],
    ['without a quote',                        { quote: null },                                 'option_unpriced'],
    ['on a quote that is as old as it may be', { now: NOW + SALE_QUOTE_MS },                    'sold'],
    ['on one a millisecond older',             { now: NOW + SALE_QUOTE_MS + 1 },                'option_unpriced'],
    ['on the event of its strike',             { strike: at(174_600n) },                        'sold'],
    ['on an event before its strike',          { strike: at(174_600n, NOW + 1) },               'option_unpriced'],
    ['without enough minutes',                 { twiceMids: twiceMids.slice(11) },              'option_unpriced'],
  ])('%s', (_line, change, end) => expect(answer(change)).toBe(end))

  test('is at the model’s price of its inputs', () => {
    const sale = priceSale(bet, calm)
    expect(sale).toMatchObject({ strike: STRIKE, quote: calm.quote, variance: minuteVariance(twiceMids) })
    if ('refused' in sale) return
    expect(sale.value).toBe(valueOf(bet, sale.chance))
    expect(sale.paid).toBe(sellPriceOf(sale.value, 600))
  })
})
