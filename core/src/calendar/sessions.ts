import { VENUES, type Venue } from '../base/amount.ts'
import { HOUR, MINUTE, type Instant } from '../base/instant.ts'
import type { Zone } from '../base/zones.ts'
import { MADRID, NEW_YORK, UNKNOWN_YEAR, type YearOfDays } from './data.ts'
import { dateOf, dayNumberAt, dayOf, localInstant, weekdayOf, zoneOf, type DayNumber } from './days.ts'
import type { Session } from '../market/market.contract.ts'

/** `always`: every calendar day, midnight to midnight in the venue's zone. `exchange`: the venue's real sessions. */
export const HOURS = ['always', 'exchange'] as const
export type Hours = (typeof HOURS)[number]

/** A session of every venue of one zone: (open, close], in whole minutes. */
export interface Span {
  readonly open: Instant
  readonly close: Instant
}

const clock = (hours: number, minutes: number): number => hours * HOUR + minutes * MINUTE

const TIMES: Record<Zone, { opens: number; closes: number; closesEarly: number }> = {
  'America/New_York': { opens: clock(9, 30), closes: clock(16, 0), closesEarly: clock(13, 0) },
  'Europe/Madrid': { opens: clock(9, 0), closes: clock(17, 30), closesEarly: clock(14, 0) },
}

/**
 * The start of the candle of `width` milliseconds that holds an instant. Candles count from the exchange's open, so an
 * hour in New York begins at half past and none begins before the session.
 */
export function candleStart(venue: Venue, at: Instant, width: number): Instant {
  const past = TIMES[zoneOf(venue)].opens % HOUR
  return Math.floor((at - past) / width) * width + past
}

/** The trading session of a zone's venues on a day; null when they do not trade. */
export function spanOf(zone: Zone, number: DayNumber, hours: Hours): Span | null {
  if (hours === 'always') return { open: localInstant(zone, number, 0), close: localInstant(zone, number + 1, 0) }
  const weekday = weekdayOf(number)
  if (weekday === 0 || weekday === 6) return null
  const { year } = dateOf(number)
  const days: YearOfDays = (zone === 'Europe/Madrid' ? MADRID : NEW_YORK)[year] ?? UNKNOWN_YEAR
  const date = dayOf(number).slice(5)
  if (days.shut.includes(date)) return null
  const times = TIMES[zone]
  const closes = days.early.includes(date) ? times.closesEarly : times.closes
  return { open: localInstant(zone, number, times.opens), close: localInstant(zone, number, closes) }
}

/**
 * The session of a venue that contains `at` (after its open, up to and including its close), otherwise the next one.
 */
export function sessionAt(venue: Venue, at: Instant, hours: Hours): Session {
  const zone = zoneOf(venue)
  // An instant at midnight still belongs to the day that ends there.
  for (let number = dayNumberAt(zone, at) - 1; ; number++) {
    const span = spanOf(zone, number, hours)
    if (span && at <= span.close) return { venue, day: dayOf(number), ...span }
  }
}

/** The same for one house, called thousands of times a second: the last answer is valid until that session's close. */
export function cacheSessions(hours: Hours): (venue: Venue, at: Instant) => Session {
  const cache = new Map<Venue, { from: Instant; session: Session }>()
  return (venue, at) => {
    const last = cache.get(venue)
    if (last && at >= last.from && at <= last.session.close) return last.session
    const session = sessionAt(venue, at, hours)
    cache.set(venue, { from: at, session })
    return session
  }
}

/** The instant at which a day is over in every venue, whatever its hours: from then on its seed may be revealed. */
export const overEverywhere = (number: DayNumber): Instant =>
  Math.max(...VENUES.map((venue) => localInstant(zoneOf(venue), number + 1, 0)))

/** The earliest day in any venue's calendar at an instant: a house that opens then has this opening day. */
export const openingDayAt = (at: Instant): DayNumber =>
  Math.min(...VENUES.map((venue) => dayNumberAt(zoneOf(venue), at)))
