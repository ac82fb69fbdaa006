import * as z from 'zod/mini'
import type { ListingId } from '../base/amount.ts'
import { read } from '../base/contract.ts'
import { CurrencyCode, Id, Listing, Moment, Page, Price, line, pageOf } from '../base/wire.ts'

/** The origin of a news item: the market's own moves, the house, or an outside feed. */
export const ORIGINS = ['market', 'house', 'outside'] as const
export type Origin = (typeof ORIGINS)[number]

/** The topic of a news item. The first six come from market moves. */
export const TOPICS = ['open', 'earnings', 'move', 'index', 'close', 'week', 'article', 'feed'] as const
export type Topic = (typeof TOPICS)[number]

/** The most listings in one query for news: a watchlist. */
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
  /**
   * For market news, the source of its prices (`practice`, or the label of a replay or feed); for outside news, the
   * feed's name; empty for the house.
   */
  teller: z.string(),
  at: Moment,
  /** The host that an outside link leads to; null without a link. */
  host: z.nullable(z.string()),
  /** Reading time in minutes; 0 for less than one. */
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
    /** Only news about any of these. */
    listings: z.optional(ListingsText),
    /** Only news whose title or text contains these words, ignoring accents and case. */
    words: z.optional(line(60)),
    ...Page,
  }),
  reply: pageOf(z.object({ ...Head, related: z.array(Related) })),
})

/** One news item with its text and its listings. Spec section 7: GET /index/newsDetail. */
export const readNews = read({
  path: '/index/newsDetail',
  caller: 'anyone',
  summary: 'One piece of news with its text',
  input: z.strictObject({ id: Id }),
  reply: z.object({
    ...Head,
    /** Paragraphs of plain text. One that begins with `## ` is a heading; lines that begin with `- ` are a list. */
    body: z.array(z.string()),
    /** The link to the full article outside; null without one. */
    link: z.nullable(z.string()),
    /**
     * The market's own time of the news; in a replay it differs from the house's clock. Null if it is not market news.
     */
    marketAt: z.nullable(Moment),
    /** For house articles: the time of the last edit, and the number of edits; null for never. */
    editedAt: z.nullable(Moment),
    edits: z.int(),
    withdrawnAt: z.nullable(Moment),
    /** The house's own words on why it withdrew the article. */
    reason: z.nullable(z.string()),
    related: z.array(
      z.object({
        ...Related.shape,
        /** The latest price at the time of the news; null if there was none. */
        priceThen: z.nullable(Price),
        /** True while trading in it is halted. */
        halted: z.boolean(),
      }),
    ),
  }),
  refusals: ['unknown_news'],
})

export const newsCalls = { listNews, readNews } as const
