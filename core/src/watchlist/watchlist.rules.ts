import type { ListingId } from '../base/amount.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { WATCHES_MAX } from './watchlist.contract.ts'

/**
 * Add a listing or remove it; `wanted` left out, it becomes the other. What is watched may always be removed, also when its listing
 * is gone.
 */
export function decideWatch(
  listing: ListingId,
  wanted: boolean | undefined,
  watched: readonly ListingId[],
  isKnown: boolean,
): { watched: boolean } | Refused<'unknown_listing' | 'watchlist_full'> {
  const isWatched = watched.includes(listing)
  const becomes = wanted ?? !isWatched
  if (!becomes || isWatched) return { watched: becomes }
  if (!isKnown) return refuse('unknown_listing', {}, 'listing')
  if (watched.length >= WATCHES_MAX) return refuse('watchlist_full', { most: String(WATCHES_MAX) })
  return { watched: true }
}

/** Put the watchlist in an order: it must name every watched listing once. */
export function decideArrangement(
  listings: readonly ListingId[],
  watched: readonly ListingId[],
): { listings: readonly ListingId[] } | Refused<'not_the_same_listings'> {
  const named = new Set(listings)
  const same = named.size === listings.length && named.size === watched.length && watched.every((one) => named.has(one))
  return same ? { listings } : refuse('not_the_same_listings', {}, 'listings')
}
