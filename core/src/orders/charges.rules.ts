import {
  E4_PER_CENT,
  cents,
  divideHalfEven,
  divideUp,
  maxOf,
  minus,
  plus,
  rateOf,
  type Amount,
  type BasisPoints,
  type Cents,
  type Currency,
  type PriceE4,
  type RateE6,
  type Shares,
} from '../base/amount.ts'
import { directionsOf, feeFor, type FeeTableVersion } from './fees.rules.ts'
import { ownPart } from './financing.rules.ts'
import type { Leverage } from './orders.contract.ts'

/*
 * The cost of the fills of an order. Every amount is rounded once, on the sum over all fills of the order so far, and a
 * fill posts the difference to the fills before it. So an order costs the same in one fill or in many, and no number of
 * fills takes more than the order's hold.
 */

const RATE_UNIT = 1_000_000n
/** Ten-thousandths of a cent: the unit in which parts of a conversion are summed. */
const PARTS_PER_CENT = 10_000n

/** The sums over the fills of an order: exact, and rounded to the cent as they were posted. */
export interface Charges {
  /** Price x shares, exact, in ten-thousandths of a currency unit. */
  readonly valueE4: bigint
  /** The cost of a buy or the proceeds of a sell, and the fee. */
  readonly cost: Cents
  readonly fee: Cents
  /** The part of the cost and the fee of a buy that the house financed. */
  readonly financed: Cents
  /** Cents bought with the other currency; their price in ten-thousandths of its cent; the price and the markup in its cents. */
  readonly received: Cents
  readonly priceParts: bigint
  readonly paid: Cents
  readonly markup: Cents
}

/** The sums before the first fill. */
export const NO_CHARGES: Charges = {
  valueE4: 0n,
  cost: cents(0n),
  fee: cents(0n),
  financed: cents(0n),
  received: cents(0n),
  priceParts: 0n,
  paid: cents(0n),
  markup: cents(0n),
}

/** The amounts of a fill of which the sums are made. */
export interface ChargedFill {
  readonly price: PriceE4
  readonly shares: Shares
  readonly cost: Cents
  readonly fee: Cents
  /** Financed by the house for a buy; below zero, paid back to it by a sell. */
  readonly financed: bigint
  readonly conversion: {
    readonly paid: Amount
    readonly received: Amount
    readonly markup: Amount
    readonly rate: RateE6
  } | null
}

/** The sums over the fills of an order so far. */
export function chargesOf({ feeTable }: Pick<ChargedOrder, 'feeTable'>, fills: readonly ChargedFill[]): Charges {
  let sums = NO_CHARGES
  for (const { price, shares, cost, fee, financed, conversion } of fills) {
    sums = {
      ...sums,
      valueE4: sums.valueE4 + price * shares,
      cost: plus(sums.cost, cost),
      fee: plus(sums.fee, fee),
      financed: cents(sums.financed + (financed > 0n ? financed : 0n)),
    }
    if (!conversion) continue
    const { paid, received, markup, rate } = conversion
    sums = {
      ...sums,
      received: cents(sums.received + received.units),
      priceParts: sums.priceParts + partsFor(feeTable, received, rate),
      paid: cents(sums.paid + paid.units),
      markup: cents(sums.markup + markup.units),
    }
  }
  return sums
}

/** The terms of an order that its charges depend on. */
export interface ChargedOrder {
  readonly feeTable: FeeTableVersion
  readonly side: 'buy' | 'sell'
  readonly currency: Currency
  readonly leverage: Leverage
}

/** The sums after one more fill at a price, without any conversion for it. */
export function withFill(
  { feeTable, side, currency, leverage }: ChargedOrder,
  before: Charges,
  { price, shares }: { readonly price: PriceE4; readonly shares: Shares },
): Charges {
  const { paid, received } = directionsOf(feeTable)
  const valueE4 = before.valueE4 + price * shares
  const cost = cents((side === 'buy' ? paid : received)(valueE4, E4_PER_CENT))
  const fee = feeFor(feeTable, side, cost, currency)
  const total = plus(cost, fee)
  return { ...before, valueE4, cost, fee, financed: minus(total, ownPart(total, leverage)) }
}

/**
 * The sums of a buy after the cash that it still lacks was bought with the other currency. `own` is the part of the
 * hold in its own currency, which is spent first.
 */
export function withConversion(
  { feeTable, currency }: Omit<ChargedOrder, 'leverage'>,
  before: Charges,
  own: bigint,
  { rate, markupBps }: { readonly rate: RateE6; readonly markupBps: BasisPoints },
): Charges {
  const missing = maxOf(cents(before.cost + before.fee - before.financed - own - before.received), cents(0n))
  const { paid: round } = directionsOf(feeTable)
  const priceParts = before.priceParts + partsFor(feeTable, { asset: currency, units: missing }, rate)
  const paid = cents(round(priceParts, PARTS_PER_CENT))
  const received = cents(before.received + missing)
  return { ...before, received, priceParts, paid, markup: rateOf(paid, markupBps, round) }
}

/**
 * The price of an amount in the other currency, in ten-thousandths of its cent. Fills of one order may convert at
 * different rates, whose exact prices have no common unit. They are summed in this one, each rounded up.
 */
function partsFor(feeTable: FeeTableVersion, { asset, units }: Amount, rate: RateE6): bigint {
  const [over, under] = asset === 'USD' ? [units * RATE_UNIT, rate] : [units * rate, RATE_UNIT]
  // Version 1 rounded each conversion to the cent by itself.
  if (feeTable === 1) return divideHalfEven(over, under) * PARTS_PER_CENT
  return divideUp(over * PARTS_PER_CENT, under)
}

/** The amounts that a fill posts: the sums after it less those before. */
export const postedBetween = (before: Charges, after: Charges): Omit<Charges, 'valueE4' | 'priceParts'> => ({
  cost: minus(after.cost, before.cost),
  fee: minus(after.fee, before.fee),
  financed: minus(after.financed, before.financed),
  received: minus(after.received, before.received),
  paid: minus(after.paid, before.paid),
  markup: minus(after.markup, before.markup),
})
