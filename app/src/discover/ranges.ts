import { HOUR, type Instant } from '@lonja/core/base/instant'
import type { Interval, Session } from '@lonja/core/market/market.contract'
import { isMinutes } from '@lonja/core/market/market.rules'
import { isFirstHour, lineFrom } from './lines.ts'

/** The spans of a chart: a line for one day or five, candles for the others. */
export const RANGES = ['day', 'fiveDays', 'month', 'quarter', 'year', 'most'] as const
export type Range = (typeof RANGES)[number]

export const isLine = (range: Range): range is 'day' | 'fiveDays' => range === 'day' || range === 'fiveDays'

/** The candles of each span, the usual ones first; a day and a week are lines unless candles are chosen. */
export const CANDLES_OF: Readonly<Record<Range, readonly Interval[]>> = {
  day: ['minute', '5minutes', '15minutes', '30minutes', '60minutes'],
  fiveDays: ['5minutes', '15minutes', '30minutes', '60minutes', 'day'],
  month: ['60minutes', 'day', 'week', 'month'],
  quarter: ['60minutes', 'day', 'week', 'month'],
  year: ['day', 'week', 'month', 'year'],
  most: ['day', 'week', 'month', 'year'],
}

const DAY = 24 * HOUR

interface ListRequest {
  readonly interval: Interval
  readonly from?: Instant
  readonly limit: number
}

/** Any five sessions lie within this number of days, whatever the holidays. */
const DAYS_OF_FIVE = 11
/** A week of a market that trades every day, and the day before it with its close. */
const DAYS_OF_WEEK = 9

/** A session of a market that trades every day lasts longer than any exchange's. */
export const isLong = (session: Pick<Session, 'open' | 'close'> | null): boolean =>
  session !== null && session.close - session.open > 10 * HOUR

/** The sessions of a week: seven where every day trades, five where exchanges' hours hold. */
export const sessionsOfWeek = (session: Pick<Session, 'open' | 'close'> | null): 5 | 7 => (isLong(session) ? 7 : 5)

/**
 * The input for a line, at most 2,000 candles. `now` is rounded to the day, so that the query stays the same all day. A
 * long session has five-minute bars, a short one and the first hour one-minute bars.
 */
export function lineAskFor(
  range: 'day' | 'fiveDays',
  session: Pick<Session, 'open' | 'close'> | null,
  now: Instant,
): ListRequest {
  const long = isLong(session)
  if (range === 'fiveDays') {
    const days = long ? DAYS_OF_WEEK : DAYS_OF_FIVE
    const from = Math.floor(now / DAY) * DAY - days * DAY
    return { interval: long ? '15minutes' : '5minutes', from, limit: 2_000 }
  }
  const from = session === null ? {} : { from: lineFrom(session, now) }
  return { interval: long && !isFirstHour(session, now) ? '5minutes' : 'minute', ...from, limit: 500 }
}

/** The default candle interval of each span. */
export const USUAL_INTERVAL: Readonly<Record<Exclude<Range, 'day' | 'fiveDays'>, Interval>> = {
  month: 'day',
  quarter: 'day',
  year: 'week',
  most: 'month',
}

/** The length of each span. */
const SPAN_MS = {
  day: DAY,
  fiveDays: 7 * DAY,
  month: 31 * DAY,
  quarter: 92 * DAY,
  year: 366 * DAY,
  most: Infinity,
} as const

/** The least number of bars to show: a span of a month in monthly candles also shows earlier ones. */
const BARS_LEAST = 12
/** As many candles of minutes fill a phone's width, also in the first hour of a day. */
const MINUTES_LEAST = 48
/** More candles of minutes in sight could not be told apart. */
const MINUTES_MOST = 160

/** The number of newest bars in sight for a span. */
export function inSightFor(
  range: Range,
  bars: readonly { readonly at: Instant }[],
  now: Instant,
  interval: Interval = 'day',
): number {
  const from = now - SPAN_MS[range]
  const first = bars.findIndex(({ at }) => at >= from)
  const within = first < 0 ? 0 : bars.length - first
  return isMinutes(interval) ? Math.min(MINUTES_MOST, Math.max(MINUTES_LEAST, within)) : Math.max(BARS_LEAST, within)
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
