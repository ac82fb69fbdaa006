import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { priceE4, wholeShares, type PriceE4 } from '@lonja/core/base/amount'
import type { Quote } from '@lonja/core/market/market.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import type { Stop } from '@lonja/core/orders/kinds.rules'
import { watchedOf } from '@lonja/core/orders/sharing.rules'
import { newId } from '@lonja/server/base/ids'
import type { Open } from '@lonja/server/orders/columns.book'
import { openBook, type OwnBook } from '@lonja/server/orders/orders.book'
import { median } from './quantiles.ts'

/**
 * A quote event that touches 1,000 of 100,000 resting orders of all kinds on one listing, beside a bare pass over the
 * same prices in typed arrays, which collects the same orders. The book keeps what each event has moved, so each tick is
 * another one. With the memory that an order takes.
 */

/** The bar: an event takes at most so many times as long as the bare pass. */
const FLOOR = 5
const AIM = 2
const ORDERS = 100_000
const TOUCHED = 1_000
const TICKS = 400
const TURNS = 5
const LISTING = 'XNYS:ABC'
const PRICE = 1_000_000

type Shape = Pick<Order, 'side' | 'timeInForce' | 'limit'> & {
  readonly worst: PriceE4 | null
  readonly stop: Stop | null
}

const at = (price: number): PriceE4 => priceE4(BigInt(price))
const day = { timeInForce: 'day', limit: null, worst: null, stop: null } as const

/** The kinds in turn: how the nth order waits. The first hundredth of each is within reach of the tick. */
const KINDS: readonly ((near: number) => Shape)[] = [
  (near) => ({ ...day, side: 'buy', limit: at(PRICE - near), worst: at(PRICE - near) }),
  (near) => ({ ...day, side: 'sell', limit: at(PRICE + near) }),
  (near) => ({
    ...day,
    timeInForce: 'gtc',
    side: 'buy',
    worst: at(2 * PRICE),
    stop: { by: 'price', price: at(PRICE + near) },
  }),
  (near) => ({ ...day, side: 'sell', stop: { by: 'price', price: at(PRICE - near) } }),
  (near) => ({ ...day, side: 'sell', limit: at(PRICE / 2), stop: { by: 'price', price: at(PRICE - near) } }),
  (near) => ({ ...day, side: 'sell', stop: { by: 'amount', distance: at(near) } }),
  (near) => ({ ...day, timeInForce: 'gtc', side: 'sell', stop: { by: 'share', bps: Math.ceil(near / 100) } }),
  (near) => ({ ...day, side: 'buy', worst: at(2 * PRICE), stop: { by: 'amount', distance: at(near) } }),
  () => ({ ...day, timeInForce: 'close', side: 'sell' }),
]

function orderOf(n: number): Order {
  const kind = KINDS[n % KINDS.length] as (near: number) => Shape
  const place = Math.floor(n / KINDS.length)
  // Five kinds are reached by a fall, so each has 200 orders within 1.00 of the price; the others are up to 50.00 away.
  const { stop, ...shape } = kind(place < TOUCHED / 5 ? 10_000 - place : 20_000 + ((place * 7_919) % 480_000))
  const best = stop && stop.by !== 'price' ? at(PRICE) : null
  const held = [{ asset: shape.side === 'buy' ? ('USD' as const) : LISTING, units: 1_000n }] as const
  return {
    node: 'one',
    customer: newId(),
    id: newId(),
    listing: LISTING,
    ...shape,
    shares: wholeShares(10n),
    placedAt: 0,
    marketAt: 0,
    endsAt: shape.timeInForce === 'gtc' ? null : 1e12,
    asset: held[0].asset,
    held,
    feeTable: 2,
    fillRule: 'shared',
    conditions:
      stop || shape.timeInForce === 'close'
        ? {
            stop,
            best,
            trigger: null,
            opensAt: stop ? null : -1,
            rankAt: null,
            changes: 0,
            lot: null,
            profit: null,
            isExit: false,
            leverage: 1,
            isCloseOut: false,
            exits: null,
            exitOrder: null,
            ofBuy: null,
            claimed: null,
            run: null,
          }
        : null,
    through: 0,
    state: 'working',
    filled: wholeShares(0n),
    endedAt: null,
    endReason: null,
  }
}

