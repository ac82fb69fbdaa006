import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Count, CurrencyCode, Id, Listing, Price, VenueCode, line } from '../base/wire.ts'

/** How many listings a list holds. */
export const WATCHES_MAX = 200
/** How many lists a customer has, the own one among them. */
export const WATCHLISTS_MAX = 10
export const WATCHLIST_NAME_MAX = 30

/** Which list; left out, the own one, which everybody has. Its id is the customer's. */
const List = z.optional(Id)
/** Has a sign that is seen. */
const Name = line(WATCHLIST_NAME_MAX).check(z.regex(/[\p{L}\p{N}\p{P}\p{S}]/u))
/** Counted from 0; left out, or beyond the end: the last. */
const Place = z.optional(z.int().check(z.gte(0), z.lte(WATCHES_MAX)))

/** Add to a watchlist, or remove; says which. Spec section 7: POST /index/addZixuan. */
export const toggleWatch = write({
  path: '/index/addZixuan',
  caller: 'customer',
  key: 'header',
  summary: 'Add a listing to a watchlist or remove it',
  input: z.strictObject({
    listing: Listing,
    /** What it should be afterwards; left out, it becomes the other. */
    watched: z.optional(z.boolean()),
    list: List,
    place: Place,
  }),
  reply: z.object({ listing: Listing, watched: z.boolean() }),
  refusals: ['unknown_watchlist', 'unknown_listing', 'watchlist_full'],
})

/** Spec section 7: GET /index/isZixuan. `watched` is of the own list. */
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
        /** Its trading is halted now. */
        halted: z.boolean(),
        /** The day so far, up to 30 points, oldest first: the sparkline. */
        line: z.array(Price),
      }),
    ),
  }),
  refusals: ['unknown_watchlist'],
})

/** Put a list in one's own order: every watched listing, once. */
export const orderWatches = write({
  path: '/watchlist/order',
  caller: 'customer',
  key: 'header',
  summary: 'Put a watchlist in an order of one’s own',
  input: z.strictObject({ listings: z.array(Listing).check(z.maxLength(WATCHES_MAX)), list: List }),
  reply: z.object({ listings: z.array(Listing) }),
  refusals: ['unknown_watchlist', 'not_the_same_listings'],
})

/** From one list to another, in one step: it is never on neither. On both already, it leaves the first. */
export const moveWatch = write({
  path: '/watchlist/move',
  caller: 'customer',
  key: 'header',
  summary: 'Move a listing from one watchlist to another',
  input: z.strictObject({ listing: Listing, from: Id, to: Id, place: Place }),
  reply: z.object({ listing: Listing, from: Id, to: Id }),
  refusals: ['unknown_watchlist', 'not_on_the_list', 'watchlist_full'],
})

/** The own list first, then the others as they were made. */
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
        /** Null: the own list while nobody has named it; each language has a name for it. */
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
  key: 'id',
  summary: 'Make a watchlist',
  input: z.strictObject({ id: Id, name: Name }),
  reply: z.object({ id: Id, name: z.string() }),
  refusals: ['too_many_watchlists', 'watchlist_name_taken'],
})

export const renameWatchlist = write({
  path: '/watchlist/rename',
  caller: 'customer',
  key: 'header',
  summary: 'Give a watchlist another name',
  input: z.strictObject({ id: Id, name: Name }),
  reply: z.object({ id: Id, name: z.string() }),
  refusals: ['unknown_watchlist', 'watchlist_name_taken'],
})

/** Take a list away with what it holds, or (`removed` false) have it back as it was: for a day. */
export const removeWatchlist = write({
  path: '/watchlist/remove',
  caller: 'customer',
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
