import type { ListingId, PriceE4 } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { lowerBound } from '@lonja/core/base/ascending'
import type { Candles, Interval } from '@lonja/core/market/market.contract'
import type { Source } from '@lonja/core/market/market.source'

/** At most `most` candles that begin in [from, to), the newest of them. */
export interface CandleRange {
  readonly from: Instant
  readonly to: Instant
  readonly most: number
}

/** Closed candles never change, so requested ones of a quarter of an hour and longer are cached as columns. */
const KEPT_INTERVALS: ReadonlySet<Interval> = new Set([
  '15minutes',
  '30minutes',
  '60minutes',
  'day',
  'week',
  'month',
  'year',
])

/** The most candles in the cache, 48 bytes each. The least recently requested listings are evicted. */
const KEPT_MAX = 2_000_000

/**
 * Closed candles of one listing and interval, from `since` on without a gap. The running candle begins at `runningAt`.
 */
interface CachedCandles {
  readonly since: Instant
  readonly runningAt: Instant
  readonly at: Float64Array
  readonly figures: readonly [BigInt64Array, BigInt64Array, BigInt64Array, BigInt64Array, BigInt64Array]
}

/** The source's candles up to its clock. Closed candles come from the cache if they were requested before. */
export function cacheCandles(source: Source): (listing: ListingId, interval: Interval, range: CandleRange) => Candles {
  const all = new Map<string, CachedCandles>()
  let count = 0
  const keep = (key: string, entry: CachedCandles): void => {
    count += entry.at.length - (all.get(key)?.at.length ?? 0)
    all.delete(key)
    all.set(key, entry)
    for (const [oldest, { at }] of all) {
      if (count <= KEPT_MAX || oldest === key) return
      all.delete(oldest)
      count -= at.length
    }
  }

  return (listing, interval, range) => {
    const now = source.now()
    const ask = (from: Instant, to: Instant, most: number): Candles =>
      source.candlesAt(listing, interval, { from, to, most }, now)
    const isNewest = range.to > now
    const to = Math.min(range.to, now + 1)
    const key = `${interval} ${listing} ${source.historyOf?.(listing) ?? 0}`
    const before = KEPT_INTERVALS.has(interval) ? all.get(key) : undefined
    if (before) {
      const fresh = ask(before.runningAt, now + 1, MOST_AT_ONCE)
      const upToNow = grown(before, fresh)
      const extended = upToNow && isNewest ? reachedBack(upToNow, range, to, ask) : upToNow
      if (extended && reaches(extended, range, to)) {
        keep(key, extended)
        return cut(extended, fresh, range, to)
      }
    }
    if (!KEPT_INTERVALS.has(interval) || !isNewest) return ask(range.from, to, range.most)
    const columns = ask(range.from, to, range.most + 1)
    const runningAt = columns.at.at(-1)
    if (runningAt !== undefined) {
      const since = columns.at.length > range.most ? (columns.at[0] ?? to) : range.from
      keep(key, columnsOf(columns, since, runningAt))
    }
    return columns.at.length > range.most ? newest(columns, range.most) : columns
  }
}

const MOST_AT_ONCE = 2_000

/** Adds the candles that have closed since: all from `runningAt` on but the newest. Null if that would leave a gap. */
function grown(entry: CachedCandles, fresh: Candles): CachedCandles | null {
  const runningAt = fresh.at.at(-1)
  if (fresh.at[0] !== entry.runningAt || runningAt === undefined || fresh.at.length === MOST_AT_ONCE) return null
  if (runningAt === entry.runningAt) return entry
  const more = columnsOf(fresh, entry.since, runningAt)
  const at = new Float64Array(entry.at.length + more.at.length)
  at.set(entry.at)
  at.set(more.at, entry.at.length)
  const joined = (column: 0 | 1 | 2 | 3 | 4): BigInt64Array => {
    const both = new BigInt64Array(at.length)
    both.set(entry.figures[column])
    both.set(more.figures[column], entry.at.length)
    return both
  }
  return { since: entry.since, runningAt, at, figures: [joined(0), joined(1), joined(2), joined(3), joined(4)] }
}

/** Adds the closed candles before the kept ones that a range needs; those that are kept are not computed again. */
function reachedBack(
  entry: CachedCandles,
  range: CandleRange,
  to: Instant,
  ask: (from: Instant, to: Instant, most: number) => Candles,
): CachedCandles {
  if (reaches(entry, range, to)) return entry
  const missing = range.most - lowerBound(entry.at, to)
  const older = ask(range.from, entry.since, missing)
  const first = older.at[0]
  const since = older.at.length === missing && first !== undefined ? first : range.from
  const column = (place: 0 | 1 | 2 | 3 | 4): BigInt64Array => {
    const { open, high, low, close, volume } = older
    return BigInt64Array.from([...[open, high, low, close, volume][place]!, ...entry.figures[place]])
  }
  return {
    ...entry,
    since,
    at: Float64Array.from([...older.at, ...entry.at]),
    figures: [column(0), column(1), column(2), column(3), column(4)],
  }
}

/** Whether the cache covers a range: it reaches back to `from`, or holds `most` candles. */
const reaches = (entry: CachedCandles, { from, most }: CandleRange, to: Instant): boolean =>
  entry.since <= from || lowerBound(entry.at, to) >= most

/** All candles but the newest, which is still running. */
function columnsOf(candles: Candles, since: Instant, runningAt: Instant): CachedCandles {
  const over = (column: readonly bigint[]): BigInt64Array => BigInt64Array.from(column.slice(0, -1))
  const { open, high, low, close, volume } = candles
  const at = Float64Array.from(candles.at.slice(0, -1))
  return { since, runningAt, at, figures: [over(open), over(high), over(low), over(close), over(volume)] }
}

/** The newest candles of a range, from the cached columns and the running candle of `fresh`. */
function cut(entry: CachedCandles, fresh: Candles, { from, most }: CandleRange, to: Instant): Candles {
  const running = fresh.at.length - 1
  const withRunning = entry.runningAt >= from && entry.runningAt < to && most > 0
  const end = lowerBound(entry.at, to)
  const first = Math.max(lowerBound(entry.at, from), end - most + (withRunning ? 1 : 0))
  const column = (figures: BigInt64Array, last: bigint | undefined): bigint[] => {
    const values = Array.from(figures.subarray(first, Math.max(first, end)))
    if (withRunning && last !== undefined) values.push(last)
    return values
  }
  const [open, high, low, close, volume] = entry.figures
  const at = Array.from(entry.at.subarray(first, Math.max(first, end)))
  if (withRunning) at.push(entry.runningAt)
  return {
    at,
    open: column(open, fresh.open[running]) as PriceE4[],
    high: column(high, fresh.high[running]) as PriceE4[],
    low: column(low, fresh.low[running]) as PriceE4[],
    close: column(close, fresh.close[running]) as PriceE4[],
    volume: column(volume, fresh.volume[running]),
  }
}

const newest = (candles: Candles, most: number): Candles => ({
  at: candles.at.slice(-most),
  open: candles.open.slice(-most),
  high: candles.high.slice(-most),
  low: candles.low.slice(-most),
  close: candles.close.slice(-most),
  volume: candles.volume.slice(-most),
})
