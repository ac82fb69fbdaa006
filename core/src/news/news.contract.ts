import * as z from 'zod/mini'
import type { ListingId } from '../base/amount.ts'
import { read } from '../base/contract.ts'
import { CurrencyCode, Id, Listing, Moment, Page, Price, line, pageOf } from '../base/wire.ts'

/** Who tells a piece of news: the market by what it did, the house, or somebody outside whose feed it reads. */
export const ORIGINS = ['market', 'house', 'outside'] as const
export type Origin = (typeof ORIGINS)[number]

/** What a piece of news is about. The first six are what a market did. */
export const TOPICS = ['open', 'earnings', 'move', 'index', 'close', 'week', 'article', 'feed'] as const
export type Topic = (typeof TOPICS)[number]

/** News of at most so many listings at once: a watchlist's. */
export const NEWS_LISTINGS_MAX = 60

/** Listings in a query string: `XMAD:ABC,XNYS:DEF`. */
const ListingsText = z.codec(
  z
    .string()
    .check(z.maxLength(NEWS_LISTINGS_MAX * 18), z.regex(/^[A-Z]{4}:[A-Z0-9.]{1,12}(,[A-Z]{4}:[A-Z0-9.]{1,12})*$/)),
  z.array(Listing).check(z.maxLength(NEWS_LISTINGS_MAX)),
  { decode: (text) => text.split(',') as ListingId[], encode: (listings) => listings.join(',') },
)

const Related = z.object({
  listing: Listing,
  name: z.string(),
  kind: z.enum(['share', 'index']),
  currency: CurrencyCode,
  last: z.nullable(Price),
  previousClose: z.nullable(Price),
})

const Head = {
  id: Id,
  origin: z.enum(ORIGINS),
  topic: z.enum(TOPICS),
  title: z.string(),
  /** Of what a market did, where its prices come from (`practice`, or the label of a replay or feed); the feed's own name, of what comes from outside; empty for the house. */
  teller: z.string(),
  at: Moment,
  /** The host that a link from outside leads to; null without one. */
  host: z.nullable(z.string()),
  /** Minutes that reading takes; 0 for less than one. */
  minutes: z.int(),
  withdrawn: z.boolean(),
}

/** News, newest first, in the language of the call. Spec section 7: GET /index/getNews. */
export const listNews = read({
  path: '/index/getNews',
  caller: 'anyone',
  summary: 'News in the language of the call, newest first; by who tells it, topic, listings or words',
  input: z.strictObject({
    origin: z.optional(z.enum(ORIGINS)),
    topic: z.optional(z.enum(TOPICS)),
    /** Only news of any of these. */
    listings: z.optional(ListingsText),
    /** Only news whose title or text has these words, accents and case ignored. */
    words: z.optional(line(60)),
    ...Page,
  }),
  reply: pageOf(z.object({ ...Head, related: z.array(Related) })),
})

/** One piece of news with its text and what it is about. Spec section 7: GET /index/newsDetail. */
export const readNews = read({
  path: '/index/newsDetail',
  caller: 'anyone',
  summary: 'One piece of news with its text',
  input: z.strictObject({ id: Id }),
  reply: z.object({
    ...Head,
    /** Paragraphs of plain text; one that begins with `## ` is a heading, lines that begin with `- ` are a list. */
    body: z.array(z.string()),
    /** Where the whole of it stands, outside; null without. */
    link: z.nullable(z.string()),
    /** When the market stood so, by its own clock: of a replay not the clock of the house. Null where no market told it. */
    marketAt: z.nullable(Moment),
    /** Of the house's articles: when it was changed last, and how often; null for never. */
    editedAt: z.nullable(Moment),
    edits: z.int(),
    withdrawnAt: z.nullable(Moment),
    /** Why the house took it back, in its own words. */
    reason: z.nullable(z.string()),
    related: z.array(
      z.object({
        ...Related.shape,
        /** The latest price when the news came; null where there was none. */
        priceThen: z.nullable(Price),
        /** Its trading is halted now. */
        halted: z.boolean(),
      }),
    ),
  }),
  refusals: ['unknown_news'],
})

export const newsCalls = { listNews, readNews } as const
