import type { Venue } from '../base/amount.ts'
import { HOUR, type Day, type Instant } from '../base/instant.ts'
import { offsetAt, type Zone } from '../base/zones.ts'

/** Calendar days computed by rule, so that every engine gets the same instant for any year. */

export const DAY_MS = 24 * HOUR

/** Days since 1970-01-01 in the civil calendar, the unit of day arithmetic. */
export type DayNumber = number

/** The time zone of a venue's days and sessions. */
export const zoneOf = (venue: Venue): Zone => (venue === 'XMAD' ? 'Europe/Madrid' : 'America/New_York')

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Days since 1970 of a date in the civil calendar. `month` is 1 to 12; a day past the month's end runs on. */
export const dayNumber = (year: number, month: number, day: number): DayNumber =>
  Math.floor(Date.UTC(year, month - 1, day) / DAY_MS)

/** `2026-11-21` as days since 1970. */
export const dayNumberOf = (day: Day): DayNumber => Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS)

/** Days since 1970 as `2026-11-21`. */
export function dayOf(number: DayNumber): Day {
  const { year, month, day } = dateOf(number)
  return `${year}-${twoDigits(month)}-${twoDigits(day)}` as Day
}

export function dateOf(number: DayNumber): { year: number; month: number; day: number } {
  const date = new Date(number * DAY_MS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** 0 is Sunday, 6 is Saturday. */
export const weekdayOf = (number: DayNumber): number => (((number + 4) % 7) + 7) % 7

/** Weeks since 1970, each from Monday to Sunday. */
export const weekOf = (number: DayNumber): number => Math.floor((number + 3) / 7)

/** The day in a zone's calendar at an instant. */
export const dayNumberAt = (zone: Zone, at: Instant): DayNumber => Math.floor((at + offsetAt(zone, at)) / DAY_MS)

/**
 * The instant of a local clock time, in milliseconds since the day's midnight. Neither zone changes its clocks at
 * midnight or in trading hours, so the offset about an hour away is the right one.
 */
export function localInstant(zone: Zone, number: DayNumber, sinceMidnight: number): Instant {
  const local = number * DAY_MS + sinceMidnight
  const standard = local - (zone === 'Europe/Madrid' ? HOUR : -5 * HOUR)
  return local - offsetAt(zone, standard)
}
