import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { instant, int4, orNull, tableOf, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** A feed that the operator named. */
export interface NamedFeed {
  readonly address: string
  readonly language: Language
}

/** A feed with the state of its polling. */
export interface FeedState extends NamedFeed {
  readonly title: string
  readonly etag: string | null
  readonly modified: string | null
  readonly dueAt: Instant
  /** The time of the last successful poll; null for never. */
  readonly heardAt: Instant | null
  /** The number of failures in a row. */
  readonly failures: number
  readonly fault: string | null
}

const FEEDS = tableOf<FeedState>({
  address: word('address'),
  language: word('language'),
  title: word('title'),
  etag: orNull(word('etag')),
  modified: orNull(word('modified')),
  dueAt: instant('due_at'),
  heardAt: orNull(instant('heard_at')),
  failures: int4('failures'),
  fault: orNull(word('fault')),
})

const NAME = sql(
  'name_news_feed',
  `insert into news_feeds (address, language, due_at) values ($1, $2, $3)
   on conflict (address) do update set language = excluded.language`,
)
const CLAIM = sql(
  'claim_news_feed',
  `update news_feeds set due_at = $3 where address = $1 and due_at <= $2
   returning ${FEEDS.names}`,
)
const HEARD = sql(
  'save_news_feed',
  `update news_feeds set title = $2, etag = $3, modified = $4, due_at = $5, heard_at = $6, failures = $7, fault = $8 where address = $1`,
)
const LIST = sql('list_news_feeds', `select ${FEEDS.names} from news_feeds order by address`)

/** Saves a feed as the operator names it now; a known feed keeps its polling state. */
export async function upsertFeed(tx: Tx, { address, language }: NamedFeed, now: Instant): Promise<void> {
  await tx.run(NAME, [address, language, now])
}

/**
 * Claims a feed if it is due and no other node has claimed it; null otherwise. If the claim gives no result, it is due
 * again at `until`.
 */
export async function claimFeed(tx: Tx, address: string, now: Instant, until: Instant): Promise<FeedState | null> {
  const [row] = await tx.run(CLAIM, [address, now, until])
  return row ? FEEDS.ofRow(row) : null
}

export async function saveFeed(tx: Tx, feed: FeedState): Promise<void> {
  const { address, title, etag, modified, dueAt, heardAt, failures, fault } = feed
  await tx.run(HEARD, [address, title, etag, modified, dueAt, heardAt, failures, fault])
}

export const listFeeds = async (tx: Tx): Promise<FeedState[]> => (await tx.run(LIST)).map(FEEDS.ofRow)
