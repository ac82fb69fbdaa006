import { formatDay } from '@lonja/core/base/dates'
import type { Instant } from '@lonja/core/base/instant'

/** The rows of a list by day: a day's heading, then its items. */
export type ByDay<Item> =
  | { readonly head: string; readonly at: Instant; readonly when: 'today' | 'yesterday' | 'earlier' }
  | { readonly item: Item }

/** The previous day, whatever its length: noon minus 24 hours always falls on the previous day. */
function dayBefore(day: string): string {
  const [date, month, year] = day.split('/').map(Number)
  return formatDay(Date.UTC(year ?? 0, (month ?? 1) - 1, (date ?? 1) - 1, 12))
}

/**
 * Insert a heading before the first item of each day in Madrid: `head` names the day once (`dd/MM/yyyy`), `at` is an
 * instant in it. Items come newest first.
 */
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
