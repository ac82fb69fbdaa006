import type { ListingId } from '@lonja/core/base/amount'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import type { Interval } from '@lonja/core/market/market.contract'
import type { CandleRange } from './market.candles.ts'
import type { Market } from './market.quotes.ts'

const DAY = 24 * HOUR
/** A candle of each interval begins at most so many days before the next one; shorter ones are never long to make. */
const DAYS_OF: Partial<Record<Interval, number>> = { day: 2, week: 8, month: 32, year: 367 }
/** After so many days without a candle there is nothing before. */
const NOTHING_AFTER_DAYS = 15

/**
 * Makes years of an index's candles a day at a time, with all other work in between: each day of an index is made of all
 * its members' minutes, and years of them at once would keep everybody waiting. What is made once is kept by the source;
 * whoever asks for the same meanwhile waits for the same work.
 */
export function historyOf(market: Pick<Market, 'find' | 'now' | 'candles'>) {
  /** From when on the days of an index are made. */
  const made = new Map<ListingId, Instant>()
  const running = new Map<ListingId, Promise<void>>()

  const make = async (listing: ListingId, from: Instant): Promise<void> => {
    let at = made.get(listing) ?? market.now()
    let empty = 0
    while (at > from && empty < NOTHING_AFTER_DAYS) {
      const days = market.candles(listing, 'day', { from: at - DAY, to: at, most: 2 })
      empty = days.at.length === 0 ? empty + 1 : 0
      at -= DAY
      made.set(listing, empty < NOTHING_AFTER_DAYS ? at : -Infinity)
      await new Promise((done) => setImmediate(done))
    }
  }
  return async (listing: ListingId, interval: Interval, { from, most }: CandleRange): Promise<void> => {
    const days = DAYS_OF[interval]
    if (days === undefined || market.find(listing)?.kind !== 'index') return
    const wanted = Math.max(from, market.now() - (most + 1) * days * DAY)
    while ((made.get(listing) ?? Infinity) > wanted) {
      const work = running.get(listing) ?? make(listing, wanted).finally(() => running.delete(listing))
      running.set(listing, work)
      await work
    }
  }
}