const quoteAt = (n: number, price: number): Quote => ({
  listing: LISTING,
  at: n,
  bid: at(price),
  ask: at(price),
  bidSize: 1_000n,
  askSize: 1_000n,
  last: at(price),
})

function opened(orders: readonly Order[]): OwnBook {
  const book = openBook(LISTING)
  for (const order of orders) {
    const open: Open = watchedOf(order)
    book.fresh.add(open)
    book.settle(open)
  }
  return book
}

/** The same prices in bare arrays, one for each way to be reached, and the pass that collects whom an event reaches. */
function barePass(orders: readonly Order[]): (bid: number, ask: number) => number {
  const below: number[] = []
  const above: number[] = []
  for (const { side, limit, conditions } of orders) {
    const stop = conditions?.stop
    const far = stop && (stop.by === 'amount' ? Number(stop.distance) : stop.by === 'share' ? stop.bps * 100 : 0)
    if (stop?.by === 'price') (side === 'sell' ? below : above).push(Number(stop.price))
    else if (far) (side === 'sell' ? below : above).push(side === 'sell' ? PRICE - far : PRICE + far)
    else if (limit !== null) (side === 'buy' ? below : above).push(Number(limit))
  }
  const [falls, rises] = [Float64Array.from(below), Float64Array.from(above)]
  return (bid, ask) => {
    const times: number[] = []
    for (let n = 0; n < falls.length; n++) if ((falls[n] as number) >= bid) times.push(n)
    for (let n = 0; n < rises.length; n++) if ((rises[n] as number) <= ask) times.push(n)
    return times.length
  }
}

function timed(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

/** Memory that stays after what is no longer used was given back. */
function bytesNow(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

export function run(): Promise<void> {
  const empty = bytesNow()
  const orders = Array.from({ length: ORDERS }, (_order, n) => orderOf(n))
  const withOrders = bytesNow()
  const market = opened(orders)
  const withBook = bytesNow()
  const pass = barePass(orders)
  const fall = PRICE - 10_000
  const touched = market.touched(quoteAt(1, fall)).length
  console.log(
    `\n${ORDERS} resting orders of ${KINDS.length} kinds; an event reaches ${touched}, a bare pass ${pass(fall, fall)}`,
  )
  const [book, bare, still] = [[], [], []] as [number[], number[], number[]]
  for (let turn = 0; turn <= TURNS; turn++) {
    // The same event again: orders that a stop has not left yet are reached again, as they were.
    const bareMs = timed(() => {
      for (let n = 0; n < TICKS; n++) pass(fall, fall)
    })
    const bookMs = timed(() => {
      for (let n = 0; n < TICKS; n++) market.touched(quoteAt(2 + turn * TICKS + n, fall))
    })
    const stillMs = timed(() => {
      for (let n = 0; n < TICKS; n++) market.touched(quoteAt(2 + turn * TICKS + n, PRICE - 1))
    })
    // The first turn warms up.
    if (turn === 0) continue
    bare.push(bareMs)
    book.push(bookMs / bareMs)
    still.push(stillMs / bareMs)
  }
  const ratio = median(book)
  const bareUs = (median(bare) / TICKS) * 1_000
  console.log(
    `bare pass ${bareUs.toFixed(0)} µs; an event that touches ${touched}: ${ratio.toFixed(2)} times; one that touches none of the others: ${median(still).toFixed(2)} times`,
  )
  console.log(
    `an order takes ${((withOrders - empty) / ORDERS).toFixed(0)} bytes, its place in the book ${((withBook - withOrders) / ORDERS).toFixed(0)}, of which ${(market.bytes() / ORDERS).toFixed(0)} in columns`,
  )
  const verdict = ratio <= AIM ? 'within the aim' : ratio <= FLOOR ? 'within the floor' : 'BELOW THE FLOOR'
  console.log(`${verdict}: at most ${FLOOR} times the bare pass, aim ${AIM}`)
  if (ratio > FLOOR || touched !== pass(fall, fall)) process.exitCode = 1
  return Promise.resolve()
}
