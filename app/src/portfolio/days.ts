import { formatDay } from '@lonja/core/base/dates'
import type { Instant } from '@lonja/core/base/instant'

/** Rows of one day, under its head. */
export interface DayGroup<Row> {
  readonly day: string
  readonly at: Instant
  readonly rows: readonly Row[]
}

/** Group rows that come newest (or oldest) first by their day in Madrid, keeping their order. */
export function groupByDay<Row>(rows: readonly Row[], at: (row: Row) => Instant): readonly DayGroup<Row>[] {
  const groups: { day: string; at: Instant; rows: Row[] }[] = []
  for (const row of rows) {
    const day = formatDay(at(row))
    const last = groups.at(-1)
    if (last?.day === day) last.rows.push(row)
    else groups.push({ day, at: at(row), rows: [row] })
  }
  return groups
}

const DAY_MS = 86_400_000

/** Whether a day is today's or yesterday's in Madrid. */
export function dayWord(day: string, now: Instant): 'today' | 'yesterday' | null {
  if (day === formatDay(now)) return 'today'
  return day === formatDay(now - DAY_MS) ? 'yesterday' : null
}
