import { dayNumberAt, dayNumberOf, dayOf, localInstant, zoneOf } from '../calendar/days.ts'
import { spanOf } from '../calendar/sessions.ts'
import type { ReplayCalendar } from './bars.ts'

/** The real sessions of the venues in the recorded years. */
export const RECORDED: ReplayCalendar = {
  dayAt: (venue, at) => dayOf(dayNumberAt(zoneOf(venue), at)),
  dayStart: (venue, day) => localInstant(zoneOf(venue), dayNumberOf(day), 0),
  sessionOn: (venue, day) => {
    const span = spanOf(zoneOf(venue), dayNumberOf(day), 'exchange')
    return span && { venue, day, ...span }
  },
}
