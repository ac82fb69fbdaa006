import { venueOf, type ListingId } from '../base/amount.ts'
import type { Day } from '../base/instant.ts'
import { dayNumberOf, dayOf, zoneOf } from '../calendar/days.ts'
import { spanOf } from '../calendar/sessions.ts'
import { quarterStart } from './days.ts'
import type { World } from './world.ts'

/**
 * The trading days in [from, to] on which a company reports; a report due on a non-trading day comes on the next
 * trading day.
 */
export function reportDaysOf(
  { companies, hours, firstDayOf }: World,
  listing: ListingId,
  from: Day,
  to: Day,
): readonly Day[] {
  const company = companies.get(listing)
  if (!company) return []
  const zone = zoneOf(venueOf(listing))
  const last = dayNumberOf(to)
  const since = Math.max(dayNumberOf(from), firstDayOf(listing) ?? -Infinity)
  const days: Day[] = []
  for (let quarter = quarterStart(dayNumberOf(from)); quarter <= last; quarter = quarterStart(quarter + 95)) {
    let number = quarter + company.traits.reportsOn
    while (!spanOf(zone, number, hours)) number++
    if (number >= since && number <= last) days.push(dayOf(number))
  }
  return days
}
