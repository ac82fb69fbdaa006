import {
  costOf,
  currencyFor,
  divideHalfEven,
  BPS,
  E4_PER_CENT,
  divideUp,
  otherCurrency,
  type Amount,
  type Asset,
  type PriceE4,
  type RateE6,
} from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { Instant } from '../base/instant.ts'
import type { ExchangeRate, Quote } from '../market/market.contract.ts'
import { closeLots } from './lots.rules.ts'
import type { Ticket } from './orders.contract.ts'
import { COST_MOST, converted, feeFor, holdFor, splitHold } from './orders.rules.ts'

/** A ticket that is still being filled in. */
export type Draft = Omit<Ticket, 'id' | 'timeInForce'>

export interface PreviewFacts {
  readonly quote: Pick<Quote, 'bid' | 'ask'>
  readonly rate: Pick<ExchangeRate, 'rate' | 'markupBps'> | null
  readonly free: (asset: Asset) => bigint
}

/** What a ticket comes to, shown before the tap by the same rules that decide it after. */
export interface Preview {
  /** The price it is reckoned at: the limit, else the ask of a buy or the bid of a sell. */
  readonly price: PriceE4
  /** Price × shares, and the fee of it. */
  readonly cost: Amount
  readonly fee: Amount
  /** A buy: cost and fee. A sell: what is left of the cost after the fee. */
  readonly total: Amount
  /** What would be bought with the other currency; null where its own cash suffices. */
  readonly conversion: { readonly received: Amount; readonly paid: Amount; readonly rate: RateE6 } | null
  /** What is set aside at most; null where it cannot be covered. */
  readonly held: readonly Amount[] | null
  /** The most that can be lost: all that a buy costs. Null for a sell. */
  readonly worst: Amount | null
  /** What stays available of each currency (of a sell: of the shares) once it has filled as reckoned. */
  readonly left: readonly Amount[]
}

/** Reckon a draft. Asserts at least one share. */
export function previewFor(draft: Draft, facts: PreviewFacts): Preview {
  const { side, listing, shares, limit } = draft
  const currency = currencyFor(listing)
  const price = limit ?? (side === 'buy' ? facts.quote.ask : facts.quote.bid)
  const cost = costOf(price, shares)
  const fee = feeFor(cost, currency)
  const total = { asset: currency, units: side === 'buy' ? cost + fee : cost - fee }
  const money = { price, cost: { asset: currency, units: cost }, fee: { asset: currency, units: fee }, total }
  const need = holdFor(draft, facts.quote)
  if (side === 'sell') {
    const left = facts.free(listing) - shares
    return {
      ...money,
      conversion: null,
      held: left < 0n ? null : [need],
      worst: null,
      left: [{ asset: listing, units: left }],
    }
  }
  const conversion = conversionOf(total, facts)
  const own = { asset: currency, units: facts.free(currency) - total.units + (conversion?.received.units ?? 0n) }
  const other = {
    asset: otherCurrency(currency),
    units: facts.free(otherCurrency(currency)) - (conversion?.paid.units ?? 0n),
  }
  return {
    ...money,
    conversion,
    held: splitHold(need, facts.free, facts.rate),
    worst: { asset: currency, units: -total.units },
    left: [own, other],
  }
}

/** What the cash of its own currency does not cover, bought with the other, markup included. */
function conversionOf(total: Amount, { rate, free }: PreviewFacts): Preview['conversion'] {
  const missing = total.units - free(total.asset)
  if (missing <= 0n || !rate) return null
  const received = { asset: total.asset, units: missing }
  const plain = converted(received, rate.rate)
  const paid = { asset: plain.asset, units: plain.units + divideHalfEven(plain.units * rate.markupBps, BPS) }
  return { received, paid, rate: rate.rate }
}

/** The most shares that a draft could ask for: all that are free to sell, or all that the cash can hold. */
export function mostSharesFor(draft: Omit<Draft, 'shares'>, facts: PreviewFacts): bigint {
  if (draft.side === 'sell') return facts.free(draft.listing)
  assert((draft.limit ?? facts.quote.ask) > 0n, 'a buy has a price')
  const covers = (shares: bigint): boolean => {
    const need = holdFor({ ...draft, shares }, facts.quote)
    return need.units <= COST_MOST && splitHold(need, facts.free, facts.rate) !== null
  }
  let covered = 0n
  let beyond = divideUp(COST_MOST * E4_PER_CENT, draft.limit ?? facts.quote.ask) + 1n
  while (beyond - covered > 1n) {
    const middle = (covered + beyond) / 2n
    if (covers(middle)) covered = middle
    else beyond = middle
  }
  return covered
}

/** A part of the most, in whole per cent, rounded down, but never less than one share where one can be had. */
export function partOf(most: bigint, percent: number): bigint {
  const part = (most * BigInt(percent)) / 100n
  return part > 0n || most === 0n || percent === 0 ? part : 1n
}

/** An open lot, as far as a result needs it. */
export interface OpenLot {
  readonly lot: string
  readonly openedAt: Instant
  readonly shares: bigint
  readonly cost: bigint
}

/** What a sell would bring against the lots it would close, first in first out; null where they do not hold the shares. */
export function estimatedResult(
  lots: readonly OpenLot[],
  { price, cost, fee }: Preview,
  shares: bigint,
): bigint | null {
  if (lots.reduce((sum, lot) => sum + lot.shares, 0n) < shares) return null
  const open = lots.map(({ lot, openedAt, ...of }) => ({
    ...{ customer: '', listing: 'XNYS:-' as const, order: '', price, fee: 0n },
    ...{ id: lot, openedAt, shares: of.shares, cost: of.cost, left: of.shares, costLeft: of.cost },
  }))
  const sale = { fill: '', order: '', at: 0, price, shares, proceeds: cost.units, fee: fee.units }
  return closeLots(open, sale).closings.reduce((sum, { realised }) => sum + realised, 0n)
}
