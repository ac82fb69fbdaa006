import * as z from 'zod/mini'
import type { ListingId } from '@lonja/core/base/amount'
import type { Language } from '@lonja/core/base/language'

/**
 * `es=https://example.org/rss.xml en=https://example.com/feed`: a language and an address each, separated by spaces.
 */
export const newsFeeds = z
  .pipe(
    z.string(),
    z.transform((text) => text.split(/\s+/).filter(Boolean).map(feedSaid)),
  )
  .check(
    z.maxLength(20),
    z.refine((feeds) => feeds.every((feed) => feed !== null)),
  )

function feedSaid(text: string): NewsFeed | null {
  const [, word = '', address = ''] = /^([\w-]+)=(https?:\/\/\S{1,500})$/.exec(text) ?? []
  const language = FEED_LANGUAGES[word.toLowerCase()]
  if (!language || !URL.canParse(address)) return null
  const { username, password, href } = new URL(address)
  return username === '' && password === '' ? { language, address: href } : null
}

const FEED_LANGUAGES: Readonly<Record<string, Language>> = {
  es: 'tur',
  en: 'en',
  fr: 'fr',
  'zh-hans': 'cn',
  'zh-hant': 'tw',
}

/** An external news feed and its language. */
export interface NewsFeed {
  readonly language: Language
  readonly address: string
}

/** A live feed: its streams, its key, and its addresses. */
export interface FeedSettings {
  readonly us: string
  readonly eu: string | null
  /** Both streams as one text, as stored at the first opening: `iex euroctp`. */
  readonly streams: string
  readonly key: string
  readonly secret: string
  readonly streamUrl: string
  readonly dataUrl: string
  /** The listings to subscribe to before the others, in this order. */
  readonly first: readonly ListingId[]
}
