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
