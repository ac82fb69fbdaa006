import type { ListingId, PriceE4 } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import { isForOneEvent } from '@lonja/core/orders/fills.rules'
import type { Order } from '@lonja/core/orders/orders.rules'
import { column, trails, type Open } from './columns.book.ts'

/*
 * The open orders of one listing by what an event must offer to concern them. Their prices stand in arrays, so that an
 * event is held against thousands of orders in one pass, and against none where the furthest of them is out of reach.
 */

/** The offer for which an order waits. A trailing stop is looked at with every event, since it may follow it. */
type Wait = 'trail' | 'any' | 'none'
interface PricedWait {
  readonly wait: 'askAtMost' | 'bidAtLeast' | 'askAtLeast' | 'bidAtMost'
  readonly price: PriceE4
}

/** The offers of which one must come. A pair waits for its stop and for its profit; the trails look at both. */
function waitsOf({ side, worst, limit, conditions, timeInForce }: Order): Wait | readonly PricedWait[] {
  if (timeInForce === 'close') return 'none'
  if (isForOneEvent({ timeInForce })) return 'any'
  const stop = conditions?.trigger ? null : conditions?.stop
  if (stop) {
    if (stop.by !== 'price') return 'trail'
    const profit = conditions?.profit ?? null
    return [
      { wait: side === 'buy' ? 'askAtLeast' : 'bidAtMost', price: stop.price },
      ...(profit === null ? [] : [{ wait: 'bidAtLeast', price: profit } as const]),
    ]
  }
  return [waitOfPrice({ side, worst, limit })]
}

const waitOfPrice = ({ side, worst, limit }: Pick<Order, 'side' | 'worst' | 'limit'>): PricedWait =>
  side === 'buy'
    ? { wait: 'askAtMost', price: worst ?? (0n as PriceE4) }
    : { wait: 'bidAtLeast', price: limit ?? (1n as PriceE4) }

/** The open orders of one listing, to match with its quote events. */
export interface OpenBook {
  readonly listing: ListingId
  /** Orders taken in since the last round. Each is processed up to its own `through`. */
  readonly fresh: Set<Open>
  /** All of these have been processed up to `through`. */
  readonly settled: ReadonlySet<Open>
  through: Instant
  /** Moves a fresh order to the settled ones. */
  settle(open: Open): void
  /** The settled orders that an event may concern; the trailing stops of the others follow it. */
  touched(quote: Quote): readonly Open[]
  /** Writes down what the trailing stop of a settled order has followed. */
  look(open: Open): void
  /** The ends of the first and the last settled order; Infinity for one that ends only when it is cancelled. */
  ends(): { first: Instant; last: Instant }
  /** Bytes of the arrays of prices. */
  bytes(): number
}

export interface OwnBook extends OpenBook {
  remove(open: Open): void
  /** Puts an order where its terms, which have changed, belong. */
  change(open: Open, to: () => void): void
}

const NONE: readonly Open[] = []

/** The settled orders of a book by what they wait for, and by their end. */
function waitingOrders() {
  // The number of orders by end. Most end with the day, so there are few keys.
  const ending = new Map<Instant, number>()
  const columns = {
    askAtMost: column(true),
    bidAtLeast: column(false),
    askAtLeast: column(false),
    bidAtMost: column(true),
  }
  const trailing = { buy: trails('buy'), sell: trails('sell') }
  const any = new Set<Open>()
  const add = (open: Open): void => {
    count(ending, endOf(open), 1)
    const waits = waitsOf(open.order)
    if (waits === 'any') any.add(open)
    else if (waits === 'trail') trailing[open.order.side].add(open)
    else if (waits !== 'none') for (const { wait, price } of waits) columns[wait].add(open, Number(price))
  }
  const leave = (open: Open): void => {
    count(ending, endOf(open), -1)
    if (any.delete(open) || trailing[open.order.side].remove(open)) return
    for (const each of Object.values(columns)) each.remove(open)
  }
  return {
    add,
    leave,
    ends: () => ({ first: Math.min(...ending.keys()), last: Math.max(...ending.keys()) }),
    look: (open: Open): void => trailing[open.order.side].look(open),
    bytes: () => [...Object.values(columns), ...Object.values(trailing)].reduce((sum, each) => sum + each.bytes(), 0),
    touched: (quote: Quote): readonly Open[] => {
      const hits: Open[] = any.size > 0 ? [...any] : []
      if (quote.ask > 0n) {
        const ask = Number(quote.ask)
        columns.askAtMost.reach(ask, hits)
        columns.askAtLeast.reach(ask, hits)
      }
      if (quote.bid > 0n) {
        const bid = Number(quote.bid)
        columns.bidAtLeast.reach(bid, hits)
        columns.bidAtMost.reach(bid, hits)
      }
      trailing.buy.reach(quote, hits)
      trailing.sell.reach(quote, hits)
      return hits.length === 0 ? NONE : hits
    },
  }
}

export function openBook(listing: ListingId): OwnBook {
  const fresh = new Set<Open>()
  const settled = new Set<Open>()
  const waiting = waitingOrders()
  return {
    listing,
    fresh,
    settled,
    through: -Infinity,
    settle: (open) => {
      if (!fresh.delete(open)) return
      settled.add(open)
      waiting.add(open)
    },
    remove: (open) => {
      fresh.delete(open)
      if (settled.delete(open)) waiting.leave(open)
    },
    change: (open, to) => {
      const isSettled = settled.has(open)
      if (isSettled) waiting.leave(open)
      to()
      if (isSettled) waiting.add(open)
    },
    touched: waiting.touched,
    look: waiting.look,
    ends: waiting.ends,
    bytes: waiting.bytes,
  }
}

const endOf = ({ order }: Open): Instant => order.endsAt ?? Infinity

function count(counts: Map<Instant, number>, at: Instant, more: number): void {
  const left = (counts.get(at) ?? 0) + more
  if (left > 0) counts.set(at, left)
  else counts.delete(at)
}
