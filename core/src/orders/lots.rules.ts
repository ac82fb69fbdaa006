import {
  cents,
  costOf,
  divideHalfEven,
  E4_PER_CENT,
  minOf,
  minus,
  partFor,
  plus,
  wholeShares,
  type Cents,
  type ListingId,
  type PriceE4,
  type Shares,
} from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { CustomerId, OrderId, FillId, LotId, RunId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import { returnBps } from '../base/formats.ts'
import { lettersFor } from '../base/numbers.ts'
import type { Leverage } from './orders.contract.ts'
import type { Order } from './orders.rules.ts'

/** Shares bought by one fill, with what they cost. A sell closes the oldest first. */
export interface Lot {
  readonly customer: CustomerId
  readonly id: LotId
  readonly listing: ListingId
  readonly order: OrderId
  readonly openedAt: Instant
  readonly price: PriceE4
  readonly shares: Shares
  /** Price x shares + fee; `fee` is the part of it that was the fee. */
  readonly cost: Cents
  readonly fee: Cents
  /** The open part of the lot, and the cost of that part. */
  readonly left: Shares
  readonly costLeft: Cents
  /** By what its buy was leveraged, and what the house financed of the open part: owed until it is closed. */
  readonly leverage: Leverage
  readonly financedLeft: Cents
  /** The shares of it that open sells of this lot ask for. Sells of the oldest lots leave them. */
  readonly reserved: Shares
  /** The shares of it that the exit attached to its buy asks for. Only that exit closes them. */
  readonly guarded: Shares
  /** The run of a strategy that bought it and has not stopped: all of it is reserved for the run's sells. */
  readonly run: RunId | null
}

/** The content of a lot whose shares were paid for whole, without leverage, and of which nothing is reserved. */
export const paidLot = (
  bought: Pick<Lot, 'shares' | 'cost' | 'fee' | 'price'>,
): Omit<Lot, 'customer' | 'id' | 'listing' | 'order' | 'openedAt'> => ({
  ...bought,
  left: bought.shares,
  costLeft: bought.cost,
  leverage: 1,
  financedLeft: cents(0n),
  reserved: wholeShares(0n),
  guarded: wholeShares(0n),
  run: null,
})

/** The part of one lot that one sell closed, and its result: proceeds less fee less cost. */
export interface Closing {
  readonly customer: CustomerId
  readonly lot: LotId
  readonly fill: FillId
  readonly order: OrderId
  readonly listing: ListingId
  readonly shares: Shares
  readonly openedAt: Instant
  readonly closedAt: Instant
  readonly openPrice: PriceE4
  readonly closePrice: PriceE4
  readonly cost: Cents
  readonly proceeds: Cents
  readonly fee: Cents
  readonly realised: Cents
  /** Cents that it paid back to the house of what was financed. */
  readonly repaid: Cents
  readonly sellType: SellType
}

/**
 * The ways in which a lot is closed: by a sell that its customer placed, by an exit at its profit, by an exit whose stop was
 * reached, by the house for want of margin, or by the strategy that bought it.
 */
export const SELL_TYPES = ['customer', 'take_profit', 'stop_loss', 'close_out', 'strategy'] as const
export type SellType = (typeof SELL_TYPES)[number]

/** The sell type of what an order closes now. */
export function sellTypeOf({ conditions }: Pick<Order, 'conditions'>): SellType {
  if (conditions?.isCloseOut) return 'close_out'
  if ((conditions?.run ?? null) !== null) return 'strategy'
  if (!conditions?.isExit) return 'customer'
  return conditions.trigger ? 'stop_loss' : 'take_profit'
}

/** The results of closed lots that a list can be narrowed to: above zero, and below. */
export const CLOSED_RESULTS = ['gains', 'losses'] as const
export type ClosedResult = (typeof CLOSED_RESULTS)[number]

/** The sell that closes lots: its shares, its proceeds before the fee, and the fee. */
export interface Sale extends Aim {
  readonly fill: FillId
  readonly order: OrderId
  readonly at: Instant
  readonly price: PriceE4
  readonly shares: Shares
  readonly proceeds: Cents
  readonly fee: Cents
  readonly sellType: SellType
}

/** The lots that a sell closes: one, those of a buy whose exit it is, those of a run, or without any the oldest first. */
export interface Aim {
  readonly lot: LotId | null
  readonly ofBuy?: OrderId | null
  readonly run?: RunId | null
}

/** The lots that an order closes. */
export const aimOf = ({ conditions }: Pick<Order, 'conditions'>): Aim => ({
  lot: conditions?.lot ?? null,
  ofBuy: conditions?.ofBuy ?? null,
  run: conditions?.run ?? null,
})

/** Oldest first; lots of the same instant by id. */
export const byAge = (a: Pick<Lot, 'id' | 'openedAt'>, b: Pick<Lot, 'id' | 'openedAt'>): number =>
  a.openedAt - b.openedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** A lot as far as closing it needs it. A preview knows what sells ask for as one number, and no exits of buys. */
type Closable = Pick<Lot, 'id' | 'openedAt' | 'left' | 'costLeft' | 'reserved'> &
  Partial<Pick<Lot, 'order' | 'guarded' | 'run'>>

const NONE = wholeShares(0n)

/** The shares of a lot that a sell may close: those that are reserved for it, or those that are reserved for none. */
function openTo(
  { id, order, left, reserved, guarded = NONE, run: runOfLot = null }: Closable,
  { lot, ofBuy = null, run = null }: Aim,
): Shares {
  if (run !== null) return runOfLot === run ? reserved : NONE
  if (ofBuy !== null) return order === ofBuy ? guarded : NONE
  if (lot !== null) return id === lot ? reserved : NONE
  return minus(minus(left, reserved), guarded)
}

/**
 * Close the lot that a sell names, or lots first in, first out without what is reserved in them. Part of a lot costs its share of the
 * open part, rounded half to even; the last part takes the rest, so that the parts add up to the lot to the cent. Proceeds
 * and fee are shared in the same way. Asserts that the lots cover the shares: the order's hold guarantees it.
 */
export function closeLots(lots: readonly Lot[], sale: Sale): { lots: readonly Lot[]; closings: readonly Closing[] } {
  const parts = partsOf(lots, sale)
  return {
    lots: parts.map(({ lot, shares, cost }) => ({
      ...lot,
      left: minus(lot.left, shares),
      costLeft: minus(lot.costLeft, cost),
      financedLeft: minus(lot.financedLeft, repaidOf(lot, shares)),
      reserved: isOfReserved(sale) ? minus(lot.reserved, shares) : lot.reserved,
      guarded: (sale.ofBuy ?? null) === null ? lot.guarded : minus(lot.guarded, shares),
    })),
    closings: parts.map((part) => closingFor(part, sale)),
  }
}

/** Whether a sell closes shares that are reserved for it. */
const isOfReserved = ({ lot, run = null }: Aim): boolean => lot !== null || run !== null

/** The part of what was financed that falls to some shares of a lot: by shares, the last part takes the rest. */
export const repaidOf = ({ financedLeft, left }: Pick<Lot, 'financedLeft' | 'left'>, shares: Shares): Cents =>
  partFor(financedLeft, shares, left)

/** The part of a lot that a sell closes: its shares, their cost, and their share of the proceeds and the fee. */
interface Part<Open> {
  readonly lot: Open
  readonly shares: Shares
  readonly cost: Cents
  readonly proceeds: Cents
  readonly fee: Cents
}

/** The parts of open lots that a sell closes, as `closeLots` says, oldest first. */
export function partsOf<Open extends Closable>(
  lots: readonly Open[],
  sale: Pick<Sale, 'shares' | 'proceeds' | 'fee' | 'lot' | 'ofBuy' | 'run'>,
): Part<Open>[] {
  const parts: Part<Open>[] = []
  let { shares, proceeds, fee } = sale
  for (const lot of lots.toSorted(byAge)) {
    if (shares === 0n) break
    const piece = minOf(openTo(lot, sale), shares)
    if (piece === 0n) continue
    const part = {
      lot,
      shares: piece,
      cost: partFor(lot.costLeft, piece, lot.left),
      proceeds: partFor(proceeds, piece, shares),
      fee: partFor(fee, piece, shares),
    }
    parts.push(part)
    shares = minus(shares, piece)
    proceeds = minus(proceeds, part.proceeds)
    fee = minus(fee, part.fee)
  }
  assert(shares === 0n, 'the lots hold what is sold')
  return parts
}

/** The result of a closed part: proceeds less fee less cost. */
export const resultOf = ({ proceeds, fee, cost }: Pick<Part<unknown>, 'proceeds' | 'fee' | 'cost'>): Cents =>
  minus(minus(proceeds, fee), cost)

const closingFor = (part: Part<Lot>, { fill, order, at, price, sellType }: Sale): Closing => ({
  customer: part.lot.customer,
  lot: part.lot.id,
  fill,
  order,
  listing: part.lot.listing,
  shares: part.shares,
  openedAt: part.lot.openedAt,
  closedAt: at,
  openPrice: part.lot.price,
  closePrice: price,
  cost: part.cost,
  proceeds: part.proceeds,
  fee: part.fee,
  realised: resultOf(part),
  repaid: repaidOf(part.lot, part.shares),
  sellType,
})

/**
 * The position that the open lots of one listing make: shares, cost, and the average cost per share, which is for
 * display only.
 */
export function positionFor(lots: readonly Lot[]): { shares: Shares; cost: Cents; average: PriceE4 } {
  let shares = wholeShares(0n)
  let cost = cents(0n)
  for (const lot of lots) {
    shares = plus(shares, lot.left)
    cost = plus(cost, lot.costLeft)
  }
  const average = shares === 0n ? 0n : divideHalfEven(cost * E4_PER_CENT, shares)
  return { shares, cost, average: average as PriceE4 }
}

/** Open shares at a price: cents of the listing's currency, and basis points. Null without a price. */
export interface Standing {
  readonly value: bigint | null
  readonly result: bigint | null
  /** Result ÷ cost. */
  readonly yieldBps: bigint | null
}

/** The market value of open shares, and the unrealised result against what they cost. */
export function standingOf(shares: bigint, cost: bigint, last: PriceE4 | null): Standing {
  if (last === null) return { value: null, result: null, yieldBps: null }
  const value = costOf(last, wholeShares(shares))
  const result = value - cost
  return { value, result, yieldBps: returnBps(result, cost) }
}

/** The trade number a person reads out: eight letters and digits of the lot's id. */
export const lotNumberFor = lettersFor

/** The open lots of a listing that all customers hold together. */
export interface HeldListing {
  readonly listing: ListingId
  readonly customers: number
  readonly shares: Shares
  readonly cost: bigint
  /** The shares of lots that the house has financed, and what is still financed of them. */
  readonly sharesFinanced: Shares
  readonly financed: bigint
}
