import type { ListingId } from '@lonja/core/base/amount'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import type { Candles, Interval } from '@lonja/core/market/market.contract'
import type { CandleRange } from './market.candles.ts'
import type { Market } from './market.quotes.ts'

const DAY = 24 * HOUR
/** The days that are built at once: one of an index takes as long as many of a share. */
const DAYS_AT_ONCE = { index: 1, share: 10 } as const
/** After so many days without a candle there are no earlier ones. */
const NOTHING_AFTER_DAYS = 15

/** Intervals of minutes whose longest request reaches back over weeks. That of shorter ones is quick. */
const LONG_MINUTES: ReadonlySet<Interval> = new Set(['15minutes', '30minutes', '60minutes'])

export const isLongMinutes = (interval: Interval): boolean => LONG_MINUTES.has(interval)

/**
 * Candles of many minutes, built some days at a time with other work in between: weeks of an index at once would block
 * the server. The newest ones come from the cache, to which each step adds its days. Older ones are joined.
 */
export async function minutesInTurns(
  market: Pick<Market, 'find' | 'now' | 'candles'>,
  request: { readonly listing: ListingId; readonly interval: Interval; readonly form: 'adjusted' | 'raw' },
  range: CandleRange,
): Promise<Candles> {
  const { listing, interval, form } = request
  const days = DAYS_AT_ONCE[market.find(listing)?.kind ?? 'share']
  const now = market.now()
  const isNewest = range.to > now && form === 'adjusted'
  const end = Math.min(range.to, now + 1)
  const pieces: Candles[] = []
  let [to, count, empty]: [Instant, number, number] = [end, 0, 0]
  while (to > range.from && count < range.most && empty < NOTHING_AFTER_DAYS) {
    const from = Math.max(range.from, to - days * DAY)
    const piece = isNewest
      ? market.candles(listing, interval, { from, to: range.to, most: range.most })
      : market.candles(listing, interval, { from, to, most: range.most - count }, form)
    const reached = isNewest ? piece.at.length : count + piece.at.length
    empty = reached > count ? 0 : empty + days
    count = reached
    to = from
    if (!isNewest) pieces.push(piece)
    await new Promise((done) => setImmediate(done))
  }
  // A listing that did not trade for weeks may have earlier candles: whoever asks for its newest gets them.
  return isNewest || count === 0 ? market.candles(listing, interval, range, form) : joined(pieces.toReversed())
}

const joined = (pieces: readonly Candles[]): Candles => ({
  at: pieces.flatMap(({ at }) => at),
  open: pieces.flatMap(({ open }) => open),
  high: pieces.flatMap(({ high }) => high),
  low: pieces.flatMap(({ low }) => low),
  close: pieces.flatMap(({ close }) => close),
  volume: pieces.flatMap(({ volume }) => volume),
})
