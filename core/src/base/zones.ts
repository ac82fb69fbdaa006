import { HOUR, type Instant } from './instant.ts'

/**
 * Time zone rules written in code, so that every engine computes the same instant for any year without its own zone
 * data.
 */

export const ZONES = ['America/New_York', 'Europe/Madrid'] as const
export type Zone = (typeof ZONES)[number]

const DAY_MS = 24 * HOUR

/** The first Sunday on or after a date, at 00:00 UTC. */
function sundayFrom(year: number, month: number, day: number): Instant {
  const date = Date.UTC(year, month - 1, day)
  return date + ((7 - new Date(date).getUTCDay()) % 7) * DAY_MS
}

/**
 * The start and end of summer time in a year, in UTC. US: 02:00 local time on the second Sunday of March and the first
 * of November (Energy Policy Act of 2005, from 2007 on). EU: 01:00 UTC on the last Sundays of March and October
 * (Directive 2000/84/EC).
 */
export function summerTimeOf(zone: Zone, year: number): { begins: Instant; ends: Instant } {
  if (zone === 'Europe/Madrid') {
    return { begins: sundayFrom(year, 3, 25) + HOUR, ends: sundayFrom(year, 10, 25) + HOUR }
  }
  return {
    begins: sundayFrom(year, 3, 8) + 7 * HOUR, // 02:00 at UTC-5
    ends: sundayFrom(year, 11, 1) + 6 * HOUR, // 02:00 at UTC-4
  }
}

/** Local time minus UTC at an instant, in milliseconds. */
export function offsetAt(zone: Zone, at: Instant): number {
  const { begins, ends } = summerTimeOf(zone, new Date(at).getUTCFullYear())
  const summer = at >= begins && at < ends ? HOUR : 0
  return summer + (zone === 'Europe/Madrid' ? HOUR : -5 * HOUR)
}

/**
 * Midnight in Madrid, the display time zone, at the start of the day `days` days before the instant's own day; 0 is
 * that day. Madrid never changes its clock at midnight, so the offset two hours earlier by UTC is also the offset at
 * midnight.
 */
export function midnightBefore(at: Instant, days: number): Instant {
  const there = new Date(at + offsetAt('Europe/Madrid', at))
  const utc = Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate() - days)
  return utc - offsetAt('Europe/Madrid', utc - 2 * HOUR)
}
