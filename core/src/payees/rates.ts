import {
  divideDown,
  divideHalfEven,
  divideUp,
  rateE6,
  type Amount,
  type Currency,
  type RateE6,
} from '../base/amount.ts'
import { trimmedPlaces } from '../base/formats.ts'
import type { Coin } from './chains.ts'

/**
 * The value of one test coin in US dollars. Test coins have no market price, so no feed can supply one: these round
 * practice figures are published here, and they change only with a release and a new version. Nobody can set one while
 * the house runs.
 */
export const COIN_RATES: { readonly version: number; readonly usd: Readonly<Record<Coin, RateE6>> } = {
  version: 1,
  usd: {
    BTC: rateE6(60_000_000_000n),
    ETH: rateE6(3_000_000_000n),
    USDC: rateE6(1_000_000n),
    USDT: rateE6(1_000_000n),
  },
}

const E8 = 100_000_000n
const E6 = 1_000_000n
const CENTS = 100n

/**
 * The cash that a customer receives for an amount of coins, rounded down to the cent, once. `coinE8` is in
 * hundred-millionths of the coin; euros use the market's rate `eurUsd` (USD for one EUR). Null for euros without a rate.
 * Asserts that the rate is above zero.
 */
export function cashFor(coin: Coin, coinE8: bigint, cash: Currency, eurUsd: RateE6 | null): Amount | null {
  const usd = coinE8 * COIN_RATES.usd[coin] * CENTS
  if (cash === 'USD') return { asset: 'USD', units: divideDown(usd, E8 * E6) }
  return eurUsd === null ? null : { asset: 'EUR', units: divideDown(usd * E6, E8 * E6 * eurUsd) }
}

/**
 * The coins that a customer receives for an amount of cash, in hundred-millionths, rounded down, once. Null for euros
 * without a rate. Asserts as `cashFor` does.
 */
export function coinsFor(coin: Coin, { asset, units }: Amount, eurUsd: RateE6 | null): bigint | null {
  if (asset === 'EUR' && eurUsd === null) return null
  const rate = asset === 'EUR' ? (eurUsd ?? E6) : E6
  return divideDown(units * rate * E8, CENTS * COIN_RATES.usd[coin])
}

/**
 * The fewest coins whose value covers an amount of cash, in hundred-millionths, rounded up. Null for euros without a
 * rate. Asserts as `cashFor` does.
 */
export function coinsAtLeast(coin: Coin, { asset, units }: Amount, eurUsd: RateE6 | null): bigint | null {
  if (asset === 'EUR' && eurUsd === null) return null
  const rate = asset === 'EUR' ? (eurUsd ?? E6) : E6
  return divideUp(units * rate * E8, CENTS * COIN_RATES.usd[coin])
}

/** A coin's rate for display: the cash for one coin, or the coins for one unit of cash. */
export type ReadRate = { readonly exact: boolean } & (
  { readonly one: 'coin'; readonly cash: Amount } | { readonly one: 'cash'; readonly coinsE8: bigint }
)

/**
 * From this price on, a coin's rate is shown in cash. Below it, two decimals of cash would cut off significant digits.
 */
const DEAR = 10n

/**
 * A coin's rate in its readable direction: an expensive coin in cash (`1 ETH = 3,000.00 $`), a cheap one per unit of
 * cash (`1.00 € = 1.1000 USDC`). Computed once from the table's rates; `exact` is false if the figure is rounded. Null
 * for euros without a rate. Asserts as `cashFor` does.
 */
export function readRateFor(coin: Coin, cash: Currency, eurUsd: RateE6 | null): ReadRate | null {
  const ofOne = cashFor(coin, E8, cash, eurUsd)
  if (ofOne === null) return null
  const [coinUsd, cashUsd] = [COIN_RATES.usd[coin] as bigint, cash === 'EUR' ? (eurUsd ?? E6) : E6]
  if (ofOne.units >= DEAR * CENTS) return { one: 'coin', cash: ofOne, exact: (coinUsd * CENTS) % cashUsd === 0n }
  return { one: 'cash', coinsE8: divideDown(cashUsd * E8, coinUsd), exact: (cashUsd * E8) % coinUsd === 0n }
}

/** An amount of cash in euro cents, for limits: at the market's rate, or one to one if there is none. */
export const inEuros = ({ asset, units }: Amount, eurUsd: RateE6 | null): bigint =>
  asset === 'EUR' || eurUsd === null ? units : divideHalfEven(units * E6, eurUsd)

/** Decimal places of a coin: amounts are in hundred-millionths. */
export const COIN_PLACES = 8

/** An amount of coins without trailing zeros: `0.05`, `1.12345678`. */
export const trimmedCoins = (amountE8: bigint): { readonly units: bigint; readonly places: number } =>
  trimmedPlaces(amountE8, COIN_PLACES)
