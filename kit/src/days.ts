import { formatDay } from '@lonja/core/base/dates'
import type { Instant } from '@lonja/core/base/instant'

/** What stands in a list of things by day: the day's head, then what happened on it. */
export type ByDay<Item> =
  | { readonly head: string; readonly at: Instant; readonly when: 'today' | 'yesterday' | 'earlier' }
  | { readonly item: Item }

/** The day before, whatever its length: noon less a day is never the same or the second day before. */
function dayBefore(day: string): string {
  const [date, month, year] = day.split('/').map(Number)
  return formatDay(Date.UTC(year ?? 0, (month ?? 1) - 1, (date ?? 1) - 1, 12))
}

/** Put a head before the first of each day in Madrid: `head` names it once (`dd/MM/yyyy`), `at` is a moment of it. Items come newest first. */
export function byDay<Item extends { readonly at: Instant }>(items: readonly Item[], now: Instant): ByDay<Item>[] {
  const today = formatDay(now)
  const yesterday = dayBefore(today)
  let last = ''
  return items.flatMap((item): ByDay<Item>[] => {
    const day = formatDay(item.at)
    if (day === last) return [{ item }]
    last = day
    const when = day === today ? 'today' : day === yesterday ? 'yesterday' : 'earlier'
    return [{ head: day, at: item.at, when }, { item }]
  })
}
