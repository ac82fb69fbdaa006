import type { Instant } from '../base/instant.ts'
import type { Zone } from '../base/zones.ts'
import { dateOf, dayNumber, dayNumberAt, dayOf, weekOf, type DayNumber } from '../calendar/days.ts'
import { spanOf, type Hours, type Span } from '../calendar/sessions.ts'

/** The versions of the price function that this program can run. */
export type Version = 2 | 3

/** One trading day of a zone's venues. Each version of the function adds its own draws. */
export interface TradingDay {
  /** The version of the function that prices it. */
  readonly version: Version
  /** Its position among the trading days, counted from the first day of the history. */
  readonly index: number
  readonly number: DayNumber
  readonly open: Instant
  readonly close: Instant
  readonly minutes: number
  readonly week: number
  readonly month: number
  readonly year: number
}

/** The calendar facts of a trading day, from which a version draws the rest. */
export type PlainDay = Omit<TradingDay, 'version'>

/** The trading days of a zone, from the first day of the history as far as seeds are known. */
export interface MarketDays {
  readonly hours: Hours
  /** The day on which the house opened, trading or not. */
  readonly openingDay: DayNumber
  readonly days: readonly TradingDay[]
  /** The number of history days, before the opening; they are known from the start. */
  historyDays(): number
  /** The last day that opened before `at`; null before the history, or if the seeds end earlier. */
  dayAt(at: Instant): TradingDay | null
}

/** Draws a trading day after the one before it; null while its seed is not known. */
export type DrawDay = (day: PlainDay, before: TradingDay | null) => TradingDay | null

export interface DaysFrom {
  readonly zone: Zone
  readonly hours: Hours
  readonly firstDay: DayNumber
  readonly openingDay: DayNumber
  readonly drawDay: DrawDay
}

/** The trading days of a zone: the whole history at once, later days one by one on request. */
export function marketDays({ zone, hours, firstDay, openingDay, drawDay }: DaysFrom): MarketDays {
  const days: TradingDay[] = []
  let nextDay = firstDay

  /** Draw the days up to one; false if a seed is not known yet. */
  const reach = (last: DayNumber): boolean => {
    for (; nextDay <= last; nextDay++) {
      const span = spanOf(zone, nextDay, hours)
      if (!span) continue
      const day = drawDay(plainDay(days.length, nextDay, span), days.at(-1) ?? null)
      if (!day) return false
      days.push(day)
    }
    return true
  }
  let history = -1
  const historyDays = (): number => {
    if (history < 0) {
      reach(openingDay - 1)
      history = days.length
    }
    return history
  }
  const findDay = (at: Instant): TradingDay | null => {
    historyDays()
    if (reach(dayNumberAt(zone, at))) return lastBefore(days, at)
    // The seeds end before `at`, so everything after the last known day is unknown.
    const last = days.at(-1)
    return last && at <= nextOpen(zone, hours, last.number) ? lastBefore(days, at) : null
  }
  let latest: TradingDay | null = null
  const dayAt = (at: Instant): TradingDay | null => {
    if (!latest || at <= latest.open || at > latest.close) latest = findDay(at)
    return latest
  }
  return { hours, openingDay, days, historyDays, dayAt }
}

function plainDay(index: number, number: DayNumber, { open, close }: Span): PlainDay {
  const { year, month } = dateOf(number)
  return {
    index,
    number,
    open,
    close,
    minutes: (close - open) / 60_000,
    week: weekOf(number),
    month: year * 12 + month - 1,
    year,
  }
}

function nextOpen(zone: Zone, hours: Hours, after: DayNumber): Instant {
  for (let number = after + 1; ; number++) {
    const span = spanOf(zone, number, hours)
    if (span) return span.open
  }
}

function lastBefore(days: readonly TradingDay[], at: Instant): TradingDay | null {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (days[middle]!.open < at) low = middle + 1
    else high = middle
  }
  return days[low - 1] ?? null
}

/** The first day of the quarter that holds a day. */
export function quarterStart(number: DayNumber): DayNumber {
  const { year, month } = dateOf(number)
  return dayNumber(year, month - ((month - 1) % 3), 1)
}

/**
 * The days of the quarter that have passed since the last trading day, as (after, upTo]: a report due on a day without
 * trading comes on the next trading day.
 */
export function reportsOf(number: DayNumber, last: DayNumber): { reportsAfter: number; reportsUpTo: number } {
  const start = quarterStart(number)
  return { reportsAfter: Math.max(-1, last - start), reportsUpTo: number - start }
}

/** The date of a trading day, `2026-11-21`. */
export const labelOf = (day: TradingDay) => dayOf(day.number)
