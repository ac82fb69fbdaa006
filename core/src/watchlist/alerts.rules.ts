import { BPS, divideDown, divideUp, type ListingId, type PriceE4 } from '../base/amount.ts'
import type { CustomerId } from '../base/ids.ts'
import type { Day, Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import type { AlertKind, AlertRepeats } from './alerts.contract.ts'

/** The most alerts per customer, including paused ones and those that have fired. */
export const ALERTS_MAX = 50

/** The terms of an alert. One of `level` and `percentBps` is null: `percent` uses the second. */
export interface AlertTerms {
  readonly kind: AlertKind
  readonly level: PriceE4 | null
  readonly percentBps: number | null
  readonly repeats: AlertRepeats
  readonly note: string | null
}

export interface Alert extends AlertTerms {
  readonly customer: CustomerId
  readonly id: string
  readonly listing: ListingId
  readonly madeAt: Instant
  /** By the source's clock; only newer quotes count. */
  readonly armedAt: Instant
  readonly paused: boolean
  /**
   * The quote that fired it last, and that quote's trading day. A day without a quote means that it fires on later days
   * only.
   */
  readonly firedAt: Instant | null
  readonly firedDay: Day | null
}

/**
 * A quote event in the form that an alert needs: the latest trade, and the close before its trading day. For an index:
 * its value.
 */
export interface AlertQuote {
  readonly at: Instant
  readonly last: PriceE4
  readonly day: Day
  readonly previousClose: PriceE4 | null
}

/** True if it may still fire. */
export const isWatching = ({ paused, repeats, firedAt }: Alert): boolean =>
  !paused && (repeats === 'daily' || firedAt === null)

/** The prices that meet an alert: at or above `top`, at or below `bottom`; null if that side never does. */
export interface Reach {
  readonly top: bigint | null
  readonly bottom: bigint | null
}

/** A percentage needs a previous close and is never met without one. */
export function reachFor(
  { kind, level, percentBps }: Pick<AlertTerms, 'kind' | 'level' | 'percentBps'>,
  previousClose: PriceE4 | null,
): Reach {
  if (kind === 'above') return { top: level, bottom: null }
  if (kind === 'below') return { top: null, bottom: level }
  if (percentBps === null || previousClose === null || previousClose === 0n) return { top: null, bottom: null }
  const bps = BigInt(percentBps)
  const bottom = divideDown(previousClose * (BPS - bps), BPS)
  return { top: divideUp(previousClose * (BPS + bps), BPS), bottom: bottom > 0n ? bottom : null }
}

/** True if a range of prices, or a single price, meets a reach. */
export const reaches = ({ top, bottom }: Reach, low: bigint, high: bigint = low): boolean =>
  (top !== null && high >= top) || (bottom !== null && low <= bottom)

/** The combined reach of several alerts: prices between its bounds meet none of them. */
export const joinedReach = (one: Reach, other: Reach): Reach => ({
  top: one.top === null || (other.top !== null && other.top < one.top) ? other.top : one.top,
  bottom: one.bottom === null || (other.bottom !== null && other.bottom > one.bottom) ? other.bottom : one.bottom,
})

/** True if it may fire on a quote of a trading day. */
export const mayFireOn = (alert: Alert, day: Day): boolean =>
  isWatching(alert) && (alert.repeats === 'once' || alert.firedDay === null || day > alert.firedDay)

/**
 * True if an alert fires on this quote: the quote is newer than the alert and at its level or beyond, so a price that
 * jumps over the level fires on the first quote behind it. Once, or with `daily` on the first such quote of each
 * trading day.
 */
export const fires = (alert: Alert, { at, last, day, previousClose }: AlertQuote): boolean =>
  at > alert.armedAt && mayFireOn(alert, day) && reaches(reachFor(alert, previousClose), last)

/** The market's facts when an alert is created, changed or resumed. */
export interface AlertFacts {
  /** Null without a price. */
  readonly last: PriceE4 | null
  readonly previousClose: PriceE4 | null
}

/**
 * Accept an alert's terms, or refuse them. A level that is already met would fire at once and is refused. A daily
 * percentage that today's move has already passed fires from the next trading day on.
 */
export function decideTerms(
  terms: AlertTerms,
  { last, previousClose }: AlertFacts,
): { fromNextDay: boolean } | Refused<'missing_information' | 'no_price' | 'alert_met_already'> {
  const field = terms.kind === 'percent' ? 'percentBps' : 'level'
  if (terms[field] === null || terms[field] === 0n) return refuse('missing_information', {}, field)
  if (terms.kind === 'percent' ? terms.level !== null : terms.percentBps !== null)
    return refuse('missing_information', {}, 'kind')
  if (last === null) return refuse('no_price', {}, 'listing')
  if (!reaches(reachFor(terms, previousClose), last)) return { fromNextDay: false }
  if (terms.kind === 'percent' && terms.repeats === 'daily') return { fromNextDay: true }
  return refuse('alert_met_already', {}, field)
}

/** Accept one more alert, or refuse it. */
export const decideRoom = (count: number): { room: true } | Refused<'too_many_alerts'> =>
  count < ALERTS_MAX ? { room: true } : refuse('too_many_alerts', { most: String(ALERTS_MAX) })

/** The screen's step for a level: about a thousandth of the price, as a round figure. */
export function levelStepFor(last: PriceE4): bigint {
  const cents = last / 100n
  if (cents < 10n) return 1n
  if (cents < 1_000n) return 100n
  if (cents < 10_000n) return 1_000n
  return cents < 100_000n ? 10_000n : 100_000n
}

/** Approximate distances of the proposed round levels from the price, near ones first. */
const ROUND_BPS = [100n, 250n, 500n] as const

/**
 * Round levels beyond the price, nearest first: about 1, 2.5 and 5 % away, each a multiple of 1, 2 or 5 times a power
 * of ten no larger than that distance. A very low price may have fewer, or none.
 */
export function roundLevelsFor(kind: 'above' | 'below', last: PriceE4): PriceE4[] {
  const least = last < 10_000n ? 1n : 100n
  const levels: PriceE4[] = []
  for (const bps of ROUND_BPS) {
    const step = roundStepFor(divideDown(last * bps, BPS), least)
    const half = divideDown(last * bps, 2n * BPS)
    const before = levels.at(-1) ?? last
    const level =
      kind === 'above'
        ? divideDown(last + half > before ? last + half : before, step) * step + step
        : divideUp(last - half < before ? last - half : before, step) * step - step
    if (level > 0n) levels.push(level as PriceE4)
  }
  return levels
}

/** The screen's first level: the nearest round one. */
export const firstLevelFor = (kind: 'above' | 'below', last: PriceE4): PriceE4 =>
  roundLevelsFor(kind, last)[0] ?? (1n as PriceE4)

/** The largest of 1, 2 and 5 times a power of ten that is at most `most` and a multiple of `least`. */
function roundStepFor(most: bigint, least: bigint): bigint {
  let step = least
  for (let ten = least; ten <= most; ten *= 10n) for (const by of [1n, 2n, 5n]) if (ten * by <= most) step = ten * by
  return step
}
