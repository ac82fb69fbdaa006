import { currencyFor, tickerOf, venueOf, type ListingId, type Venue } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { lowerBound } from '../base/ascending.ts'
import { dayNumberOf, dayOf } from '../calendar/days.ts'
import type { ReplayCalendar } from './bars.ts'
import { replayBounds, type RecordedListing, type ReplayFiles } from './replay.ts'

/** Facts of a recording that its house needs when it opens: where it begins, and what in it cannot be traded. */

/** Longer than any venue stays closed. */
const CLOSED_DAYS_MOST = 30

/**
 * The default start: the first session of the recorded listings, at its open, or at its first bar if the recording
 * begins later in the day. A first bar on a holiday or after the close begins at the next open.
 */
export function firstStart(files: ReplayFiles, calendar: ReplayCalendar): Instant {
  const { start, end } = replayBounds(files, calendar)
  const withMinutes = files.listings.filter(({ minutes }) => minutes?.at.length)
  const counted = withMinutes.length > 0 ? withMinutes : files.listings
  const first = counted.reduce((least, recorded) => Math.min(least, startOf(recorded, calendar)), Infinity)
  return first < end ? first : start
}

function startOf({ listing, minutes, days }: RecordedListing, calendar: ReplayCalendar): Instant {
  const venue = venueOf(listing)
  const [firstDay] = days?.day ?? []
  const first = minutes?.at[0] ?? (firstDay && calendar.dayStart(venue, firstDay))
  if (first === undefined) return Infinity
  const day = dayNumberOf(calendar.dayAt(venue, first))
  for (let ahead = 0; ahead <= CLOSED_DAYS_MOST; ahead++) {
    const session = calendar.sessionOn(venue, dayOf(day + ahead))
    if (session && first < session.close) return Math.max(first, session.open)
  }
  return Infinity
}

/** The number of minutes outside every session of a venue: they move the chart of minutes and fill nothing. */
export function countOutside(venue: Venue, at: Float64Array, calendar: ReplayCalendar): number {
  let outside = 0
  for (let row = 0; row < at.length;) {
    const day = calendar.dayAt(venue, at[row] ?? 0)
    const next = Math.max(row + 1, lowerBound(at, calendar.dayStart(venue, dayOf(dayNumberOf(day) + 1))))
    const session = calendar.sessionOn(venue, day)
    const inside = session ? lowerBound(at, session.close) - lowerBound(at, session.open) : 0
    outside += next - row - inside
    row = next
  }
  return outside
}

const NAMED_MOST = 8

function namesOf(listings: readonly ListingId[]): string {
  const names = listings.slice(0, NAMED_MOST).map(tickerOf).join(', ')
  const more = listings.length - NAMED_MOST
  return more > 0 ? `${names} and ${more} more` : names
}

/** Tells the operator what in a recording cannot be traded and why, a line each. */
export function shortcomingsOf(files: ReplayFiles): string[] {
  const { listings, rates } = files
  const lines: string[] = []
  const among = (holds: (recorded: RecordedListing) => boolean): ListingId[] =>
    listings.filter(holds).map(({ listing }) => listing)
  const say = (named: readonly ListingId[], line: (names: string) => string): void => {
    if (named.length > 0) lines.push(line(namesOf(named)))
  }
  say(
    among(({ minutes }) => !minutes?.at.length),
    (names) => `No order can be placed in ${names}: the recording has days and no minutes of it.`,
  )
  say(
    among(({ minutes }) => Boolean(minutes?.at.length) && !minutes?.bid.some((bid) => bid > 0)),
    (names) => `No order can be placed in ${names}: no row of its minutes has bid, ask and both sizes.`,
  )
  if (rates) return lines
  const isEuro = ({ listing }: RecordedListing): boolean => currencyFor(listing) === 'EUR'
  say(
    among((recorded) => !isEuro(recorded)),
    (names) => `There is no file EURUSD.csv: ${names} cannot be bought with EUR, only with USD.`,
  )
  say(among(isEuro), (names) => `There is no file EURUSD.csv: ${names} cannot be bought with USD, only with EUR.`)
  return lines
}
