import { expect, test } from 'vitest'
import fc from 'fast-check'
import {
  costOf,
  currencyFor,
  divideDown,
  divideHalfEven,
  divideUp,
  priceE4,
  tickerOf,
  venueOf,
  wholeShares,
  basisPoints,
  cents,
  minus,
  partFor,
  plus,
  rateOf,
} from './amount.ts'

// prettier-ignore
test.each<[bigint, bigint, bigint, bigint, bigint]>([
  // value   by     up    down  half to even
  [0n,       100n,  0n,   0n,   0n],
  [1n,       100n,  1n,   0n,   0n],
  [49n,      100n,  1n,   0n,   0n],
  [50n,      100n,  1n,   0n,   0n],
  [51n,      100n,  1n,   0n,   1n],
  [150n,     100n,  2n,   1n,   2n],
  [250n,     100n,  3n,   2n,   2n],
  [-1n,      100n,  0n,   -1n,  0n],
  [-50n,     100n,  0n,   -1n,  0n],
  [-51n,     100n,  0n,   -1n,  -1n],
  [-150n,    100n,  -1n,  -2n,  -2n],
  [-250n,    100n,  -2n,  -3n,  -2n],
  [100n,     100n,  1n,   1n,   1n],
])('%s / %s rounds up to %s, down to %s, half to even to %s', (value, by, up, down, even) => {
  expect([divideUp(value, by), divideDown(value, by), divideHalfEven(value, by)]).toEqual([up, down, even])
})

test('the three roundings never differ by more than one, and hold the value between them', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.bigInt(1n, 10n ** 9n), (value, by) => {
      const [up, down, even] = [divideUp(value, by), divideDown(value, by), divideHalfEven(value, by)]
      expect(up - down).toBe(value % by === 0n ? 0n : 1n)
      expect(even === up || even === down).toBe(true)
      expect(down * by <= value && value <= up * by).toBe(true)
    }),
    { verbose: 1 },
  )
})

test.each([0n, -1n])('a divisor of %s is a bug', (by) => {
  expect(() => divideUp(1n, by)).toThrow('a divisor is positive')
  expect(() => divideDown(1n, by)).toThrow('a divisor is positive')
})

test('shares cost their price, in cents', () => {
  expect(costOf(priceE4(100_500n), wholeShares(3n))).toBe(3_015n)
  expect(costOf(priceE4(1n), wholeShares(50n))).toBe(0n)
  expect(costOf(priceE4(3n), wholeShares(50n))).toBe(2n)
})

test('a listing says its venue, ticker and currency', () => {
  expect([venueOf('XMAD:BBV'), tickerOf('XMAD:BBV'), currencyFor('XMAD:BBV')]).toEqual(['XMAD', 'BBV', 'EUR'])
  expect([venueOf('XNAS:KLD'), tickerOf('XNAS:KLD'), currencyFor('XNAS:KLD')]).toEqual(['XNAS', 'KLD', 'USD'])
})

// The compiler is the test: each line below stops compiling where one unit is taken for another.
test('cents, shares and rates are not taken for each other', () => {
  const [money, quantity, rate] = [cents(100n), wholeShares(100n), basisPoints(100n)]
  // @ts-expect-error -- cents for shares
  costOf(priceE4(10_000n), money)
  // @ts-expect-error -- shares for cents
  rateOf(quantity, rate, divideUp)
  // @ts-expect-error -- cents for a rate
  rateOf(money, money, divideUp)
  // @ts-expect-error -- cents for shares
  partFor(money, money, quantity)
  // @ts-expect-error -- cents and shares have no sum
  plus(money, quantity)
  // @ts-expect-error -- any number for shares
  costOf(priceE4(10_000n), 100n)
  expect([rateOf(money, rate, divideUp), partFor(money, wholeShares(1n), wholeShares(3n))]).toEqual([1n, 33n])
  expect([plus(money, money), minus(money, money)]).toEqual([200n, 0n])
})
