import { BPS, type PriceE4 } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { SECOND } from '../base/instant.ts'
import type { Session } from './market.contract.ts'

/** What the house adds to the rate when it converts, the same both ways: 0.20 %. */
export const MARKUP_BPS = 20n

const STALE_AFTER_AT_LEAST_MS = 30 * SECOND

/** How old a quote may be in the source's clock while its session is open: the larger of 30 s and twice the source's interval. */
export const staleAfterMs = (intervalMs: number): number => Math.max(STALE_AFTER_AT_LEAST_MS, 2 * intervalMs)

/** A session is (open, close]: what happens at the open is still before it, what happens at the close is in it. */
export const isWithin = (session: Pick<Session, 'open' | 'close'>, at: Instant): boolean =>
  at > session.open && at <= session.close

/** What all shares of a company are worth, in whole units of the currency; null without a price or a count of shares. */
export const marketCapFor = (last: PriceE4 | null, sharesInIssue: bigint): bigint | null =>
  last === null || sharesInIssue === 0n ? null : (last * sharesInIssue) / BPS

/** At most `most` of a line's points, evenly spread, the first and the last among them: a sparkline says no more. */
export function thinned<Point>(points: readonly Point[], most: number): Point[] {
  if (points.length <= most) return [...points]
  const step = (points.length - 1) / (most - 1)
  return Array.from({ length: most }, (_point, n) => points[Math.round(n * step)] as Point)
}

/** The mean volume of the newest `most` of some days, rounded down; null where there is none, or nothing was traded. */
export function averageVolumeFor(volumes: readonly bigint[], most = 20): bigint | null {
  const newest = volumes.slice(-most)
  const sum = newest.reduce((total, volume) => total + volume, 0n)
  return sum === 0n ? null : sum / BigInt(newest.length)
}

/** What a year's dividend is of the price, in basis points rounded down; null without a price. */
export const yieldBpsFor = (perYear: PriceE4, last: PriceE4 | null): bigint | null =>
  last === null || last <= 0n ? null : (perYear * BPS) / last
