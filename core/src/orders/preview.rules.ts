import {
  cents,
  currencyFor,
  E4_PER_CENT,
  divideUp,
  minOf,
  otherCurrency,
  wholeShares,
  type Amount,
  type Asset,
  type Currency,
  type PriceE4,
  type RateE6,
  type Shares,
} from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { LotId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import type { ExchangeRate, Quote } from '../market/market.contract.ts'
import { NO_CHARGES, withConversion, withFill, type Charges } from './charges.rules.ts'
import type { FeeTableVersion } from './fees.rules.ts'
import { partsOf, repaidOf, resultOf, type Aim } from './lots.rules.ts'
import type { Leverage, Ticket } from './orders.contract.ts'
import { isRefused } from '../base/refusal.ts'
import { kindTermsOf, lacksAsk, priceFor, stopPrice, type KindTerms } from './kinds.rules.ts'
import { COST_MOST, holdFor, splitHold } from './holds.rules.ts'

/** A ticket that the customer is still filling in. */
export type Draft = Omit<Ticket, 'id' | 'timeInForce'>

export interface PreviewFacts {
  readonly quote: Pick<Quote, 'bid' | 'ask'>
  readonly rate: Pick<ExchangeRate, 'rate' | 'markupBps'> | null
  readonly free: (asset: Asset) => bigint
  /** The fee table in force. */
  readonly feeTable: FeeTableVersion
  /** True if the account's equity covers its used margin and so much more, which a buy with leverage needs. */
  readonly covers?: ((more: Amount) => boolean) | undefined
}

/** The amounts of a ticket before it is sent, computed by the same rules that decide it afterwards. */
export interface Preview {
  /** The price used for the preview: the limit, the stop as it stands, or the ask for a buy and the bid for a sell. */
  readonly price: PriceE4
  /** Price × shares, and the fee on it, rounded as the fill will round them. */
  readonly cost: Amount
  readonly fee: Amount
  /** For a buy: cost plus fee. For a sell: cost less fee, before what was financed is paid back. */
  readonly total: Amount
  /** The part of a buy that the house finances. */
  readonly financed: Amount
  /** The conversion that would pay for it; null if its own currency suffices. */
  readonly conversion: { readonly received: Amount; readonly paid: Amount; readonly rate: RateE6 } | null
  /** The amounts to hold; null if they cannot be covered. */
  readonly held: readonly Amount[] | null
  /** True if the account's equity does not cover the margin of a buy with leverage. */
  readonly isMarginShort: boolean
  /** The most that can be lost: the total cost of a buy, whoever paid for it. Null for a sell. */
  readonly worst: Amount | null
  /** The free balance of each currency (for a sell: of the shares) after a fill at this price. */
  readonly left: readonly Amount[]
}

/** Compute a draft's preview. Asserts at least one share. */
export function previewFor(draft: Draft, facts: PreviewFacts): Preview {
  const { side, listing, shares, leverage = 1 } = draft
  const currency = currencyFor(listing)
  const terms = termsIn(draft)
  const price = priceIn(side, terms, facts.quote)
  const charges = withFill({ feeTable: facts.feeTable, side, currency, leverage }, NO_CHARGES, { price, shares })
  const { cost, fee, financed } = charges
  const total = { asset: currency, units: side === 'buy' ? cost + fee : cost - fee }
  const inCurrency = (units: bigint): Amount => ({ asset: currency, units })
  const money = { price, cost: inCurrency(cost), fee: inCurrency(fee), total, financed: inCurrency(financed) }
  const need = holdFor({ side, listing, shares, leverage, ...terms }, facts.quote, facts.feeTable)
  if (side === 'sell') {
    const left = facts.free(listing) - shares
    return {
      ...money,
      conversion: null,
      held: left < 0n ? null : [need],
      isMarginShort: false,
      worst: null,
      left: [{ asset: listing, units: left }],
    }
  }
  const conversion = conversionOf(currency, charges, facts)
  const paid = total.units - financed
  const ownBalance = { asset: currency, units: facts.free(currency) - paid + (conversion?.received.units ?? 0n) }
  const other = {
    asset: otherCurrency(currency),
    units: facts.free(otherCurrency(currency)) - (conversion?.paid.units ?? 0n),
  }
  return {
    ...money,
    conversion,
    held: splitHold(need, facts.free, facts.rate),
    isMarginShort: isMarginShort(need, leverage, facts),
    worst: { asset: currency, units: -total.units },
    left: [ownBalance, other],
  }
}

const isMarginShort = (need: Amount, leverage: Leverage, { covers }: PreviewFacts): boolean =>
  leverage > 1 && covers !== undefined && !covers(need)

/** The result of a buy whose shares are all sold at a price: proceeds less fee, less the cost of the buy with its fee. */
export function resultAt(
  price: PriceE4,
  {
    listing,
    shares,
    total,
    feeTable,
  }: Pick<Draft, 'listing' | 'shares'> & Pick<Preview, 'total'> & Pick<PreviewFacts, 'feeTable'>,
): bigint {
  const sold = { feeTable, side: 'sell', currency: currencyFor(listing), leverage: 1 } as const
  const { cost, fee } = withFill(sold, NO_CHARGES, { price, shares })
  return cost - fee - total.units
}

/** The terms of a draft. Asserts that its prices go together. */
function termsIn(draft: Pick<Draft, 'limit' | 'stop' | 'trail' | 'trailBps' | 'profit'>): KindTerms {
  const terms = kindTermsOf(draft)
  assert(!isRefused(terms), 'the prices of a draft go together')
  return terms
}

/** The price at which a draft is previewed: its limit, its stop as it stands, or the price of the quote. */
export function priceIn(side: Draft['side'], { limit, stop }: KindTerms, quote: PreviewFacts['quote']): PriceE4 {
  const now = priceFor(side, quote)
  return limit ?? (stop ? stopPrice(side, stop, now) : now)
}

/** The part that cash in its own currency does not cover, bought with the other currency, markup included. */
function conversionOf(
  currency: Currency,
  charges: Charges,
  { rate, free, feeTable }: PreviewFacts,
): Preview['conversion'] {
  const own = free(currency)
  if (charges.cost + charges.fee - charges.financed <= own || !rate) return null
  const { received, paid, markup } = withConversion({ feeTable, side: 'buy', currency }, charges, own, rate)
  return {
    received: { asset: currency, units: received },
    paid: { asset: otherCurrency(currency), units: paid + markup },
    rate: rate.rate,
  }
}

/**
 * The most shares that a draft could ask for: for a sell all free shares, or those of its lot that no other sell asks for;
 * for a buy all that the cash can hold, and with leverage all that the account's equity covers; none without the ask that it needs.
 */
export function mostSharesFor(
  draft: Omit<Draft, 'shares'>,
  facts: PreviewFacts,
  lots: readonly Pick<OpenLot, 'lot' | 'shares' | 'reserved'>[] = [],
): bigint {
  if (draft.side === 'sell') return mostToSell(draft, facts, lots)
  const { side, listing, leverage = 1 } = draft
  const terms = termsIn(draft)
  if (lacksAsk(side, terms, facts.quote)) return 0n
  const price = priceIn(side, terms, facts.quote)
  assert(price > 0n, 'a buy has a price')
  const covers = (shares: bigint): boolean => {
    const need = holdFor(
      { side, listing, shares: wholeShares(shares), leverage, ...terms },
      facts.quote,
      facts.feeTable,
    )
    if (need.units * BigInt(leverage) > COST_MOST || isMarginShort(need, leverage, facts)) return false
    return splitHold(need, facts.free, facts.rate) !== null
  }
  return mostThat(covers, divideUp(COST_MOST * E4_PER_CENT, price) + 1n)
}

/** The most shares that a hold covers, by halving: 0 or more, and fewer than `most`. */
export function mostThat(covers: (shares: bigint) => boolean, most: bigint): bigint {
  let covered = 0n
  let beyond = most
  while (beyond - covered > 1n) {
    const middle = (covered + beyond) / 2n
    if (covers(middle)) covered = middle
    else beyond = middle
  }
  return covered
}

function mostToSell(
  { listing, lot = null }: Omit<Draft, 'shares'>,
  { free }: PreviewFacts,
  lots: readonly Pick<OpenLot, 'lot' | 'shares' | 'reserved'>[],
): bigint {
  if (lot === null) return free(listing)
  const own = lots.find((each) => each.lot === lot)
  return own ? minOf(free(listing), wholeShares(own.shares - own.reserved)) : 0n
}

/** A percentage of the most shares, rounded down, but at least one share if one is possible. */
export function partOf(most: bigint, percent: number): bigint {
  const part = (most * BigInt(percent)) / 100n
  return part > 0n || most === 0n || percent === 0 ? part : 1n
}

/** An open lot with the fields that a result needs. */
export interface OpenLot {
  readonly lot: LotId
  readonly openedAt: Instant
  readonly shares: Shares
  readonly cost: bigint
  /** The shares of it that open sells of this lot ask for. */
  readonly reserved: bigint
  readonly financed: bigint
}

/**
 * The result of a sell against the lot that it names, or those that it would close first in, first out, and what it pays
 * back to the house of what they were financed with; null if they do not cover the shares.
 */
export function estimatedSale(
  lots: readonly OpenLot[],
  { cost, fee }: Pick<Preview, 'cost' | 'fee'>,
  shares: bigint,
  { lot: named }: Aim = { lot: null },
): { readonly result: bigint; readonly repaid: bigint } | null {
  const open = lots
    .filter(({ lot }) => named === null || lot === named)
    .map(({ lot, openedAt, shares: left, cost: own, reserved, financed }) => ({
      id: lot,
      openedAt,
      left,
      costLeft: cents(own),
      financedLeft: cents(financed),
      // A sell of this lot is previewed as if it had reserved its shares.
      reserved: wholeShares(named === null ? reserved : minOf(left, wholeShares(shares))),
    }))
  const most = open.reduce((sum, { left, reserved }) => sum + (named === null ? left - reserved : reserved), 0n)
  if (most < shares) return null
  const parts = partsOf(open, {
    shares: wholeShares(shares),
    proceeds: cents(cost.units),
    fee: cents(fee.units),
    lot: named,
  })
  return {
    result: parts.reduce((sum, part) => sum + resultOf(part), 0n),
    repaid: parts.reduce((sum, { lot, shares: part }) => sum + repaidOf(lot, part), 0n),
  }
}
