import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Id, LanguageCode, Listing, Moment, Page, line, pageOf } from '../base/wire.ts'

export const ARTICLE_TITLE_MOST = 140
export const ARTICLE_BODY_MOST = 20_000
export const ARTICLE_LISTINGS_MOST = 10
export const ARTICLE_REASON_MOST = 500

const ROLES = ['operations', 'admin'] as const
const READERS = [...ROLES, 'auditor'] as const

/** An article's name in all its languages. It is in no address, and readers do not see it. */
const Name = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{1,59}$/))
/** No characters that change the text direction. */
const SEEN = z.regex(/^[^\u202a-\u202e\u2066-\u2069]*$/)

/** Empty lines separate paragraphs; `## ` starts a heading, `- ` a list item; there is no other markup. */
const Body = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(ARTICLE_BODY_MOST), z.regex(/^[^\p{Cc}]*(\n[^\p{Cc}]*)*$/u), SEEN)

const Kept = {
  language: LanguageCode,
  title: z.string(),
  /** 0 as published; each edit adds one, and every earlier text is kept. */
  version: z.int(),
  writtenAt: Moment,
}

const Article = {
  id: Id,
  name: z.string(),
  at: Moment,
  withdrawnAt: z.nullable(Moment),
  reason: z.nullable(z.string()),
  listings: z.array(Listing),
}

/** The house's own articles, newest first, each with the latest text of each of its languages. */
export const listHouseArticles = read({
  path: '/staff/news/list',
  caller: 'seat',
  roles: READERS,
  summary: 'The house’s own articles, newest first, with their languages and state',
  input: z.strictObject(Page),
  reply: pageOf(z.object({ ...Article, texts: z.array(z.object(Kept)) })),
})

/** One article with its texts: the latest of each language first, then earlier versions. */
export const readHouseArticle = read({
  path: '/staff/news/article',
  caller: 'seat',
  roles: READERS,
  summary: 'One of the house’s own articles with every text that it ever had',
  input: z.strictObject({ name: Name }),
  reply: z.object({ ...Article, texts: z.array(z.object({ ...Kept, body: z.string() })) }),
  refusals: ['unknown_article'],
})

/** The article with its version now, or the review in which its text waits for a second person. */
const Published = z.object({ id: z.nullable(Id), version: z.int(), review: z.nullable(Id) })

const Written = {
  name: Name,
  language: LanguageCode,
  title: line(ARTICLE_TITLE_MOST).check(SEEN),
  body: Body,
}

/**
 * Publish a new article, or add a language to an existing one. It is in the list at once, unless it names a listing: then
 * a second person approves it.
 */
export const publishHouseArticle = write({
  path: '/staff/news/publish',
  caller: 'seat',
  roles: ROLES,
  key: 'header',
  summary: 'Publish an article of the house in a language',
  input: z.strictObject({
    ...Written,
    /** The companies that it is about. Only the first language of an article names them; later ones share them. */
    listings: z.array(Listing).check(z.maxLength(ARTICLE_LISTINGS_MOST)),
  }),
  reply: Published,
  refusals: [
    'headline_names_company',
    'promise_word',
    'unknown_listing',
    'article_there',
    'article_withdrawn',
    'article_waits',
  ],
})

/** Replace the text of the given version. Readers see that it was edited, and when. It too may wait for a second person. */
export const editHouseArticle = write({
  path: '/staff/news/edit',
  caller: 'seat',
  roles: ROLES,
  key: 'header',
  summary: 'Change the text of an article in a language; the earlier text is kept',
  input: z.strictObject({
    ...Written,
    /** The version that the editor saw. If somebody has edited it since, the edit is refused. */
    version: z.int().check(z.gte(0), z.lte(1_000_000)),
  }),
  reply: Published,
  refusals: [
    'headline_names_company',
    'promise_word',
    'unknown_article',
    'article_withdrawn',
    'article_changed',
    'article_waits',
  ],
})

/**
 * Withdraw an article in all its languages. A note with the reason takes its place, and it cannot be published again.
 */
export const withdrawHouseArticle = write({
  path: '/staff/news/withdraw',
  caller: 'seat',
  roles: ROLES,
  key: 'header',
  summary: 'Take an article back, with the reason that readers are told',
  input: z.strictObject({ name: Name, reason: line(ARTICLE_REASON_MOST).check(SEEN) }),
  /** False if it had been withdrawn before. */
  reply: z.object({ withdrawn: z.boolean() }),
  refusals: ['unknown_article'],
})

export const articlesCalls = {
  listHouseArticles,
  readHouseArticle,
  publishHouseArticle,
  editHouseArticle,
  withdrawHouseArticle,
}
