import { DISPLAY_ZONE } from '@lonja/core/base/dates'
import type { Instant } from '@lonja/core/base/instant'

/** What stands in a list of things by day: the day's head, then what happened on it. */
export type ByDay<Item> =
  { readonly head: string; readonly when: 'today' | 'yesterday' | 'earlier' } | { readonly item: Item }

const iso = new Intl.DateTimeFormat('en-CA', { timeZone: DISPLAY_ZONE, dateStyle: 'short' })

/** The calendar day in Madrid as `2026-11-21`. */
const dayOf = (at: Instant): string => iso.format(at)

/** The day before, whatever its length: noon less a day is never the same or the second day before. */
const dayBefore = (day: string): string => dayOf(Date.parse(`${day}T12:00:00Z`) - 86_400_000)

/** Put a head, `dd/MM/yyyy`, before the first of each day. Items come newest first. */
export function byDay<Item extends { readonly at: Instant }>(items: readonly Item[], now: Instant): ByDay<Item>[] {
  const today = dayOf(now)
  const yesterday = dayBefore(today)
  let last = ''
  return items.flatMap((item): ByDay<Item>[] => {
    const day = dayOf(item.at)
    if (day === last) return [{ item }]
    last = day
    const when = day === today ? 'today' : day === yesterday ? 'yesterday' : 'earlier'
    return [{ head: day.split('-').reverse().join('/'), when }, { item }]
  })
}
