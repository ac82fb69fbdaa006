import { expect, test } from 'vitest'
import { priceE4 } from '../base/amount.ts'
import { yieldBpsFor, averageVolumeFor, isWithin, marketCapFor, staleAfterMs, thinned } from './market.rules.ts'

test.each([
  ['a quote every second', 1_000, 30_000],
  ['one every fifteen seconds', 15_000, 30_000],
  ['a millisecond slower', 15_001, 30_002],
  ['one every minute', 60_000, 120_000],
])('%s is stale after the larger of 30 s and twice the interval', (_name, interval, stale) => {
  expect(staleAfterMs(interval)).toBe(stale)
})

test.each([
  [1_000, false],
  [1_001, true],
  [2_000, true],
  [2_001, false],
])('a session is (open, close]: %i', (at, within) => {
  expect(isWithin({ open: 1_000, close: 2_000 }, at)).toBe(within)
})

test('a market cap is in whole units of the currency, and unknown without a price or a count', () => {
  expect(marketCapFor(priceE4(1_234_567n), 1_000n)).toBe(123_456n)
  expect(marketCapFor(null, 1_000n)).toBeNull()
  expect(marketCapFor(priceE4(1_234_567n), 0n)).toBeNull()
})

test.each<[length: number, most: number, kept: readonly number[]]>([
  [0, 3, []],
  [3, 3, [0, 1, 2]],
  [9, 3, [0, 4, 8]],
  [4, 3, [0, 2, 3]],
])('of %s points at most %s are kept, with both ends: %s', (length, most, expected) => {
  expect(thinned([...Array.from({ length }).keys()], most)).toEqual(expected)
})

// prettier-ignore
test.each<[string, bigint[], bigint | null]>([
  ['no day',                        [],                                                         null],
  ['days without a trade',          [0n, 0n],                                                   null],
  ['rounded down',                  [10n, 11n],                                                 10n],
  ['only the last twenty',          [1_000n, ...Array.from({ length: 20 }, () => 3n)],          3n],
])('the usual volume of %s', (_days, volumes, average) => {
  expect(averageVolumeFor(volumes)).toBe(average)
})

test.each([
  [2_500n, 100_000n, 250n],
  [2_500n, 100_001n, 249n],
  [0n, 100_000n, 0n],
  [2_500n, null, null],
  [2_500n, 0n, null],
])('a dividend of %s on a price of %s yields %s basis points', (perYear, last, bps) => {
  expect(yieldBpsFor(priceE4(perYear), last === null ? null : priceE4(last))).toBe(bps)
})
