import { HOUR, type Instant } from '@lonja/core/base/instant'
import type { Interval, Session } from '@lonja/core/market/market.contract'

/** The spans of a chart: a line for one day or five, candles for the others. */
export const RANGES = ['day', 'fiveDays', 'month', 'quarter', 'year', 'most'] as const
export type Range = (typeof RANGES)[number]

export const isLine = (range: Range): range is 'day' | 'fiveDays' => range === 'day' || range === 'fiveDays'

/** Candle intervals of whole days. */
export const DAY_INTERVALS = ['day', 'week', 'month', 'year'] as const
export type DayInterval = (typeof DAY_INTERVALS)[number]

const DAY = 24 * HOUR

interface ListRequest {
  readonly interval: Interval
  readonly from?: Instant
  readonly limit: number
}

/** Any five sessions lie within this number of days, whatever the holidays. */
const DAYS_OF_FIVE = 11

/**
 * The input for a line, at most 2,000 candles. `now` is rounded to the day, so that the query stays the same all day. A
 * long session has five-minute bars, a short one one-minute bars.
 */
export function lineAskFor(
  range: 'day' | 'fiveDays',
  session: Pick<Session, 'open' | 'close'> | null,
  now: Instant,
): ListRequest {
  if (range === 'fiveDays') {
    return { interval: '5minutes', from: Math.floor(now / DAY) * DAY - DAYS_OF_FIVE * DAY, limit: 2_000 }
  }
  const long = session !== null && session.close - session.open > 10 * HOUR
  const from = session === null ? {} : { from: session.open }
  return { interval: long ? '5minutes' : 'minute', ...from, limit: 500 }
}

/** The default candle interval of each span. */
export const USUAL_INTERVAL: Readonly<Record<Exclude<Range, 'day' | 'fiveDays'>, DayInterval>> = {
  month: 'day',
  quarter: 'day',
  year: 'week',
  most: 'month',
}

/** The length of each span. */
const SPAN_MS = { month: 31 * DAY, quarter: 92 * DAY, year: 366 * DAY, most: Infinity } as const

/** The least number of bars to show: a span of a month in monthly candles also shows earlier ones. */
const BARS_LEAST = 12

/** The number of newest bars in sight for a span. */
export function inSightFor(range: Range, bars: readonly { readonly at: Instant }[], now: Instant): number {
  if (isLine(range)) return bars.length
  const from = now - SPAN_MS[range]
  const first = bars.findIndex(({ at }) => at >= from)
  return Math.max(BARS_LEAST, first < 0 ? 0 : bars.length - first)
}

export interface DrawnRange {
  readonly from: Instant
  readonly first: number
  readonly last: number
  readonly high: number
  readonly low: number
}

/** The chart's summary in one sentence: start, first and last price, range; null without candles. */
export function summaryOf(
  candles: readonly { at: Instant; open: number; high: number; low: number; close: number }[],
): DrawnRange | null {
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) return null
  let { high, low } = first
  for (const candle of candles) {
    if (candle.high > high) high = candle.high
    if (candle.low < low) low = candle.low
  }
  return { from: first.at, first: first.open, last: last.close, high, low }
}
