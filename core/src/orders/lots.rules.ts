import { divideHalfEven, E4_PER_CENT, minOf, type ListingId, type PriceE4 } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { Instant } from '../base/instant.ts'
import { lettersFor } from '../base/numbers.ts'

/** Shares bought by one fill, with what they cost. A sell closes the oldest first. */
export interface Lot {
  readonly customer: string
  readonly id: string
  readonly listing: ListingId
  readonly order: string
  readonly openedAt: Instant
  readonly price: PriceE4
  readonly shares: bigint
  /** Price x shares + fee, in cents; `fee` is the part of it that was the fee. */
  readonly cost: bigint
  readonly fee: bigint
  /** The open part of the lot in shares, and the cost of that part. */
  readonly left: bigint
  readonly costLeft: bigint
}

/** The part of one lot that one sell closed, and its result: proceeds less fee less cost. */
export interface Closing {
  readonly customer: string
  readonly lot: string
  readonly fill: string
  readonly order: string
  readonly listing: ListingId
  readonly shares: bigint
  readonly openedAt: Instant
  readonly closedAt: Instant
  readonly openPrice: PriceE4
  readonly closePrice: PriceE4
  readonly cost: bigint
  readonly proceeds: bigint
  readonly fee: bigint
  readonly realised: bigint
}

/** The sell that closes lots: its shares, its proceeds before the fee, and the fee. */
export interface Sale {
  readonly fill: string
  readonly order: string
  readonly at: Instant
  readonly price: PriceE4
  readonly shares: bigint
  readonly proceeds: bigint
  readonly fee: bigint
}

/** Oldest first; lots of the same instant by id. */
export const byAge = (a: Lot, b: Lot): number => a.openedAt - b.openedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/**
 * Close lots first in, first out. Part of a lot costs its share of the open part, rounded half to even; the last part
 * takes the rest, so that the parts add up to the lot to the cent. Proceeds and fee are shared in the same way. Asserts
 * that the lots cover the shares: the order's hold guarantees it.
 */
export function closeLots(lots: readonly Lot[], sale: Sale): { lots: readonly Lot[]; closings: readonly Closing[] } {
  const changed: Lot[] = []
  const closings: Closing[] = []
  let { shares, proceeds, fee } = sale
  for (const lot of lots.toSorted(byAge)) {
    if (shares === 0n) break
    if (lot.left === 0n) continue
    const taken = minOf(lot.left, shares)
    const cost = divideHalfEven(lot.costLeft * taken, lot.left)
    const part = { proceeds: divideHalfEven(proceeds * taken, shares), fee: divideHalfEven(fee * taken, shares) }
    changed.push({ ...lot, left: lot.left - taken, costLeft: lot.costLeft - cost })
    closings.push(closingFor(lot, sale, { ...part, shares: taken, cost }))
    shares -= taken
    proceeds -= part.proceeds
    fee -= part.fee
  }
  assert(shares === 0n, 'the lots hold what is sold')
  return { lots: changed, closings }
}

const closingFor = (
  lot: Lot,
  { fill, order, at, price }: Sale,
  { shares, cost, proceeds, fee }: { shares: bigint; cost: bigint; proceeds: bigint; fee: bigint },
): Closing => ({
  customer: lot.customer,
  lot: lot.id,
  fill,
  order,
  listing: lot.listing,
  shares,
  openedAt: lot.openedAt,
  closedAt: at,
  openPrice: lot.price,
  closePrice: price,
  cost,
  proceeds,
  fee,
  realised: proceeds - fee - cost,
})

/**
 * The position that the open lots of one listing make: shares, cost, and the average cost per share, which is for
 * display only.
 */
export function positionFor(lots: readonly Lot[]): { shares: bigint; cost: bigint; average: PriceE4 } {
  let shares = 0n
  let cost = 0n
  for (const lot of lots) {
    shares += lot.left
    cost += lot.costLeft
  }
  const average = shares === 0n ? 0n : divideHalfEven(cost * E4_PER_CENT, shares)
  return { shares, cost, average: average as PriceE4 }
}

/** The trade number a person reads out: eight letters and digits of the lot's id. */
export const lotNumberFor = lettersFor
