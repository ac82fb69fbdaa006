import { DISPLAY_ZONE } from '@lonja/core/base/dates'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import { offsetAt } from '@lonja/core/base/zones'

const DAY = 24 * HOUR

/** Midnight of a calendar day in Madrid, `2026-11-22`; undefined without a valid day. */
export function dayStart(day: string): Instant | undefined {
  const local = Date.parse(`${day}T00:00:00Z`)
  // The offset an hour earlier is also the offset at midnight, because clocks change at two.
  return Number.isNaN(local) ? undefined : local - offsetAt(DISPLAY_ZONE, local - HOUR)
}

/** The midnight after a calendar day in Madrid; the day may have 23 or 25 hours. */
export function dayEnd(day: string): Instant | undefined {
  const local = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(local) ? undefined : dayStart(new Date(local + DAY).toISOString().slice(0, 10))
}

const DMY = /^(\d{1,2})\D+(\d{1,2})\D+(\d{4})\D*$/
const YMD = /^(\d{4})\D+(\d{1,2})\D+(\d{1,2})\D*$/

/**
 * A typed calendar day as `2026-11-22`: day, month and year, or the year first. Empty for an empty field; null for a text that is no
 * day of the calendar.
 */
export function readDay(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return ''
  const [, date, month, year] = DMY.exec(text) ?? []
  const [, yearFirst, monthThen, dateLast] = YMD.exec(text) ?? []
  const padded = (part = ''): string => part.padStart(2, '0')
  const day = `${year ?? yearFirst ?? ''}-${padded(month ?? monthThen)}-${padded(date ?? dateLast)}`
  const noon = Date.parse(`${day}T12:00:00Z`)
  // A day that the month does not have would be read as one of the next month.
  return !Number.isNaN(noon) && new Date(noon).toISOString().startsWith(day) ? day : null
}

/** The calendar day so many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/** The calendar day in Madrid at an instant, `2026-11-22`. */
export const dayAt = (at: Instant): string => new Date(at + offsetAt(DISPLAY_ZONE, at)).toISOString().slice(0, 10)
