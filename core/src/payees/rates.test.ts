import { expect, test } from 'vitest'
import { eur, rateE6, usd, type Amount } from '../base/amount.ts'
import type { Coin } from './chains.ts'
import { cashFor, coinsAtLeast, coinsFor, readRateFor, trimmedCoins, type ReadRate } from './rates.ts'

const RATE = rateE6(1_084_200n)

// prettier-ignore
test.each<[string, Coin, Amount, bigint | null]>([
  ['a dollar in coins of one',         'USDC', usd(1_00n),     100_000_000n],
  ['a euro by the market’s rate',      'USDC', eur(1_00n),     108_420_000n],
  ['three cents in the dearest coin', 'BTC', usd(3n), 50n],
  ['nothing',                          'ETH',  eur(0n),        0n],
  ['a million euros in bitcoin',       'BTC',  eur(1_000_000_00n), 1_807_000_000n],
  ['nine tenths of a coin’s last place, rounded down', 'BTC', eur(5n), 90n],
  ['exactly a whole last place',       'BTC',  usd(27n),      450n],
])('%s', (_what, coin, cash, coinE8) => {
  expect(coinsFor(coin, cash, RATE)).toBe(coinE8)
})

test('euros without a rate become nothing that could be said; dollars need none', () => {
  expect([coinsFor('USDT', eur(1n), null), coinsFor('USDT', usd(1_00n), null)]).toEqual([null, 100_000_000n])
})

test('cash that becomes coins and cash again is never more than before, and at most a cent less', () => {
  for (const units of [1n, 3n, 99n, 12_345n, 987_654_321n]) {
    for (const coin of ['USDC', 'BTC', 'ETH'] as const) {
      for (const cash of [eur(units), usd(units)]) {
        const coins = coinsFor(coin, cash, RATE) ?? 0n
        const again = cashFor(coin, coins, cash.asset as 'EUR', RATE)?.units ?? -1n
        expect(units - again).toBeOneOf([0n, 1n])
      }
    }
  }
})

// prettier-ignore
test.each<[string, coinE8: bigint, cash: bigint]>([
  ['a last place short of a cent',  999_999n,   0n],
  ['a cent exactly',                1_000_000n, 1n],
  ['a last place short of two',     1_999_999n, 1n],
])('coins become cash rounded down: %s', (_what, coinE8, cash) => {
  expect(cashFor('USDC', coinE8, 'USD', null)).toEqual(usd(cash))
})

test('the fewest coins for an amount of cash never fall short of it, and one in a hundred million fewer would', () => {
  for (const cash of [eur(10_00n), usd(10_00n), eur(99n)]) {
    for (const coin of ['USDC', 'BTC', 'ETH'] as const) {
      const coins = coinsAtLeast(coin, cash, RATE) ?? 0n
      expect(cashFor(coin, coins, cash.asset as 'EUR', RATE)).toEqual(cash)
      expect(coins - (coinsFor(coin, cash, RATE) ?? 0n)).toBeOneOf([0n, 1n])
    }
  }
  expect(coinsAtLeast('USDC', eur(10_00n), null)).toBeNull()
})

test('only the places that say something are written, two at least', () => {
  expect([108_420_000n, 500_000_000n, 112_345_678n, 0n].map(trimmedCoins)).toEqual([
    { units: 10_842n, places: 4 },
    { units: 500n, places: 2 },
    { units: 112_345_678n, places: 8 },
    { units: 0n, places: 2 },
  ])
})

// prettier-ignore
test.each<[string, Coin, 'EUR' | 'USD', ReadRate | null]>([
  ['a dear coin in dollars, to the cent',      'BTC',  'USD', { one: 'coin', cash: usd(60_000_00n), exact: true }],
  ['a dear coin in euros, as it is credited',       'ETH',  'EUR', { one: 'coin', cash: eur(2_767_01n), exact: false }],
  ['a coin of about one: what a euro is of it', 'USDC', 'EUR', { one: 'cash', coinsE8: 108_420_000n, exact: true }],
  ['a dollar of a coin of one',                'USDT', 'USD', { one: 'cash', coinsE8: 100_000_000n, exact: true }],
])('a rate reads in the direction of a person: %s', (_what, coin, cash, read) => {
  expect(readRateFor(coin, cash, RATE)).toEqual(read)
})

test('the rate that is read contradicts no amount: one coin is that cash, and where more coins would differ it says about', () => {
  for (const rate of [RATE, rateE6(1_280_675n), rateE6(1_000_000n), rateE6(1_250_000n)]) {
    for (const coin of ['BTC', 'ETH'] as const) {
      const read = readRateFor(coin, 'EUR', rate)
      if (read?.one !== 'coin') throw new Error('a dear coin reads by the coin')
      expect(cashFor(coin, 100_000_000n, 'EUR', rate)).toEqual(read.cash)
      const hundred = cashFor(coin, 100n * 100_000_000n, 'EUR', rate)!
      expect(hundred.units === read.cash.units * 100n || !read.exact).toBe(true)
      expect(read.exact).toBe([1_000_000n, 1_250_000n].includes(rate))
    }
  }
  expect(readRateFor('BTC', 'EUR', null)).toBeNull()
})
