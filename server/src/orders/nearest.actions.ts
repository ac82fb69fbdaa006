import { priceE4 } from '@lonja/core/base/amount'
import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import type { Interval } from '@lonja/core/market/market.contract'
import { nearestFor, type Nearest, type Stretch } from '@lonja/core/orders/nearest.rules'
import { isOpen, kindOfOrder, type Order } from '@lonja/core/orders/orders.rules'
import type { Market } from '../market/market.quotes.ts'

const DAY = 24 * HOUR
/** An order that has waited longer is told of the last month. */
const DAYS_MOST = 31
const MINUTES_OF_DAY = 24 * 60
/** More quotes than any minute has. A replay has one a minute, and is asked for all at once. */
const QUOTES_OF_MINUTE = 1_000
const QUOTES_OF_REPLAY = DAYS_MOST * MINUTES_OF_DAY

type NearestMarket = Pick<Market, 'name' | 'now' | 'nextQuotes' | 'candles'>

/**
 * The quote that came nearest to the limit of an open order, after its placing, its last change or its last fill. A live
 * feed does not keep its quotes, so that nothing is said of it; nor of an order that waits for a stop.
 */
export function nearestOf(order: Order, market: NearestMarket): { nearest: Nearest | null; since: Instant } {
  const until = market.now()
  const since = Math.max(order.marketAt, order.through, until - DAYS_MOST * DAY)
  const isAsked = isOpen(order) && kindOfOrder(order) === 'limit' && since < until
  return { nearest: isAsked ? nearestIn(order, market, { since, until }) : null, since }
}

interface Reach {
  readonly since: Instant
  readonly until: Instant
}

function nearestIn({ listing, side }: Order, market: NearestMarket, { since, until }: Reach): Nearest | null {
  if (market.name === 'replay') {
    const quotes = market.nextQuotes(listing, since, until, QUOTES_OF_REPLAY)
    const whole: Stretch = { from: since, to: until, low: priceE4(0n), high: priceE4(0n) }
    return nearestFor(side, { days: [whole], minutesOf: () => [whole], quotesOf: () => quotes })
  }
  if (market.name !== 'practice') return null
  const stretches = (interval: Interval, from: Instant, to: Instant, most: number): Stretch[] => {
    const { at, low, high } = market.candles(listing, interval, { from, to, most }, 'raw')
    return at
      .map((begin, n): Stretch => {
        const end = at[n + 1] ?? to
        return { from: begin, to: end, low: low[n] ?? priceE4(0n), high: high[n] ?? priceE4(0n) }
      })
      .filter((stretch) => stretch.to > since)
  }
  return nearestFor(side, {
    // The day that the order was placed in began before it.
    days: stretches('day', since - DAY, until + 1, DAYS_MOST + 2),
    minutesOf: (day) =>
      stretches('minute', Math.max(day.from, since - MINUTE), Math.min(day.to, until + 1), 2 * MINUTES_OF_DAY),
    quotesOf: (minute) =>
      market.nextQuotes(
        listing,
        Math.max(since, minute.from - 1),
        Math.min(until, minute.from + MINUTE - 1),
        QUOTES_OF_MINUTE,
      ),
  })
}
