import type { DayNumber } from '../calendar/days.ts'
import type { EARNINGS } from './discover.contract.ts'

export type WhichEarnings = (typeof EARNINGS)[number]

/**
 * A company's report: the instrument's place, the day in its venue's calendar, and the company's size, which sorts a
 * day.
 */
export interface Report {
  readonly place: number
  readonly day: DayNumber
  readonly marketCap: number
}

/** The venue's current calendar day, and the day of its latest session to open; null before the first. */
export interface VenueDay {
  readonly today: DayNumber
  readonly latest: DayNumber | null
}

/** The earnings calendar's range, ahead and back, in days. */
export const AHEAD_DAYS = 45
export const BACK_DAYS = 14

/**
 * Upcoming reports, the next day first, including today's until the day is over; or past reports, the latest day first.
 * A report is published before the session of its day and counts as past once that session has opened. Within a day the
 * largest company comes first, then by place.
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

/** The number of reports on each day. */
export function countByDay(reports: readonly Report[]): ReadonlyMap<DayNumber, number> {
  const counts = new Map<DayNumber, number>()
  for (const { day } of reports) counts.set(day, (counts.get(day) ?? 0) + 1)
  return counts
}
