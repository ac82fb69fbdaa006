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
 * What one test coin counts as, in US dollars. Coins of a test network are worth nothing anywhere, so no feed could say
 * what they cost: these round figures are practice, published here, and change with a release and a new version alone.
 * Nobody can set one while the house runs.
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
 * The cash that an amount of coins becomes, rounded half to even once. `coinE8` is in hundred-millionths of the coin; into
 * euros it goes by the market's own rate, `eurUsd` (USD for one EUR). Asserts that this rate is above zero.
 */
export function cashFor(coin: Coin, coinE8: bigint, cash: Currency, eurUsd: RateE6 | null): Amount | null {
  const usd = coinE8 * COIN_RATES.usd[coin] * CENTS
  if (cash === 'USD') return { asset: 'USD', units: divideHalfEven(usd, E8 * E6) }
  return eurUsd === null ? null : { asset: 'EUR', units: divideHalfEven(usd * E6, E8 * E6 * eurUsd) }
}

/**
 * The coins that an amount of cash becomes, in hundred-millionths, rounded half to even once; null for euros without a rate.
 * Asserts as `cashFor` does.
 */
export function coinsFor(coin: Coin, { asset, units }: Amount, eurUsd: RateE6 | null): bigint | null {
  if (asset === 'EUR' && eurUsd === null) return null
  const rate = asset === 'EUR' ? (eurUsd ?? E6) : E6
  return divideHalfEven(units * rate * E8, CENTS * COIN_RATES.usd[coin])
}

/**
 * The fewest coins that become an amount of cash, in hundred-millionths: rounded up, so that they never fall short of it.
 * Null for euros without a rate. Asserts as `cashFor` does.
 */
export function coinsAtLeast(coin: Coin, { asset, units }: Amount, eurUsd: RateE6 | null): bigint | null {
  if (asset === 'EUR' && eurUsd === null) return null
  const rate = asset === 'EUR' ? (eurUsd ?? E6) : E6
  return divideUp(units * rate * E8, CENTS * COIN_RATES.usd[coin])
}

/** A coin's rate as a person reads it: what one coin is in cash, or what one unit of cash is in coins. */
export type ReadRate = { readonly exact: boolean } & (
  { readonly one: 'coin'; readonly cash: Amount } | { readonly one: 'cash'; readonly coinsE8: bigint }
)

/** From so many units of cash on, a coin is dear: below it, the cents of one coin would cut what matters. */
const DEAR = 10n

/**
 * A coin's rate in the direction that a person reads: a dear coin in cash (`1 ETH = 3,000.00 $`), a cheap one for a unit of
 * cash (`1.00 € = 1.1000 USDC`). Reckoned once from the rates themselves; where the figure is not all of it, `exact` is
 * false. Null for euros without a rate. Asserts as `cashFor` does.
 */
export function readRateFor(coin: Coin, cash: Currency, eurUsd: RateE6 | null): ReadRate | null {
  const ofOne = cashFor(coin, E8, cash, eurUsd)
  if (ofOne === null) return null
  const [coinUsd, cashUsd] = [COIN_RATES.usd[coin] as bigint, cash === 'EUR' ? (eurUsd ?? E6) : E6]
  if (ofOne.units >= DEAR * CENTS) return { one: 'coin', cash: ofOne, exact: (coinUsd * CENTS) % cashUsd === 0n }
  return { one: 'cash', coinsE8: divideDown(cashUsd * E8, coinUsd), exact: (cashUsd * E8) % coinUsd === 0n }
}

/** An amount of cash in euro cents, for limits: at the market's rate, or one for one where there is none. */
export const inEuros = ({ asset, units }: Amount, eurUsd: RateE6 | null): bigint =>
  asset === 'EUR' || eurUsd === null ? units : divideHalfEven(units * E6, eurUsd)

/** Coins are counted in hundred-millionths. */
export const COIN_PLACES = 8

/** An amount of coins with the places that say something: `0.05`, `1.12345678`. */
export const trimmedCoins = (amountE8: bigint): { readonly units: bigint; readonly places: number } =>
  trimmedPlaces(amountE8, COIN_PLACES)
