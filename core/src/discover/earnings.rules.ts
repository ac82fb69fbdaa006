import type { DayNumber } from '../calendar/days.ts'
import type { EARNINGS } from './discover.contract.ts'

export type WhichEarnings = (typeof EARNINGS)[number]

/** A company's report: the instrument's place, the day in its venue's calendar, and its size, by which a day is sorted. */
export interface Report {
  readonly place: number
  readonly day: DayNumber
  readonly marketCap: number
}

/** What a venue's calendar shows now, and the day of its session that began last; null before the first. */
export interface VenueDay {
  readonly today: DayNumber
  readonly latest: DayNumber | null
}

/** So far ahead the calendar looks, and so far back, in days. */
export const AHEAD_DAYS = 45
export const BACK_DAYS = 14

/**
 * The reports that come, the next day first, those of today with them until the day is over; or those that came, the
 * latest day first. A report comes before the session of its day: it has come once that session has opened. In a day the
 * largest company stands first, then by place.
 */
export function calendarFor(
  reports: readonly Report[],
  which: WhichEarnings,
  venueDayOf: (place: number) => VenueDay,
): Report[] {
  const sign = which === 'upcoming' ? 1 : -1
  return reports
    .filter(({ place, day }) => {
      const { today, latest } = venueDayOf(place)
      if (which === 'upcoming') return day >= today && day <= today + AHEAD_DAYS
      return latest !== null && day <= latest && day >= today - BACK_DAYS
    })
    .sort((a, b) => sign * (a.day - b.day) || b.marketCap - a.marketCap || a.place - b.place)
}

/** How many report on each day. */
export function countByDay(reports: readonly Report[]): ReadonlyMap<DayNumber, number> {
  const counts = new Map<DayNumber, number>()
  for (const { day } of reports) counts.set(day, (counts.get(day) ?? 0) + 1)
  return counts
}
