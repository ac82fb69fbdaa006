import { venueOf, type ListingId } from '@lonja/core/base/amount'
import { MINUTE, type Day, type Instant } from '@lonja/core/base/instant'
import { DAY_MS, dayNumberAt, dayNumberOf, dayOf } from '@lonja/core/calendar/days'
import { packBars, rowsOf, unpackBars, type FeedBarRow } from '@lonja/core/feed/bars'
import { begunSession, type FeedBook } from '@lonja/core/feed/book'
import { dayRowOf, daysOf, restoreListing } from '@lonja/core/feed/day'
import type { ListingState } from '@lonja/core/feed/listing'
import type { Db } from '../database/db.ts'
import {
  deleteStoredMinutes,
  listStoredDays,
  listStoredMinutes,
  saveStoredBars,
  type StoredMinutes,
} from './feeds.store.ts'

/** Stores a feed's history at intervals and restores it when the house opens. */

/** The number of days whose minutes are stored: more than charts show, so that a long weekend loses none. */
const MINUTES_KEPT_DAYS = 14

export async function restoreBook(db: Db, book: FeedBook, now: Instant): Promise<void> {
  const since = dayOf(dayNumberAt('America/New_York', now) - MINUTES_KEPT_DAYS)
  const [years, minutes] = await db.read(
    async (tx) => [await listStoredDays(tx), await listStoredMinutes(tx, since)] as const,
  )
  const byListing = new Map<ListingId, Map<number, readonly FeedBarRow[]>>()
  for (const { listing, day, minutes: packed } of minutes) {
    const rows = unpackBars(packed, MINUTE)
    if (!rows) continue
    const days = byListing.get(listing) ?? new Map<number, readonly FeedBarRow[]>()
    byListing.set(listing, days.set(dayNumberOf(day), rows))
  }
  for (const { listing, days, savedAt } of years) {
    const state = book.listings.get(listing)
    if (!state) continue
    const stored = { days: unpackBars(days, DAY_MS) ?? [], minutes: byListing.get(listing) ?? new Map(), savedAt }
    restoreListing(state, stored, begunSession(venueOf(listing), now))
  }
}

const AT_ONCE = 200

/** Stores what changed, 200 listings per transaction, so that other writes need not wait. */
export async function saveBook(db: Db, book: FeedBook, now: Instant): Promise<void> {
  const unsaved = [...book.listings.values()].filter(({ isUnsaved }) => isUnsaved)
  for (let n = 0; n < unsaved.length; n += AT_ONCE) {
    const some = unsaved.slice(n, n + AT_ONCE)
    const days = some.map((state) => ({ listing: state.listing, days: packBars(allDays(state), DAY_MS) }))
    const minutes = some.flatMap(allMinutes)
    for (const state of some) state.isUnsaved = false
    await db
      .write((tx) => saveStoredBars(tx, { days, minutes }, now))
      .catch((error: unknown) => {
        for (const state of some) state.isUnsaved = true
        throw error
      })
  }
  if (unsaved.length > 0) {
    await db.write((tx) => deleteStoredMinutes(tx, dayOf(dayNumberAt('America/New_York', now) - MINUTES_KEPT_DAYS)))
  }
}

/** The closed days, and the newest day so far. */
function allDays(state: ListingState): FeedBarRow[] {
  const dayState = state.dayStates.at(-1)
  const days = daysOf(state)
  if (!dayState) return days
  const row = dayRowOf(dayState)
  return [...days.filter(({ at }) => at < row.at), row]
}

function allMinutes(state: ListingState): StoredMinutes[] {
  const { listing, session, minutes } = state
  const past = [...state.pastMinutes].map(([day, packed]) => ({ listing, day: dayOf(day), minutes: packed }))
  const running = session && minutes.count > 0 ? [minutesOf(listing, session.day, rowsOf(minutes))] : []
  return [...past, ...running]
}

const minutesOf = (listing: ListingId, day: Day, rows: readonly FeedBarRow[]): StoredMinutes => ({
  listing,
  day,
  minutes: packBars(rows, MINUTE),
})
