import {
  BPS,
  E4_PER_CENT,
  divideUp,
  plus,
  priceE4,
  wholeShares,
  type ListingId,
  type PriceE4,
  type Shares,
} from '../base/amount.ts'
import type { FeeTableVersion } from './fees.rules.ts'
import { nightOf } from './financing.rules.ts'
import type { Lot } from './lots.rules.ts'
import { closeOutPriceOf, usedMarginOf } from './margin.rules.ts'
import { resultAt, type Preview } from './preview.rules.ts'

/* The figures of leverage that a customer sees before a buy and at its open lots. */

/** Open lots that the house has financed: all of a position, or one. */
export interface LeveragedPart {
  readonly shares: Shares
  readonly cost: bigint
  readonly financed: bigint
  readonly used: bigint
  /** The price at or below which an account with nothing but these shares would be closed out; null without financing. */
  readonly closeOut: PriceE4 | null
  /** The interest of one night. */
  readonly night: bigint
}

/** The financed lots among some, as one part; lots that were paid for whole are left out. */
export function leveragedPartOf(lots: readonly Pick<Lot, 'left' | 'costLeft' | 'financedLeft'>[]): LeveragedPart {
  let [shares, cost, financed, used] = [wholeShares(0n), 0n, 0n, 0n]
  for (const lot of lots) {
    if (lot.financedLeft === 0n) continue
    shares = plus(shares, lot.left)
    cost += lot.costLeft
    financed += lot.financedLeft
    used += usedMarginOf(lot)
  }
  const closeOut = shares > 0n ? closeOutPriceOf({ shares, cost, financed }) : null
  return { shares, cost, financed, used, closeOut, night: nightOf(financed) }
}

/** The risk of a buy with leverage, counting its own position alone. */
export interface LeverageRisk {
  /** The highest price, in the decimals that a price has, at which the close-out begins. */
  readonly closeOut: PriceE4
  /** The fall to it from the price of the buy, rounded up so that it is reached by then. */
  readonly fallBps: bigint
  /** The loss of a sale at that price against the cost of the buy, fees included. */
  readonly loss: bigint
  readonly night: bigint
}

/** The risk of a previewed buy; null without financing. */
export function riskOf(
  { shares, listing }: { readonly shares: Shares; readonly listing: ListingId },
  { price, total, financed }: Pick<Preview, 'price' | 'total' | 'financed'>,
  feeTable: FeeTableVersion,
): LeverageRisk | null {
  const exact = closeOutPriceOf({ shares, cost: total.units, financed: financed.units })
  if (exact === null) return null
  const closeOut = inTicks(exact)
  return {
    closeOut,
    fallBps: closeOut < price ? divideUp((price - closeOut) * BPS, price) : 0n,
    loss: -resultAt(closeOut, { listing, shares, total, feeTable }),
    night: nightOf(financed.units),
  }
}

/** A price rounded down to the decimals that it is shown with: two from one unit on. */
const inTicks = (price: PriceE4): PriceE4 => (price < E4_PER_UNIT ? price : priceE4(price - (price % E4_PER_CENT)))
const E4_PER_UNIT = 10_000n
