import type { ListingId } from '@lonja/core/base/amount'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import type { Interval } from '@lonja/core/market/market.contract'
import type { CandleRange } from './market.candles.ts'
import type { Market } from './market.quotes.ts'

const DAY = 24 * HOUR
/** A candle of each interval begins at most so many days before the next one; shorter ones are never long to make. */
const DAYS_OF: Partial<Record<Interval, number>> = { day: 2, week: 8, month: 32, year: 367 }
/** So many days of a share are made at once: its own minutes alone, a hundredth of an index's. */
const SHARE_DAYS = 10
/** Of so many shares it is remembered that their days were made: fewer than a source keeps. */
const SHARES_KEPT = 60
/** After so many days without a candle there is nothing before. */
const NOTHING_AFTER_DAYS = 15

export interface History {
  /** Has the days made that some candles are of; at once where they were. */
  make(listing: ListingId, interval: Interval, range: CandleRange): Promise<void>
  /** Whether they were: then nobody waits for them. */
  isMade(listing: ListingId, interval: Interval, range: CandleRange): boolean
}

/**
 * Makes years of candles some days at a time, with all other work in between: each day is made of its minutes, of an index
 * of those of all its members, and years of them at once would keep everybody waiting. What is made once is kept by the source;
 * whoever asks for the same meanwhile waits for the same work.
 */
export function historyOf(market: Pick<Market, 'find' | 'now' | 'candles'>): History {
  /** From when on the days of a listing are made. */
  const indices = new Map<ListingId, Instant>()
  const shares = new Map<ListingId, Instant>()
  const running = new Map<ListingId, Promise<void>>()

  const make = async (listing: ListingId, from: Instant, isIndex: boolean): Promise<void> => {
    const made = isIndex ? indices : shares
    const atOnce = isIndex ? 1 : SHARE_DAYS
    let at = made.get(listing) ?? market.now()
    let empty = 0
    while (at > from && empty < NOTHING_AFTER_DAYS) {
      const range = { from: at - atOnce * DAY, to: at, most: atOnce + 1 }
      const days = market.candles(listing, 'day', range)
      empty = days.at.length === 0 ? empty + atOnce : 0
      at = range.from
      made.set(listing, empty < NOTHING_AFTER_DAYS ? at : -Infinity)
      await new Promise((done) => setImmediate(done))
    }
    const [oldest] = shares.keys()
    if (shares.size > SHARES_KEPT && oldest !== undefined) shares.delete(oldest)
  }
  const madeFrom = (listing: ListingId): Instant => indices.get(listing) ?? shares.get(listing) ?? Infinity
  /** From when on days are needed; null where nothing is long to make. */
  const neededFrom = (interval: Interval, { from, most }: CandleRange): Instant | null => {
    const days = DAYS_OF[interval]
    return days === undefined ? null : Math.max(from, market.now() - (most + 1) * days * DAY)
  }
  return {
    make: async (listing, interval, range) => {
      const from = neededFrom(interval, range)
      const kind = market.find(listing)?.kind
      if (from === null || kind === undefined) return
      // Somebody else's work may have been for fewer days. One's own is enough, also where it is soon forgotten again.
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
