import { BPS, basisPoints, type PriceE4 } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { SECOND } from '../base/instant.ts'
import type { Interval, Session } from './market.contract.ts'

/** The matches of a search, unless the call says how many. */
export const MATCHES_USUAL = 20

/** The candles of an answer, unless the call says how many. */
export const CANDLES_USUAL = 500

/** The minutes of each interval shorter than a day. */
export const MINUTES_OF = { minute: 1, '5minutes': 5, '15minutes': 15, '30minutes': 30, '60minutes': 60 } as const
export type MinuteInterval = keyof typeof MINUTES_OF

export const isMinutes = (interval: Interval): interval is MinuteInterval => interval in MINUTES_OF

/** The house's markup on conversions, the same both ways: 0.20 %. */
export const MARKUP_BPS = basisPoints(20n)

const STALE_AFTER_AT_LEAST_MS = 30 * SECOND

/**
 * The age from which a quote is stale, by the source's clock while its session is open: the larger of 30 s and twice
 * the source's interval.
 */
export const staleAfterMs = (intervalMs: number): number => Math.max(STALE_AFTER_AT_LEAST_MS, 2 * intervalMs)

/** A session is (open, close]: an event at the open is still before it, an event at the close is in it. */
export const isWithin = (session: Pick<Session, 'open' | 'close'>, at: Instant): boolean =>
  at > session.open && at <= session.close

/**
 * The market value of all shares of a company, in whole units of the currency; null without a price or a number of
 * shares.
 */
export const marketCapFor = (last: PriceE4 | null, sharesInIssue: bigint): bigint | null =>
  last === null || sharesInIssue === 0n ? null : (last * sharesInIssue) / BPS

/** At most `most` of a line's points, evenly spaced, including the first and the last: enough for a sparkline. */
export function thinned<Point>(points: readonly Point[], most: number): Point[] {
  if (points.length <= most) return [...points]
  const step = (points.length - 1) / (most - 1)
  return Array.from({ length: most }, (_point, n) => points[Math.round(n * step)] as Point)
}

/** The mean volume of the newest `most` days, rounded down; null without days or without volume. */
export function averageVolumeFor(volumes: readonly bigint[], most = 20): bigint | null {
  const newest = volumes.slice(-most)
  const sum = newest.reduce((total, volume) => total + volume, 0n)
  return sum === 0n ? null : sum / BigInt(newest.length)
}

/** A year's dividend relative to the price, in basis points rounded down; null without a price. */
export const yieldBpsFor = (perYear: PriceE4, last: PriceE4 | null): bigint | null =>
  last === null || last <= 0n ? null : (perYear * BPS) / last
