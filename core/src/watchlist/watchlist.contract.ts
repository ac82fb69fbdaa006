import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Count, CurrencyCode, Listing, Price, VenueCode } from '../base/wire.ts'

export const WATCHES_MAX = 200

/** Add to the watchlist, or remove; says which. Spec section 7: POST /index/addZixuan. */
export const toggleWatch = write({
  path: '/index/addZixuan',
  caller: 'customer',
  key: 'header',
  summary: 'Add a listing to the watchlist or remove it',
  input: z.strictObject({
    listing: Listing,
    /** What it should be afterwards; left out, it becomes the other. */
    watched: z.optional(z.boolean()),
  }),
  reply: z.object({ listing: Listing, watched: z.boolean() }),
  refusals: ['unknown_listing', 'watchlist_full'],
})

/** Spec section 7: GET /index/isZixuan. */
export const isWatched = read({
  path: '/index/isZixuan',
  caller: 'customer',
  summary: 'Whether a listing is on the watchlist',
  topics: ['watchlist'],
  input: z.strictObject({ listing: Listing }),
  reply: z.object({ listing: Listing, watched: z.boolean() }),
})

export const listWatches = read({
  path: '/watchlist/list',
  caller: 'customer',
  summary: 'The watchlist in its own order',
  topics: ['watchlist'],
  input: z.strictObject({}),
  reply: z.object({
    rows: z.array(
      z.object({
        listing: Listing,
        name: z.string(),
        venue: VenueCode,
        currency: CurrencyCode,
        last: z.nullable(Price),
        previousClose: z.nullable(Price),
        volume: z.nullable(Count),
        /** The day so far, up to 30 points, oldest first: the sparkline. */
        line: z.array(Price),
      }),
    ),
  }),
})

/** Put the list in one's own order: every watched listing, once. */
export const orderWatches = write({
  path: '/watchlist/order',
  caller: 'customer',
  key: 'header',
  summary: 'Put the watchlist in an order of one’s own',
  input: z.strictObject({ listings: z.array(Listing).check(z.maxLength(WATCHES_MAX)) }),
  reply: z.object({ listings: z.array(Listing) }),
  refusals: ['not_the_same_listings'],
})

export const watchlistCalls = { toggleWatch, isWatched, listWatches, orderWatches }
