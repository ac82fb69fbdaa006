import type { PriceE4 } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import type { Quote } from '../market/market.contract.ts'
import type { Ticket } from './orders.contract.ts'

/** A stretch of time from `from` up to but without `to`, and the lowest and highest price that was traded in it. */
export interface Stretch {
  readonly from: Instant
  readonly to: Instant
  readonly low: PriceE4
  readonly high: PriceE4
}

/** The market between two instants: its days, the minutes of one, and the quotes of one minute. */
export interface Stretches {
  readonly days: readonly Stretch[]
  readonly minutesOf: (day: Stretch) => readonly Stretch[]
  readonly quotesOf: (minute: Stretch) => readonly Quote[]
}

/** The most minutes whose quotes one search reads: five hours. */
export const MINUTES_MOST = 300

export interface Nearest {
  readonly price: PriceE4
  readonly at: Instant
}

/**
 * The lowest ask for a buy, the highest bid for a sell, and the first quote that had it. Trades lie between bid and ask,
 * so a stretch has no ask below its lowest trade and no bid above its highest. The search begins with the best stretch
 * and ends when no other one can have a nearer quote. Null without quotes, and if it would read more than `MINUTES_MOST`.
 */
export function nearestFor(side: Ticket['side'], { days, minutesOf, quotesOf }: Stretches): Nearest | null {
  const isNearer = (one: PriceE4, other: PriceE4) => (side === 'buy' ? one < other : one > other)
  const bestOf = ({ low, high }: Stretch) => (side === 'buy' ? low : high)
  const order = (of: readonly Stretch[]) =>
    of.toSorted((a, b) => (isNearer(bestOf(a), bestOf(b)) ? -1 : isNearer(bestOf(b), bestOf(a)) ? 1 : a.from - b.from))
  let nearest: Nearest | null = null
  let minutes = 0
  const canHold = (stretch: Stretch) => nearest === null || !isNearer(nearest.price, bestOf(stretch))
  for (const day of order(days)) {
    if (!canHold(day)) break
    for (const minute of order(minutesOf(day))) {
      if (!canHold(minute)) break
      minutes += 1
      if (minutes > MINUTES_MOST) return null
      for (const quote of quotesOf(minute))
        nearest = nearerOf(nearest, side === 'buy' ? quote.ask : quote.bid, quote.at)
    }
  }
  return nearest

  function nearerOf(known: Nearest | null, price: PriceE4, at: Instant): Nearest | null {
    if (price <= 0n) return known
    if (known === null || isNearer(price, known.price)) return { price, at }
    return price === known.price && at < known.at ? { price, at } : known
  }
}
