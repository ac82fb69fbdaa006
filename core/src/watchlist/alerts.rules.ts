import { BPS, divideDown, divideUp, type ListingId, type PriceE4 } from '../base/amount.ts'
import type { Day, Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { ALERTS_MAX, type AlertKind, type AlertRepeats } from './alerts.contract.ts'

/** What a customer wants to be told of. One of `level` and `percentBps` is null: `percent` has the second. */
export interface AlertTerms {
  readonly kind: AlertKind
  readonly level: PriceE4 | null
  readonly percentBps: number | null
  readonly repeats: AlertRepeats
  readonly note: string | null
}

export interface Alert extends AlertTerms {
  readonly customer: string
  readonly id: string
  readonly listing: ListingId
  readonly madeAt: Instant
  /** In the source's clock: only quotes newer than this are looked at. */
  readonly armedAt: Instant
  readonly paused: boolean
  /** The quote of which it told last, and its trading day. A day without a quote: it tells of later days only. */
  readonly firedAt: Instant | null
  readonly firedDay: Day | null
}

/** One quote event as an alert looks at it: the latest trade, and the close before its trading day. Of an index: its value. */
export interface Seen {
  readonly at: Instant
  readonly last: PriceE4
  readonly day: Day
  readonly previousClose: PriceE4 | null
}

/** Whether it may still tell of something. */
export const isWatching = ({ paused, repeats, firedAt }: Alert): boolean =>
  !paused && (repeats === 'daily' || firedAt === null)

/** Where a price must get for an alert to be met: at or above `top`, at or below `bottom`; null: it never gets there. */
export interface Reach {
  readonly top: bigint | null
  readonly bottom: bigint | null
}

/** Without a previous close a percentage is of nothing, and is never met. */
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

/** Whether a range of prices, or a single one, gets to where a reach begins. */
export const reaches = ({ top, bottom }: Reach, low: bigint, high: bigint = low): boolean =>
  (top !== null && high >= top) || (bottom !== null && low <= bottom)

/** The reach of several: what none of them is met by lies between. */
export const joinedReach = (one: Reach, other: Reach): Reach => ({
  top: one.top === null || (other.top !== null && other.top < one.top) ? other.top : one.top,
  bottom: one.bottom === null || (other.bottom !== null && other.bottom > one.bottom) ? other.bottom : one.bottom,
})

/** Whether it can tell of something that happens on a trading day. */
export const mayTellOn = (alert: Alert, day: Day): boolean =>
  isWatching(alert) && (alert.repeats === 'once' || alert.firedDay === null || day > alert.firedDay)

/**
 * True if an alert tells of this quote: it is the first one newer than the alert that stands at its level or beyond, so a
 * price that jumps over the level tells with the first quote behind it. Once; `daily`: once in each trading day, the first
 * such quote of that day.
 */
export const tells = (alert: Alert, { at, last, day, previousClose }: Seen): boolean =>
  at > alert.armedAt && mayTellOn(alert, day) && reaches(reachFor(alert, previousClose), last)

/** What is known of the market when an alert is made, changed or switched on. */
export interface AlertFacts {
  /** Null without a price. */
  readonly last: PriceE4 | null
  readonly previousClose: PriceE4 | null
}

/**
 * Let terms stand, or say why not. A level that is met already would tell at once what one knows: it is refused. A daily
 * percentage that today's move has passed already tells from the next trading day on.
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

/** There is room for one more. */
export const decideRoom = (count: number): { room: true } | Refused<'too_many_alerts'> =>
  count < ALERTS_MAX ? { room: true } : refuse('too_many_alerts', { most: String(ALERTS_MAX) })

/** What a level is stepped by on the screen: about a thousandth of the price, a round figure. */
export function levelStepFor(last: PriceE4): bigint {
  const cents = last / 100n
  if (cents < 10n) return 1n
  if (cents < 1_000n) return 100n
  if (cents < 10_000n) return 1_000n
  return cents < 100_000n ? 10_000n : 100_000n
}

/** About how far from the price round levels are proposed, near ones first. */
const ROUND_BPS = [100n, 250n, 500n] as const

/**
 * Round levels near the price, the nearest first, all beyond it: about 1, 2.5 and 5 % away, each on a step of 1, 2 or 5
 * times a power of ten that is no larger than that. Below a very low price there may be fewer, or none.
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

/** Where a level begins on the screen: the nearest round one. */
export const firstLevelFor = (kind: 'above' | 'below', last: PriceE4): PriceE4 =>
  roundLevelsFor(kind, last)[0] ?? (1n as PriceE4)

/** The largest of 1, 2 and 5 times a power of ten that is at most so much, on whole `least`. */
function roundStepFor(most: bigint, least: bigint): bigint {
  let step = least
  for (let ten = least; ten <= most; ten *= 10n) for (const by of [1n, 2n, 5n]) if (ten * by <= most) step = ten * by
  return step
}
