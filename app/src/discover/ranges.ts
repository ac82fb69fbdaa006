import type { Session } from '@lonja/core/market/market.contract'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import type { Interval } from '@lonja/core/market/market.contract'

/** The spans a chart can show. */
export const RANGES = ['day', 'week', 'month', 'quarter', 'year', 'most'] as const
export type Range = (typeof RANGES)[number]

const DAY = 24 * HOUR

interface Asked {
  readonly interval: Interval
  readonly from?: Instant
  readonly limit: number
}

/**
 * What to ask for a span, at most 2,000 candles. `now` is rounded to the day, so that the question stays the same all
 * day. A long session is drawn in steps of five minutes, a short one minute by minute.
 */
export function askFor(range: Range, session: Pick<Session, 'open' | 'close'> | null, now: Instant): Asked {
  const today = Math.floor(now / DAY) * DAY
  if (range === 'day') {
    const long = session !== null && session.close - session.open > 10 * HOUR
    const from = session === null ? {} : { from: session.open }
    return { interval: long ? '5minutes' : 'minute', ...from, limit: 500 }
  }
  if (range === 'week') return { interval: '5minutes', from: today - 6 * DAY, limit: 2_000 }
  if (range === 'month') return { interval: 'day', from: today - 31 * DAY, limit: 40 }
  if (range === 'quarter') return { interval: 'day', from: today - 92 * DAY, limit: 100 }
  if (range === 'year') return { interval: 'day', from: today - 366 * DAY, limit: 400 }
  return { interval: 'week', limit: 600 }
}

export interface Drawn {
  readonly first: number
  readonly last: number
  readonly high: number
  readonly low: number
}

/** What a chart says in one sentence: from where to where, and between what; null without candles. */
export function summaryOf(
  candles: readonly { open: number; high: number; low: number; close: number }[],
): Drawn | null {
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) return null
  let { high, low } = first
  for (const candle of candles) {
    if (candle.high > high) high = candle.high
    if (candle.low < low) low = candle.low
  }
  return { first: first.open, last: last.close, high, low }
}
