import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Count, CurrencyCode, Id, Listing, Price, VenueCode, line } from '../base/wire.ts'

/** The most listings in a list. */
export const WATCHES_MAX = 200
export const WATCHLIST_NAME_MAX = 30

/** The list's id; by default the customer's default list, whose id is the customer's. */
const List = z.optional(Id)
/** True if the name has a visible character. */
const Name = line(WATCHLIST_NAME_MAX).check(z.regex(/[\p{L}\p{N}\p{P}\p{S}]/u))
/** Counted from 0. Omitted, or beyond the end, it means the end. */
const Place = z.optional(z.int().check(z.gte(0), z.lte(WATCHES_MAX)))

/** Add a listing to a watchlist or remove it; the answer says which. Spec section 7: POST /index/addZixuan. */
export const toggleWatch = write({
  path: '/index/addZixuan',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Add a listing to a watchlist or remove it',
  input: z.strictObject({
    listing: Listing,
    /** The desired state; if omitted, the state is toggled. */
    watched: z.optional(z.boolean()),
    list: List,
    place: Place,
  }),
  reply: z.object({ listing: Listing, watched: z.boolean() }),
  refusals: ['unknown_watchlist', 'unknown_listing', 'watchlist_full'],
})

/** Spec section 7: GET /index/isZixuan. `watched` is about the default list. */
export const isWatched = read({
  path: '/index/isZixuan',
  caller: 'customer',
  summary: 'Whether a listing is on the own watchlist, and on which others',
  topics: ['watchlist'],
  input: z.strictObject({ listing: Listing }),
  reply: z.object({ listing: Listing, watched: z.boolean(), lists: z.array(Id) }),
})

export const listWatches = read({
  path: '/watchlist/list',
  caller: 'customer',
  summary: 'A watchlist in its own order',
  topics: ['watchlist'],
  input: z.strictObject({ list: List }),
  reply: z.object({
    list: Id,
    rows: z.array(
      z.object({
        listing: Listing,
        name: z.string(),
        venue: VenueCode,
        currency: CurrencyCode,
        last: z.nullable(Price),
        previousClose: z.nullable(Price),
        volume: z.nullable(Count),
        /** True while trading in it is halted. */
        halted: z.boolean(),
        /** The day so far, up to 30 points, oldest first, for the sparkline. */
        line: z.array(Price),
      }),
    ),
  }),
  refusals: ['unknown_watchlist'],
})

/** Put a list in the customer's own order. The order must name every watched listing once. */
export const orderWatches = write({
  path: '/watchlist/order',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Put a watchlist in an order of one’s own',
  input: z.strictObject({ listings: z.array(Listing).check(z.maxLength(WATCHES_MAX)), list: List }),
  reply: z.object({ listings: z.array(Listing) }),
  refusals: ['unknown_watchlist', 'not_the_same_listings'],
})

/**
 * Move a listing from one list to another in one step, so that it is never in neither. If it is in both, it leaves the
 * first.
 */
export const moveWatch = write({
  path: '/watchlist/move',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Move a listing from one watchlist to another',
  input: z.strictObject({ listing: Listing, from: Id, to: Id, place: Place }),
  reply: z.object({ listing: Listing, from: Id, to: Id }),
  refusals: ['unknown_watchlist', 'not_on_the_list', 'watchlist_full'],
})

/** The default list first, then the others in order of creation. */
export const listWatchlists = read({
  path: '/watchlist/lists',
  caller: 'customer',
  summary: 'The watchlists and how many listings each holds',
  topics: ['watchlist'],
  input: z.strictObject({}),
  reply: z.object({
    rows: z.array(
      z.object({
        id: Id,
        /** Null for the default list until the customer names it; each language has its own name for it. */
        name: z.nullable(z.string()),
        own: z.boolean(),
        count: z.int(),
      }),
    ),
    most: z.int(),
  }),
})

export const makeWatchlist = write({
  path: '/watchlist/make',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'id',
  summary: 'Make a watchlist',
  input: z.strictObject({ id: Id, name: Name }),
  reply: z.object({ id: Id, name: z.string() }),
  refusals: ['too_many_watchlists', 'watchlist_name_taken'],
})

export const renameWatchlist = write({
  path: '/watchlist/rename',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Give a watchlist another name',
  input: z.strictObject({ id: Id, name: Name }),
  reply: z.object({ id: Id, name: z.string() }),
  refusals: ['unknown_watchlist', 'watchlist_name_taken'],
})

/** Remove a list with its contents, or (`removed` false) restore it within a day. */
export const removeWatchlist = write({
  path: '/watchlist/remove',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Remove a watchlist, or take the removal back',
  input: z.strictObject({ id: Id, removed: z.boolean() }),
  reply: z.object({ id: Id, removed: z.boolean() }),
  refusals: ['unknown_watchlist', 'own_watchlist_stays', 'too_many_watchlists'],
})

export const watchlistCalls = {
  toggleWatch,
  isWatched,
  listWatches,
  orderWatches,
  moveWatch,
  listWatchlists,
  makeWatchlist,
  renameWatchlist,
  removeWatchlist,
}
