import {
  BPS,
  E4_PER_CENT,
  basisPoints,
  cents,
  currencyFor,
  divideHalfEven,
  divideUp,
  isCurrency,
  minOf,
  otherCurrency,
  type Amount,
  type Asset,
  type PriceE4,
  type RateE6,
} from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import { holdLine, releaseLine, type Line } from '../ledger/ledger.rules.ts'
import type { ExchangeRate, Quote } from '../market/market.contract.ts'
import type { Charges } from './charges.rules.ts'
import { feeFor, type FeeTableVersion } from './fees.rules.ts'
import { ownPart } from './financing.rules.ts'
import { stopPrice, type Stop } from './kinds.rules.ts'
import type { Leverage } from './orders.contract.ts'
import type { Order } from './orders.rules.ts'

/* The amounts that an order sets aside: so much that each fill which its prices allow is paid for. */

/** The most by which a market buy may fill above the ask it was placed at. Its hold covers this price. */
export const COLLAR_BPS = basisPoints(200n)
/** The most by which the exchange rate may move against the customer between hold and fill. */
export const RATE_COLLAR_BPS = basisPoints(100n)
/** One trillion: keeps every figure far inside what the ledger stores. */
export const COST_MOST = 100_000_000_000_000n
const RATE_UNIT = 1_000_000n

/**
 * The highest price at which a buy may fill: its limit, or the ask with the collar, rounded up. A stop has the collar on
 * the price that it is at when it is placed; one that follows the market only falls from there. Null for a sell.
 */
export function worstFor(
  { side, limit, stop = null }: Pick<Order, 'side' | 'limit'> & { readonly stop?: Stop | null },
  quote: Pick<Quote, 'ask'>,
): PriceE4 | null {
  if (side === 'sell') return null
  if (limit !== null) return limit
  const from = stop ? stopPrice('buy', stop, quote.ask) : quote.ask
  return divideUp(from * (BPS + COLLAR_BPS), BPS) as PriceE4
}

/**
 * The amount to hold until the order fills or ends; the phone shows it before the ticket is sent. A buy: worst price x
 * shares + fee, rounded up to the cent, by its leverage, rounded up. A sell: the shares, so that none is sold twice. Asserts `shares` > 0.
 */
export function holdFor(
  terms: Pick<Order, 'side' | 'listing' | 'shares' | 'limit'> & {
    readonly stop?: Stop | null
    readonly leverage?: Leverage | undefined
  },
  quote: Pick<Quote, 'ask'>,
  feeTable: FeeTableVersion,
): Amount {
  const { shares, listing } = terms
  assert(shares > 0n, 'an order has at least one share')
  const worst = worstFor(terms, quote)
  if (worst === null) return { asset: listing, units: shares }
  const currency = currencyFor(listing)
  const cost = cents(divideUp(worst * shares, E4_PER_CENT))
  const total = cents(cost + feeFor(feeTable, 'buy', cost, currency))
  return { asset: currency, units: ownPart(total, terms.leverage ?? 1) }
}

/**
 * Split a buy's hold: its own currency first, then the other currency at the rate, with markup and collar, rounded up.
 * Null if both together fall short, or if a conversion is needed and there is no rate.
 */
export function splitHold(
  need: Amount,
  free: (asset: Asset) => bigint,
  rate: Pick<ExchangeRate, 'rate' | 'markupBps'> | null,
): readonly Amount[] | null {
  assert(isCurrency(need.asset), 'a buy is paid in cash')
  const own = minOf(need.units, free(need.asset))
  if (own === need.units) return [need]
  if (!rate) return null
  const other = otherCurrency(need.asset)
  const units = conversionHold({ asset: need.asset, units: need.units - own }, rate)
  if (units > free(other)) return null
  return [...(own > 0n ? [{ asset: need.asset, units: own }] : []), { asset: other, units }]
}

/**
 * The amount to hold in the other currency for an amount that may have to be bought with it. Rounded up at each step.
 */
export function conversionHold(amount: Amount, { rate, markupBps }: Pick<ExchangeRate, 'rate' | 'markupBps'>): bigint {
  const plain =
    amount.asset === 'USD' ? divideUp(amount.units * RATE_UNIT, rate) : divideUp(amount.units * rate, RATE_UNIT)
  return divideUp(divideUp(plain * (BPS + markupBps), BPS) * (BPS + RATE_COLLAR_BPS), BPS)
}

/** An amount of one currency in the other, to be shown: rounded half to even. `rate` is USD for one EUR. */
export function converted({ asset, units }: Amount, rate: RateE6): Amount {
  assert(isCurrency(asset), 'only cash is converted')
  return asset === 'USD'
    ? { asset: 'EUR', units: divideHalfEven(units * RATE_UNIT, rate) }
    : { asset: 'USD', units: divideHalfEven(units * rate, RATE_UNIT) }
}

/**
 * The amounts that an open order still holds: what was held less what its fills spent. `charges` are the sums over its fills. A sell
 * holds the shares that are left.
 */
export function holdLeft(order: Pick<Order, 'asset' | 'held' | 'filled'>, charges: Charges): Amount[] {
  const { asset, held } = order
  if (order.filled === 0n) return [...held]
  const spentOf = (of: Asset): bigint => {
    if (of !== asset) return charges.paid + charges.markup
    return isCurrency(asset) ? charges.cost + charges.fee - charges.financed - charges.received : order.filled
  }
  return held.map((amount) => ({ asset: amount.asset, units: amount.units - spentOf(amount.asset) })).filter(isLeft)
}

const isLeft = ({ units }: Amount): boolean => units > 0n

/** The units of an asset among amounts; 0 if it is not among them. */
export const unitsIn = (amounts: readonly Amount[], asset: Asset): bigint =>
  amounts.find((amount) => amount.asset === asset)?.units ?? 0n

/** The amounts that one hold has more than another, by asset; below 0, those that it has less. */
export function heldMore(before: readonly Amount[], after: readonly Amount[]): Amount[] {
  const assets = [...new Set([...before, ...after].map(({ asset }) => asset))]
  return assets
    .map((asset) => ({ asset, units: unitsIn(after, asset) - unitsIn(before, asset) }))
    .filter(({ units }) => units !== 0n)
}

/** The lines from one hold to another: what is held more, and what is released. */
export const linesBetween = (before: readonly Amount[], after: readonly Amount[]): Line[] =>
  heldMore(before, after).map(({ asset, units }) =>
    units > 0n ? holdLine({ asset, units }) : releaseLine({ asset, units: -units }),
  )
