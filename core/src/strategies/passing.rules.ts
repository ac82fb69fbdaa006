import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { cents, maxOf, minOf, minus, plus, priceE4, wholeShares, type Cents, type Shares } from '../base/amount.ts'
import { idFromHash } from '../base/derived.ts'
import type { OrderId, RunId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import type { Quote } from '../market/market.contract.ts'
import { neededFor } from '../orders/amount.rules.ts'
import type { FeeTableVersion } from '../orders/fees.rules.ts'
import { positionFor, type Lot } from '../orders/lots.rules.ts'
import type { Ticket } from '../orders/orders.contract.ts'
import type { Order } from '../orders/orders.rules.ts'
import type { Own, StrategyOrder } from './events.ts'
import { floorOf, type RunTerms } from './running.rules.ts'

/*
 * The orders of a strategy that are placed. A buy holds at most what is free of the run's amount, and a sell closes shares
 * of the run's own lots alone.
 */

/** The orders that one event may cause. More of them are a fault of the strategy. */
export const ORDERS_PER_EVENT_MOST = 20

/** The amounts and shares of a run, from its fills and its open orders. */
export interface RunBook {
  /** Cents of its amount that are neither held nor spent. The proceeds of its sales are added. */
  readonly free: Cents
  /** Cents that its open buys hold. */
  readonly held: Cents
  /** The cost of its open lots, fees included, and their shares. */
  readonly costLeft: Cents
  readonly shares: Shares
  /** The shares that its open buys and sells have not filled yet. */
  readonly buying: Shares
  readonly selling: Shares
  /** True if one of its open orders has a limit. */
  readonly hasLimits: boolean
}

export const bookAtStart = ({ budget }: Pick<RunTerms, 'budget'>): RunBook => ({
  free: budget,
  held: cents(0n),
  costLeft: cents(0n),
  shares: wholeShares(0n),
  buying: wholeShares(0n),
  selling: wholeShares(0n),
  hasLimits: false,
})

/** The book that follows from a run's cash, its open orders and its lots. */
export function bookFrom({
  free,
  held,
  orders,
  lots,
}: Pick<RunBook, 'free' | 'held'> & { readonly orders: readonly Order[]; readonly lots: readonly Lot[] }): RunBook {
  const { shares, cost } = positionFor(lots)
  const waiting = (side: Order['side']): Shares =>
    orders.reduce(
      (sum, order) => (order.side === side ? plus(sum, minus(order.shares, order.filled)) : sum),
      wholeShares(0n),
    )
  return {
    free,
    held,
    costLeft: cost,
    shares,
    buying: waiting('buy'),
    selling: waiting('sell'),
    hasLimits: orders.some(({ limit }) => limit !== null),
  }
}

/** Cents that a further buy may hold: what is free, within the most in the position. */
export const roomOf = ({ free, held, costLeft }: RunBook, { most }: Pick<RunTerms, 'most'>): Cents =>
  maxOf(minOf(free, minus(most, plus(held, costLeft))), cents(0n))

/** A run's amounts between two events, as numbers for its strategy. */
export interface Standing {
  readonly book: RunBook
  readonly own: Own
  /** Its cash with what its buys hold, in ten-thousandths. With shares x bid it is the value of the run. */
  readonly cashE4: number
  /** The value at or below which it ends. */
  readonly floorE4: number
}

export const standingOf = (book: RunBook, terms: Pick<RunTerms, 'most' | 'budget' | 'lossStop'>): Standing => ({
  book,
  own: {
    shares: Number(book.shares),
    buying: Number(book.buying),
    selling: Number(book.selling),
    room: Number(roomOf(book, terms)),
  },
  cashE4: Number(plus(book.free, book.held)) * 100,
  floorE4: Number(floorOf(terms)) * 100,
})

/** True if the value of a run at a bid has reached its loss stop. Shares without a bid have no value to judge. */
export const isLost = ({ own, cashE4, floorE4 }: Standing, bid: number): boolean =>
  own.shares === 0 ? cashE4 <= floorE4 : bid > 0 && cashE4 + own.shares * bid <= floorE4

/** True if a run has neither shares nor open orders. */
export const isFlat = ({ shares, buying, selling }: Own): boolean => shares === 0 && buying === 0 && selling === 0

/** The causes of a run's orders: an event that its strategy heard, or the house, which ends its position. */
export type OrderCause = 'bar' | 'quote' | 'end'

/** The place of an order: the run, the event and its number among those of the event. */
export interface OrderPlace {
  readonly run: RunId
  readonly cause: OrderCause
  /** The event's instant by the market's clock. */
  readonly at: Instant
  /** The server's time at which the market's clock came to it: the same on every server. Order lists go by it. */
  readonly wallAt: Instant
}

/** The id of a run's order. Whichever server decides the event, its orders have the same ids, so none is placed twice. */
export const orderIdFor = ({ run, cause, at, wallAt }: OrderPlace, n: number): OrderId =>
  idFromHash(sha256(utf8ToBytes(`lonja run ${run} ${cause} ${at} ${n}`)), wallAt)

export interface PassingFacts extends OrderPlace {
  readonly quote: Quote
  readonly feeTable: FeeTableVersion
}

/** True if an event has no more orders than it may, and each has a valid form. */
export const areOrders = (orders: readonly StrategyOrder[]): boolean =>
  orders.length <= ORDERS_PER_EVENT_MOST &&
  orders.every(
    ({ side, shares, limit }) =>
      (side === 'buy' || side === 'sell') && isCount(shares) && (limit === null || isCount(limit)),
  )

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0

/**
 * The tickets of a strategy's orders, in their turn, each with what those before it leave: a buy for as many shares as its
 * room holds, a sell for as many as no other sell asks for. One of which nothing is left has none.
 */
export function ticketsFor(
  terms: Pick<RunTerms, 'listing' | 'most'>,
  start: RunBook,
  orders: readonly StrategyOrder[],
  facts: PassingFacts,
): Ticket[] {
  let book = start
  return orders.flatMap((order, n) => {
    const limit = order.limit === null ? null : priceE4(BigInt(order.limit))
    const part = order.side === 'buy' ? buyWithin(terms, book, order, facts) : sellWithin(book, order)
    if (part.shares === 0n) return []
    book = part.book
    const { side } = order
    const id = orderIdFor(facts, n)
    return [{ id, listing: terms.listing, side, shares: part.shares, limit, timeInForce: 'day' as const }]
  })
}

interface Part {
  readonly shares: Shares
  readonly book: RunBook
}

function buyWithin(
  terms: Pick<RunTerms, 'listing' | 'most'>,
  book: RunBook,
  { shares, limit }: StrategyOrder,
  facts: PassingFacts,
): Part {
  const draft = { listing: terms.listing, limit: limit === null ? null : priceE4(BigInt(limit)) }
  const holdOf = (some: bigint): Cents | null => {
    const hold = neededFor(draft, some, facts)
    return hold === null ? null : cents(hold)
  }
  const room = roomOf(book, terms)
  const most = mostWithin(room, BigInt(shares), holdOf)
  const needed = holdOf(most) ?? cents(0n)
  const after = { ...book, free: minus(book.free, needed), held: plus(book.held, needed) }
  return { shares: wholeShares(most), book: after }
}

/**
 * The most shares, up to those asked for, whose hold is within the room. A hold is nearly in proportion to its shares, so
 * the most lies beside the part that the room is of the hold of all. 0 if there is no hold, for want of an ask.
 */
function mostWithin(room: Cents, shares: bigint, holdOf: (some: bigint) => Cents | null): bigint {
  const all = holdOf(shares)
  if (all === null || all <= room) return all === null ? 0n : shares
  const covers = (some: bigint): boolean => (holdOf(some) ?? 0n) <= room
  let most = (shares * room) / all
  while (!covers(most)) most--
  while (most < shares && covers(most + 1n)) most++
  return most
}

function sellWithin(book: RunBook, order: StrategyOrder): Part {
  const shares = minOf(wholeShares(BigInt(order.shares)), minus(book.shares, book.selling))
  return { shares: maxOf(shares, wholeShares(0n)), book: { ...book, selling: plus(book.selling, shares) } }
}
