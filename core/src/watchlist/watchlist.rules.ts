import type { ListingId } from '../base/amount.ts'
import { HOUR } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { WATCHES_MAX } from './watchlist.contract.ts'

/** The most lists per customer, including the default one. */
export const WATCHLISTS_MAX = 10

/** The time within which a removed list or alert can be restored. */
export const KEPT_AFTER_REMOVAL_MS = 24 * HOUR

/**
 * Add a listing or remove it; without `wanted` the state is toggled. A watched listing may always be removed, even if
 * it no longer exists.
 */
export function decideWatch(
  listing: ListingId,
  target: boolean | undefined,
  watched: readonly ListingId[],
  isKnown: boolean,
): { watched: boolean } | Refused<'unknown_listing' | 'watchlist_full'> {
  const isWatched = watched.includes(listing)
  const becomes = target ?? !isWatched
  if (!becomes || isWatched) return { watched: becomes }
  if (!isKnown) return refuse('unknown_listing', {}, 'listing')
  if (watched.length >= WATCHES_MAX) return refuse('watchlist_full', { most: String(WATCHES_MAX) })
  return { watched: true }
}

/** Order the watchlist; the order must name every watched listing once. */
export function decideArrangement(
  listings: readonly ListingId[],
  watched: readonly ListingId[],
): { listings: readonly ListingId[] } | Refused<'not_the_same_listings'> {
  const named = new Set(listings)
  const same = named.size === listings.length && named.size === watched.length && watched.every((one) => named.has(one))
  return same ? { listings } : refuse('not_the_same_listings', {}, 'listings')
}

/** A list with a listing inserted at a place. Beyond the end, or without a place, it goes to the end. */
export const withListing = (
  watched: readonly ListingId[],
  listing: ListingId,
  place: number | undefined,
): readonly ListingId[] => watched.filter((one) => one !== listing).toSpliced(place ?? watched.length, 0, listing)

/** Move a listing from one list to another. Within the same list only its place changes. */
export function decideMove(
  listing: ListingId,
  from: readonly ListingId[],
  to: readonly ListingId[],
): { moved: true } | Refused<'not_on_the_list' | 'watchlist_full'> {
  if (!from.includes(listing)) return refuse('not_on_the_list', {}, 'listing')
  if (!to.includes(listing) && to.length >= WATCHES_MAX)
    return refuse('watchlist_full', { most: String(WATCHES_MAX) }, 'to')
  return { moved: true }
}

/** A list as the rules see it. `name` null: the default list without a name from the customer. */
export interface Watchlist {
  readonly id: string
  readonly name: string | null
}

/** True if a reader could not tell two names apart. */
const sameName = (one: string, other: string): boolean =>
  one.normalize('NFKC').toLocaleLowerCase('und') === other.normalize('NFKC').toLocaleLowerCase('und')

/** Create a list beside the existing ones, including the default one. */
export function decideNewList(
  name: string,
  lists: readonly Watchlist[],
): { name: string } | Refused<'too_many_watchlists' | 'watchlist_name_taken'> {
  if (lists.length >= WATCHLISTS_MAX) return refuse('too_many_watchlists', { most: String(WATCHLISTS_MAX) })
  return nameFor(name, lists)
}

/** Rename a list. Its own name in another spelling counts as a change. */
export function decideName(
  id: string,
  name: string,
  lists: readonly Watchlist[],
): { name: string } | Refused<'unknown_watchlist' | 'watchlist_name_taken'> {
  if (!lists.some((list) => list.id === id)) return refuse('unknown_watchlist', {}, 'id')
  return nameFor(
    name,
    lists.filter((list) => list.id !== id),
  )
}

function nameFor(name: string, others: readonly Watchlist[]): { name: string } | Refused<'watchlist_name_taken'> {
  const isTaken = others.some((list) => list.name !== null && sameName(list.name, name))
  return isTaken ? refuse('watchlist_name_taken', {}, 'name') : { name }
}

/** Remove a list, or restore it if there is room. `removed` are the lists that can still be restored. */
export function decideRemoval(
  { id, removed }: { id: string; removed: boolean },
  facts: { own: string; lists: readonly Watchlist[]; removed: readonly Watchlist[] },
): { changes: boolean } | Refused<'unknown_watchlist' | 'own_watchlist_stays' | 'too_many_watchlists'> {
  if (id === facts.own) return removed ? refuse('own_watchlist_stays', {}, 'id') : { changes: false }
  const isThere = facts.lists.some((list) => list.id === id)
  const isGone = facts.removed.some((list) => list.id === id)
  if (!isThere && !isGone) return refuse('unknown_watchlist', {}, 'id')
  if (removed || isThere) return { changes: removed === isThere }
  if (facts.lists.length >= WATCHLISTS_MAX) return refuse('too_many_watchlists', { most: String(WATCHLISTS_MAX) })
  return { changes: true }
}
