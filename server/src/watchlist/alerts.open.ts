import type { ListingId, PriceE4 } from '@lonja/core/base/amount'
import type { Day, Instant } from '@lonja/core/base/instant'
import {
  isWatching,
  joinedReach,
  mayFireOn,
  reachFor,
  fires,
  type Alert,
  type Reach,
  type AlertQuote,
} from '@lonja/core/watchlist/alerts.rules'

/** An alert that was loaded since the last round, and the instant up to which its quotes have been checked. */
export interface LoadedAlert {
  readonly alert: Alert
  readonly seen: Instant
}

/** The alerts on one listing, in memory. */
export interface AlertBook {
  readonly listing: ListingId
  readonly fresh: ReadonlySet<LoadedAlert>
  /** All alerts but the fresh ones have been checked up to this instant. */
  through: Instant
  /** Merge the fresh alerts into the others. */
  settle(): void
  /** The prices that a quote must reach on a day for any of the alerts to fire. */
  reach(day: Day, previousClose: PriceE4 | null): Reach
  /** The alerts that a quote fires. */
  met(seen: AlertQuote): Alert[]
  isEmpty(): boolean
  /** The close before the day that is quoted, cached; null until it is known. */
  previous: { day: Day; close: PriceE4 | null } | null
}

export interface OpenAlerts {
  /** Replace an alert by its state in the database. An alert that can no longer fire is dropped. */
  take(alert: Alert & { removedAt: Instant | null }, seen?: Instant): void
  /** Record that an alert fired on a quote of a day, on this node or another. */
  markTold(alert: Alert, quoteAt: Instant, day: Day): void
  books(): AlertBook[]
  size(): number
}

const NOWHERE: Reach = { top: null, bottom: null }
/** The key holds the customer too, because two customers may use one id. */
export const keyOf = ({ customer, id }: Pick<Alert, 'customer' | 'id'>): string => `${customer} ${id}`

export function openAlerts(): OpenAlerts {
  const books = new Map<ListingId, OwnBook>()
  const listings = new Map<string, ListingId>()

  const drop = (alert: Alert): void => {
    const listing = listings.get(keyOf(alert))
    const book = listing && books.get(listing)
    if (!book) return
    book.remove(keyOf(alert))
    listings.delete(keyOf(alert))
    if (book.isEmpty()) books.delete(book.listing)
  }
  const bookOf = (listing: ListingId): OwnBook => {
    const book = books.get(listing) ?? openBook(listing)
    books.set(listing, book)
    return book
  }
  return {
    take: (alert, seen = alert.armedAt) => {
      const key = keyOf(alert)
      if (alert.removedAt !== null || !isWatching(alert)) return drop(alert)
      const known = books.get(listings.get(key) ?? alert.listing)?.find(key)
      if (known?.armedAt === alert.armedAt) return books.get(alert.listing)?.replace(key, alert)
      drop(alert)
      listings.set(key, alert.listing)
      bookOf(alert.listing).add(key, { alert, seen: Math.max(seen, alert.armedAt) })
    },
    markTold: (alert, firedAt, firedDay) => {
      const after = { ...alert, firedAt, firedDay }
      if (!isWatching(after)) return drop(alert)
      books.get(alert.listing)?.replace(keyOf(alert), after)
    },
    books: () => [...books.values()],
    size: () => listings.size,
  }
}

interface OwnBook extends AlertBook {
  find(key: string): Alert | undefined
  add(key: string, fresh: LoadedAlert): void
  replace(key: string, alert: Alert): void
  remove(key: string): void
}

function openBook(listing: ListingId): OwnBook {
  const settled = new Map<string, Alert>()
  const fresh = new Map<string, LoadedAlert>()
  const freshSet = new Set<LoadedAlert>()
  let known: { day: Day; previousClose: PriceE4 | null; reach: Reach } | null = null
  const unfresh = (key: string): void => {
    const one = fresh.get(key)
    if (one) freshSet.delete(one)
    fresh.delete(key)
  }
  const add = (key: string, one: LoadedAlert): void => {
    unfresh(key)
    fresh.set(key, one)
    freshSet.add(one)
  }
  return {
    listing,
    fresh: freshSet,
    through: -Infinity,
    previous: null,
    settle: () => {
      for (const [key, { alert }] of fresh) settled.set(key, alert)
      fresh.clear()
      freshSet.clear()
      known = null
    },
    reach: (day, previousClose) => {
      if (known?.day === day && known.previousClose === previousClose) return known.reach
      let reach = NOWHERE
      for (const alert of settled.values())
        if (mayFireOn(alert, day)) reach = joinedReach(reach, reachFor(alert, previousClose))
      known = { day, previousClose, reach }
      return reach
    },
    met: (seen) => [...settled.values()].filter((alert) => fires(alert, seen)),
    isEmpty: () => settled.size + fresh.size === 0,
    find: (key) => settled.get(key) ?? fresh.get(key)?.alert,
    add,
    replace: (key, alert) => {
      const one = fresh.get(key)
      if (one) return add(key, { ...one, alert })
      if (!settled.has(key)) return
      settled.set(key, alert)
      known = null
    },
    remove: (key) => {
      unfresh(key)
      if (settled.delete(key)) known = null
    },
  }
}
