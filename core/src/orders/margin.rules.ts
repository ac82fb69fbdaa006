import {
  BPS,
  E4_PER_CENT,
  basisPoints,
  costOf,
  currencyFor,
  divideDown,
  plus,
  wholeShares,
  type Amount,
  type BasisPoints,
  type Currency,
  type ListingId,
  type PriceE4,
  type RateE6,
  type Shares,
} from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { Balance } from '../ledger/ledger.rules.ts'
import { converted } from './holds.rules.ts'
import type { Lot } from './lots.rules.ts'

/*
 * The margin of an account: its equity against the used margin, which is the customer's own part of the open lots that the
 * house has financed. All amounts of an account are judged together, in euros.
 */

/**
 * The shares of used margin at which something happens to an account: leveraged buys and withdrawals need the first;
 * below the first and the second the customer is warned; at the last the house closes lots (ESMA's rule for retail
 * customers, decision 2018/796, article 1b).
 */
export const MARGIN_LEVELS = {
  full: basisPoints(10_000n),
  near: basisPoints(7_500n),
  closeOut: basisPoints(5_000n),
} as const

/**
 * The price at or below which an account with nothing but these shares would be closed out: shares x price less what is
 * financed comes to half of the used margin. Rounded down to a ten-thousandth. Null for shares without financing.
 */
export function closeOutPriceOf({
  shares,
  cost,
  financed,
}: {
  readonly shares: Shares
  readonly cost: bigint
  readonly financed: bigint
}): PriceE4 | null {
  assert(shares > 0n, 'a position has shares')
  if (financed === 0n) return null
  const least = financed * BPS + (cost - financed) * MARGIN_LEVELS.closeOut
  return divideDown(least * E4_PER_CENT, shares * BPS) as PriceE4
}

/** An open lot as far as margin is concerned. */
export type MarginLot = Pick<Lot, 'listing' | 'left' | 'costLeft' | 'financedLeft'>

/** Everything on which an account is judged, at one instant. */
export interface MarginAccount {
  readonly balances: readonly Pick<Balance, 'asset' | 'free' | 'held' | 'owed'>[]
  readonly lots: readonly MarginLot[]
  /** The cents of EUR that are owed of loans. */
  readonly lent: bigint
  /** The last price of a listing; null without one. */
  readonly last: (listing: ListingId) => PriceE4 | null
  readonly rate: RateE6 | null
}

/** An account's equity and its used margin, in cents of one currency: EUR, or without a rate the only one it has. */
export interface MarginStanding {
  readonly currency: Currency
  readonly equity: bigint
  readonly used: bigint
  readonly financed: bigint
}

/** The customer's part of an open lot's cost; nothing for a lot that was paid for whole. */
export const usedMarginOf = ({ costLeft, financedLeft }: Pick<MarginLot, 'costLeft' | 'financedLeft'>): bigint =>
  financedLeft > 0n && costLeft > financedLeft ? costLeft - financedLeft : 0n

/**
 * The standing of an account: equity is its total value, so cash and shares at their last price, or at their cost
 * without one, less everything that is owed. Null if it has amounts in both currencies and there is no rate.
 */
export function marginStanding({ balances, lots, lent, last, rate }: MarginAccount): MarginStanding | null {
  const sums: Record<Currency, { equity: bigint; used: bigint; financed: bigint }> = {
    EUR: { equity: -lent, used: 0n, financed: 0n },
    USD: { equity: 0n, used: 0n, financed: 0n },
  }
  for (const { asset, free, held, owed } of balances)
    if (asset === 'EUR' || asset === 'USD') sums[asset].equity += free + held - owed
  for (const [listing, position] of positionsOf(lots)) {
    const sum = sums[currencyFor(listing)]
    const price = last(listing)
    sum.equity += (price === null ? position.cost : costOf(price, position.shares)) - position.financed
    sum.used += position.used
    sum.financed += position.financed
  }
  const { EUR, USD } = sums
  if (isNothing(USD)) return { currency: 'EUR', ...EUR }
  if (rate === null) return isNothing(EUR) ? { currency: 'USD', ...USD } : null
  const inEuros = (units: bigint): bigint => converted({ asset: 'USD', units }, rate).units
  return {
    currency: 'EUR',
    equity: EUR.equity + inEuros(USD.equity),
    used: EUR.used + inEuros(USD.used),
    financed: EUR.financed + inEuros(USD.financed),
  }
}

const isNothing = ({ equity, financed, used }: Omit<MarginStanding, 'currency'>): boolean =>
  equity === 0n && financed === 0n && used === 0n

interface MarginPosition {
  readonly shares: Shares
  readonly cost: bigint
  readonly financed: bigint
  readonly used: bigint
}

/** The lots of each listing as one position: it is valued once, so that rounding does not depend on the number of lots. */
function positionsOf(lots: readonly MarginLot[]): Map<ListingId, MarginPosition> {
  const positions = new Map<ListingId, MarginPosition>()
  for (const lot of lots) {
    const before = positions.get(lot.listing) ?? { shares: wholeShares(0n), cost: 0n, financed: 0n, used: 0n }
    positions.set(lot.listing, {
      shares: plus(before.shares, lot.left),
      cost: before.cost + lot.costLeft,
      financed: before.financed + lot.financedLeft,
      used: before.used + usedMarginOf(lot),
    })
  }
  return positions
}

/** True if the equity is at most so much of the used margin. An account without used margin is never short. */
export const isAtMost = ({ equity, used }: Pick<MarginStanding, 'equity' | 'used'>, level: BasisPoints): boolean =>
  used > 0n && equity * BPS <= used * level

/** The equity at which an account has fallen to a level of its used margin, rounded down. */
export const equityAt = (used: bigint, level: BasisPoints): bigint => divideDown(used * level, BPS)

/**
 * True if the equity covers the used margin and so much more: what a leveraged buy needs, or a withdrawal takes. Without a
 * rate only amounts of its own currency can be compared.
 */
export function coversMore({ currency, equity, used }: MarginStanding, more: Amount, rate: RateE6 | null): boolean {
  if (more.asset === currency) return equity >= used + more.units
  return rate !== null && equity >= used + converted(more, rate).units
}

/** The cents of a currency by which the equity is above the used margin, rounded down; never below zero. */
export function spareOf({ currency, equity, used }: MarginStanding, asset: Currency, rate: RateE6 | null): bigint {
  const over = equity > used ? equity - used : 0n
  if (asset === currency) return over
  if (rate === null) return 0n
  return asset === 'USD' ? divideDown(over * rate, 1_000_000n) : divideDown(over * 1_000_000n, rate)
}
