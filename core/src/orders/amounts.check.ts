import {
  currencyFor,
  divideDown,
  divideUp,
  maxOf,
  minOf,
  otherCurrency,
  type Asset,
  type Currency,
  type ListingId,
} from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { Instant } from '../base/instant.ts'

/*
 * The money of orders, written a second time from `docs/MONEY.md`: fees, holds, conversions and financing. It shares no code
 * with the rules. Prices are ten-thousandths, rates millionths, cash whole cents.
 */

const BPS = 10_000n
const FEE_BPS = 10n
const LEAST_FEE = 1n
const MARKUP_BPS = 20n
/** By so much the hold of a buy at market is above its price, and that of a conversion above its rate. */
const COLLAR_BPS = 200n
const RATE_COLLAR_BPS = 100n
const RATE_ONE = 1_000_000n
const E4_A_CENT = 100n
/** Parts of a conversion are summed in ten-thousandths of a cent. */
const PARTS_A_CENT = 10_000n

export type Side = 'buy' | 'sell'

export interface Rate {
  readonly at: Instant
  readonly rate: bigint
}

/** The sums over the fills of an order. */
export interface Sums {
  readonly valueE4: bigint
  readonly cost: bigint
  readonly fee: bigint
  /** The customer's part of the cost of a buy with its fee; the house finances the rest. */
  readonly own: bigint
  readonly parts: bigint
  readonly paid: bigint
  readonly markup: bigint
}

export const NO_SUMS: Sums = { valueE4: 0n, cost: 0n, fee: 0n, own: 0n, parts: 0n, paid: 0n, markup: 0n }

export const add = <Key>(to: Map<Key, bigint>, key: Key, units: bigint): void => {
  const sum = (to.get(key) ?? 0n) + units
  assert(sum >= 0n, 'no balance of the model falls below zero')
  to.set(key, sum)
}

const feeOn = (side: Side, value: bigint): bigint => {
  const fee = maxOf(divideUp(value * FEE_BPS, BPS), LEAST_FEE)
  return side === 'buy' ? fee : minOf(fee, value)
}

/** The highest price of a buy at market: the collar above a price. */
export const withCollar = (price: bigint): bigint => divideUp(price * (BPS + COLLAR_BPS), BPS)

/** The customer's own cash that a buy needs for shares at a price, beyond what its fills have cost, fee included. */
export function needOf(worst: bigint, shares: bigint, { valueE4, own }: Sums, leverage: bigint): bigint {
  const whole = divideUp(valueE4 + worst * shares, E4_A_CENT)
  return divideUp(whole + feeOn('buy', whole), leverage) - own
}

/** Cents of a currency, in the unit `parts` of a cent of the other. */
const exchanged = (currency: Currency, cents: bigint, rate: bigint, parts: bigint): bigint =>
  currency === 'USD' ? divideUp(cents * RATE_ONE * parts, rate) : divideUp(cents * rate * parts, RATE_ONE)

/** The hold of a buy: its own currency first, the rest in the other one; null if both together fall short. */
export function holdOf(
  currency: Currency,
  need: bigint,
  free: (asset: Asset) => bigint,
  rate: Rate | null,
): Map<Asset, bigint> | null {
  const own = minOf(need, free(currency))
  const hold = new Map<Asset, bigint>(own > 0n || need === 0n ? [[currency, own]] : [])
  if (own === need) return hold
  if (!rate) return null
  const plain = exchanged(currency, need - own, rate.rate, 1n)
  const marked = divideUp(plain * (BPS + MARKUP_BPS), BPS)
  const other = divideUp(marked * (BPS + RATE_COLLAR_BPS), BPS)
  if (other > free(otherCurrency(currency))) return null
  return hold.set(otherCurrency(currency), other)
}

/** The sums of a buy after one more fill, paid out of its hold; null if that would take more than the hold. */
export function bought(
  listing: ListingId,
  hold: ReadonlyMap<Asset, bigint>,
  before: Sums,
  fill: { readonly price: bigint; readonly shares: bigint; readonly rate: Rate | null; readonly leverage: bigint },
): { readonly sums: Sums; readonly missing: bigint } | null {
  const currency = currencyFor(listing)
  const valueE4 = before.valueE4 + fill.price * fill.shares
  const cost = divideUp(valueE4, E4_A_CENT)
  const fee = feeOn('buy', cost)
  const sums = { ...before, valueE4, cost, fee, own: divideUp(cost + fee, fill.leverage) }
  const due = sums.own - before.own
  const missing = due - minOf(due, hold.get(currency) ?? 0n)
  if (missing === 0n) return { sums, missing }
  if (!fill.rate) return null
  const parts = before.parts + exchanged(currency, missing, fill.rate.rate, PARTS_A_CENT)
  const paid = divideUp(parts, PARTS_A_CENT)
  const markup = divideUp(paid * MARKUP_BPS, BPS)
  const spent = paid + markup - before.paid - before.markup
  return spent > (hold.get(otherCurrency(currency)) ?? 0n) ? null : { sums: { ...sums, parts, paid, markup }, missing }
}

/** The sums of a sell after one more fill. Proceeds are rounded down. */
export function sold(before: Sums, { price, shares }: { readonly price: bigint; readonly shares: bigint }): Sums {
  const valueE4 = before.valueE4 + price * shares
  const cost = divideDown(valueE4, E4_A_CENT)
  return { ...before, valueE4, cost, fee: feeOn('sell', cost) }
}
