import type { ListingId } from '@lonja/core/base/amount'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import type { Interval } from '@lonja/core/market/market.contract'
import type { CandleRange } from './market.candles.ts'
import type { Market } from './market.quotes.ts'

const DAY = 24 * HOUR
/**
 * A candle of each interval begins at most so many days before the next one. Candles of minutes are built by
 * `minutesInTurns`.
 */
const DAYS_OF: Partial<Record<Interval, number>> = { day: 2, week: 8, month: 32, year: 367 }
/** Days of a share that are built at once. They need its own minutes alone, a hundredth of an index's work. */
const SHARE_DAYS = 10
/** The most shares whose built days are remembered: fewer than a source caches. */
const SHARES_KEPT = 60
/** After so many days without a candle there are no earlier ones. */
const NOTHING_AFTER_DAYS = 15

export interface History {
  /** Builds the days of some candles; returns at once if they are built already. */
  make(listing: ListingId, interval: Interval, range: CandleRange): Promise<void>
  /** Whether the days of these candles are built already, so that reading them is quick. */
  isMade(listing: ListingId, interval: Interval, range: CandleRange): boolean
}

/**
 * Builds years of candles some days at a time, with other work in between. Each day is built from its minutes, for an
 * index from the minutes of all its members; years of them at once would block the server. The source caches built
 * days, and concurrent requests for a listing wait for the same work.
 */
export function historyOf(market: Pick<Market, 'find' | 'now' | 'candles'>): History {
  /** From when on the days of a listing are built. */
  const indices = new Map<ListingId, Instant>()
  const shares = new Map<ListingId, Instant>()
  const running = new Map<ListingId, Promise<void>>()

  const make = async (listing: ListingId, from: Instant, isIndex: boolean): Promise<void> => {
    const reachedAt = isIndex ? indices : shares
    const atOnce = isIndex ? 1 : SHARE_DAYS
    let at = reachedAt.get(listing) ?? market.now()
    let empty = 0
    while (at > from && empty < NOTHING_AFTER_DAYS) {
      const range = { from: at - atOnce * DAY, to: at, most: atOnce + 1 }
      const days = market.candles(listing, 'day', range)
      empty = days.at.length === 0 ? empty + atOnce : 0
      at = range.from
      reachedAt.set(listing, empty < NOTHING_AFTER_DAYS ? at : -Infinity)
      await new Promise((done) => setImmediate(done))
    }
    const [oldest] = shares.keys()
    if (shares.size > SHARES_KEPT && oldest !== undefined) shares.delete(oldest)
  }
  const madeFrom = (listing: ListingId): Instant => indices.get(listing) ?? shares.get(listing) ?? Infinity
  /** From when on days are needed; null if the interval is quick to build. */
  const neededFrom = (interval: Interval, { from, most }: CandleRange): Instant | null => {
    const days = DAYS_OF[interval]
    return days === undefined ? null : Math.max(from, market.now() - (most + 1) * days * DAY)
  }
  return {
    make: async (listing, interval, range) => {
      const from = neededFrom(interval, range)
      const kind = market.find(listing)?.kind
      if (from === null || kind === undefined) return
      // Another request's work may cover fewer days. Our own work is enough, even if it is soon evicted.
      for (let others = running.get(listing); others; others = running.get(listing)) await others
      if (madeFrom(listing) <= from) return
      const work = make(listing, from, kind === 'index').finally(() => running.delete(listing))
      running.set(listing, work)
      await work
    },
    isMade: (listing, interval, range) => {
      const from = neededFrom(interval, range)
      return from === null || madeFrom(listing) <= from
    },
  }
}
