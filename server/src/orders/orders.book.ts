import type { ListingId, PriceE4 } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import { isForOneEvent } from '@lonja/core/orders/fills.rules'
import { bestAfter, stopPrice, type Stop } from '@lonja/core/orders/kinds.rules'
import type { Order } from '@lonja/core/orders/orders.rules'

/**
 * An order that may still fill, in memory. `through`: its quote events up to then are decided. `best`: the price that its
 * trailing stop has followed, among the events up to `through`.
 */
export interface Open {
  order: Order
  through: Instant
  best: PriceE4 | null
}

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

/** Orders that wait for one price each, in columns. Prices stay exact as numbers: a listing's are below 2^53 ten-thousandths. */
interface Column {
  readonly add: (open: Open, price: number) => void
  readonly remove: (open: Open) => boolean
  /** Adds the orders that an offered price reaches. */
  readonly reach: (offered: number, found: Open[]) => void
  /** Bytes of the arrays. */
  readonly bytes: () => number
}

/** `isBelow`: a price is reached by an offered one at or below it; otherwise by one at or above it. */
function column(isBelow: boolean): Column {
  let prices = new Float64Array(4)
  const orders: Open[] = []
  const places = new Map<Open, number>()
  // The price that is reached first; NaN while it is not known.
  let furthest = isBelow ? -Infinity : Infinity
  const further = isBelow ? Math.max : Math.min
  const isFurthest = (price: number): boolean => price === furthest
  const findFurthest = (): number => {
    let found = isBelow ? -Infinity : Infinity
    for (let n = 0; n < orders.length; n++) found = further(found, prices[n] as number)
    return found
  }
  return {
    add: (open, price) => {
      if (orders.length === prices.length) {
        const wider = new Float64Array(prices.length * 2)
        wider.set(prices)
        prices = wider
      }
      prices[orders.length] = price
      places.set(open, orders.length)
      orders.push(open)
      furthest = further(furthest, price)
    },
    remove: (open) => {
      const place = places.get(open)
      if (place === undefined) return false
      places.delete(open)
      const price = prices[place] as number
      const last = orders.pop() as Open
      if (last !== open) {
        orders[place] = last
        prices[place] = prices[orders.length] as number
        places.set(last, place)
      }
      if (isFurthest(price)) furthest = NaN
      return true
    },
    reach: (offered, found) => {
      if (orders.length === 0) return
      if (Number.isNaN(furthest)) furthest = findFurthest()
      if (isBelow ? furthest < offered : furthest > offered) return
      const count = orders.length
      if (isBelow) {
        for (let n = 0; n < count; n++) if ((prices[n] as number) >= offered) found.push(orders[n] as Open)
      } else {
        for (let n = 0; n < count; n++) if ((prices[n] as number) <= offered) found.push(orders[n] as Open)
      }
    },
    bytes: () => prices.byteLength,
  }
}

/** Above any price. */
const NEVER = 1n << 62n

/** Trailing stops: each event is held against where a stop is and against the profit of a pair, and moves the stop. */
function trails() {
  const stops = new Map<Open, { best: PriceE4; stop: PriceE4; readonly profit: bigint }>()
  const stopOf = ({ order }: Open, best: PriceE4): PriceE4 =>
    stopPrice(order.side, order.conditions?.stop as Stop, best)
  return {
    add: (open: Open): void => {
      if (open.best === null) return
      const profit = open.order.conditions?.profit ?? NEVER
      stops.set(open, { best: open.best, stop: stopOf(open, open.best), profit })
    },
    remove: (open: Open): boolean => stops.delete(open),
    /** Adds the orders whose stop an event reaches; the stops of the others follow it. */
    reach: (quote: Quote, found: Open[]): void => {
      for (const [open, trail] of stops) {
        if (quote.at <= open.through) continue
        const { side } = open.order
        const price = side === 'buy' ? quote.ask : quote.bid
        if (price > 0n && (side === 'buy' ? price >= trail.stop : price <= trail.stop || price >= trail.profit)) {
          found.push(open)
          continue
        }
        open.through = quote.at
        if (price <= 0n || (side === 'buy' ? price >= trail.best : price <= trail.best)) continue
        trail.best = bestAfter(side, trail.best, quote)
        trail.stop = stopOf(open, trail.best)
        open.best = trail.best
      }
    },
    size: (): number => stops.size,
  }
}

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
  const trailing = trails()
  const any = new Set<Open>()
  const add = (open: Open): void => {
    count(ending, endOf(open), 1)
    const waits = waitsOf(open.order)
    if (waits === 'any') any.add(open)
    else if (waits === 'trail') trailing.add(open)
    else if (waits !== 'none') for (const { wait, price } of waits) columns[wait].add(open, Number(price))
  }
  const leave = (open: Open): void => {
    count(ending, endOf(open), -1)
    if (any.delete(open) || trailing.remove(open)) return
    for (const each of Object.values(columns)) each.remove(open)
  }
  return {
    add,
    leave,
    ends: () => ({ first: Math.min(...ending.keys()), last: Math.max(...ending.keys()) }),
    bytes: () => Object.values(columns).reduce((sum, each) => sum + each.bytes(), 0),
    touched: (quote: Quote): readonly Open[] => {
      const found: Open[] = any.size > 0 ? [...any] : []
      if (quote.ask > 0n) {
        const ask = Number(quote.ask)
        columns.askAtMost.reach(ask, found)
        columns.askAtLeast.reach(ask, found)
      }
      if (quote.bid > 0n) {
        const bid = Number(quote.bid)
        columns.bidAtLeast.reach(bid, found)
        columns.bidAtMost.reach(bid, found)
      }
      if (trailing.size() > 0) trailing.reach(quote, found)
      return found.length === 0 ? NONE : found
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
