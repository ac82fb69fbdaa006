import { priceE4, type PriceE4 } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import type { Stop } from '@lonja/core/orders/kinds.rules'
import type { Order } from '@lonja/core/orders/orders.rules'

/* The columns of a book of open orders: the prices that they wait for, in arrays of numbers. */

/**
 * An order that may still fill, in memory. `through`: its quote events up to then are decided. `best`: the price that its
 * trailing stop has followed, among the events up to `through`.
 */
export interface Open {
  order: Order
  through: Instant
  best: PriceE4 | null
}

/**
 * Orders in a row without a gap, with columns of numbers beside them: the last order takes the place of one that leaves.
 * Prices stay exact as numbers: a listing's are below 2^53 ten-thousandths.
 */
function rowOf(width: number) {
  const orders: Open[] = []
  const places = new Map<Open, number>()
  const columns: Float64Array[] = Array.from({ length: width }, () => new Float64Array(4))
  return {
    orders,
    column: (n: number): Float64Array => columns[n] as Float64Array,
    placeOf: (open: Open): number | undefined => places.get(open),
    add: (open: Open, values: readonly number[]): void => {
      const place = orders.push(open) - 1
      places.set(open, place)
      for (const [n, value] of values.entries()) {
        let column = columns[n] as Float64Array
        if (place === column.length) {
          column = new Float64Array(place * 2)
          column.set(columns[n] as Float64Array)
          columns[n] = column
        }
        column[place] = value
      }
    },
    remove: (open: Open): void => {
      const place = places.get(open) as number
      places.delete(open)
      const last = orders.pop() as Open
      if (last === open) return
      orders[place] = last
      places.set(last, place)
      for (const column of columns) column[place] = column[orders.length] as number
    },
    bytes: (): number => columns.reduce((sum, { byteLength }) => sum + byteLength, 0),
  }
}

/** Orders that wait for one price each. `isBelow`: an offered price at or below it reaches it; otherwise one at or above it. */
export function column(isBelow: boolean) {
  const row = rowOf(1)
  const { orders } = row
  const further = isBelow ? Math.max : Math.min
  const none = isBelow ? -Infinity : Infinity
  // The price that is reached first; NaN while it is not known.
  let furthest = none
  const findFurthest = (): number => {
    const prices = row.column(0)
    let furthestPrice = none
    for (let n = 0; n < orders.length; n++) furthestPrice = further(furthestPrice, prices[n] as number)
    return furthestPrice
  }
  return {
    add: (open: Open, price: number): void => {
      row.add(open, [price])
      furthest = further(furthest, price)
    },
    remove: (open: Open): boolean => {
      const place = row.placeOf(open)
      if (place === undefined) return false
      if (row.column(0)[place] === furthest) furthest = NaN
      row.remove(open)
      return true
    },
    /** Adds the orders that an offered price reaches. */
    reach: (offered: number, hits: Open[]): void => {
      if (orders.length === 0) return
      if (Number.isNaN(furthest)) furthest = findFurthest()
      if (isBelow ? furthest < offered : furthest > offered) return
      const prices = row.column(0)
      const count = orders.length
      if (isBelow) {
        for (let n = 0; n < count; n++) if ((prices[n] as number) >= offered) hits.push(orders[n] as Open)
      } else {
        for (let n = 0; n < count; n++) if ((prices[n] as number) <= offered) hits.push(orders[n] as Open)
      }
    },
    bytes: row.bytes,
  }
}

const SHARE_ONE = 10_000
/** Takes the place of the instant once an event has reached the stop: it no longer follows, and its order waits for the decision. */
const REACHED = -1

/** The distance of a trailing stop as one number: an amount, or below zero a share in basis points. */
const distanceOf = (stop: Stop): number =>
  stop.by === 'share' ? -stop.bps : stop.by === 'amount' ? Number(stop.distance) : 0

/** The distance of a trailing stop at a price, as `stopPrice` computes it. `by` is a number from `distanceOf`. */
const distanceFrom = (by: number, price: number): number => {
  if (by > 0) return by
  const parts = price * -by
  return Math.max((parts - (parts % SHARE_ONE)) / SHARE_ONE, 1)
}

/** The columns of a trailing stop: where it is, what it follows, its distance, its own instant, and a pair's profit. */
function trailOf({ conditions }: Order, best: number, sign: number, through: Instant): number[] {
  const by = distanceOf(conditions?.stop as Stop)
  const profit = conditions?.profit ?? null
  const takesAt = profit === null ? Infinity : sign * Number(profit)
  return [sign * best - distanceFrom(by, best), sign * best, by, through, takesAt]
}

/**
 * The trailing stops of one side: each event that does not reach a stop may move it. Prices have the sign with which both
 * sides follow a rise and are reached by a fall. An order learns what it has followed when it is looked at.
 */
export function trails(side: Order['side']) {
  const row = rowOf(5)
  const { orders } = row
  const sign = side === 'sell' ? 1 : -1
  // Events up to then are decided for all of them.
  let through = -Infinity
  // The greatest of the instants up to which an order was ahead of the others when it came.
  let ahead = -Infinity
  const write = (open: Open, place: number | undefined): void => {
    if (place === undefined) return
    const own = row.column(3)[place] as number
    if (own === REACHED) return
    open.best = priceE4(BigInt(sign * (row.column(1)[place] as number)))
    open.through = Math.max(through, own)
  }
  return {
    add: (open: Open): void => {
      if (open.best === null) return
      row.add(open, trailOf(open.order, Number(open.best), sign, open.through))
      ahead = Math.max(ahead, open.through)
    },
    /** Writes down what an order has followed. */
    look: (open: Open): void => write(open, row.placeOf(open)),
    remove: (open: Open): boolean => {
      const place = row.placeOf(open)
      if (place === undefined) return false
      write(open, place)
      row.remove(open)
      return true
    },
    /** Adds the orders whose stop or profit an event reaches; the stops of those that it does not reach follow it. */
    reach: (quote: Quote, hits: Open[]): void => {
      const price = Number(side === 'buy' ? quote.ask : quote.bid)
      if (price > 0) {
        const [stops, bests, distances, own] = [row.column(0), row.column(1), row.column(2), row.column(3)]
        const profits = row.column(4)
        const offered = sign * price
        const isLate = quote.at <= ahead
        for (let n = 0; n < orders.length; n++) {
          if (isLate && quote.at <= (own[n] as number)) continue
          const isStopped = offered <= (stops[n] as number)
          // One that takes its profit follows the event too, by its decision.
          if (isStopped || offered >= (profits[n] as number)) {
            const open = orders[n] as Open
            write(open, n)
            own[n] = REACHED
            if (isStopped) stops[n] = Infinity
            hits.push(open)
          } else if (offered > (bests[n] as number)) {
            bests[n] = offered
            stops[n] = offered - distanceFrom(distances[n] as number, price)
          }
        }
      }
      through = Math.max(through, quote.at)
    },
    bytes: row.bytes,
  }
}
