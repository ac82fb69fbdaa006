import { MINUTE, type Instant } from '@lonja/core/base/instant'
import { articleFrom, feedDueAfter } from '@lonja/core/news/feed.rules'
import { newsIdFor, searchedOf } from '@lonja/core/news/news.rules'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import type { Log } from '../base/log.ts'
import { fetchOutside, type OutsideOptions } from '../base/outside.ts'
import { runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import { readFeed, type ReadFeed } from './feeds.parse.ts'
import { claimFeed, upsertFeed, saveFeed, type FeedState, type NamedFeed } from './feeds.store.ts'
import { insertNews, type NewNews } from './news.store.ts'

export interface PollingOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly feeds: readonly NamedFeed[]
  /** For tests only: allows the test's own server, and changes limits. */
  readonly outside?: Partial<Pick<OutsideOptions, 'alsoAllow' | 'mostBytes' | 'withinMs'>>
}

const TYPES = /^\s*(application|text)\/([\w.-]+\+)?xml\s*(;|$)/i
/** If a node stops after it claimed a feed, another node may claim it after this time. */
const TAKEN_MS = 2 * MINUTE

type FeedNews = Pick<FeedState, 'title' | 'etag' | 'modified'> & { readonly news: readonly NewNews[] }

/**
 * Polls one feed if it is due. New articles are stored as plain text, each once, whatever the feed says of it later. A
 * failure is stored with its reason and logged, and the pause until the next poll grows. Returns the number of new
 * articles; null if the feed was not due or the poll failed.
 */
export async function pollFeed(options: PollingOptions, address: string): Promise<number | null> {
  const { db, clock, log } = options
  const now = clock.now()
  const feed = await db.write((tx) => claimFeed(tx, address, now, now + TAKEN_MS))
  if (!feed) return null
  const answer = await newsOf(feed, options.outside ?? {}, now)
  if ('fault' in answer) {
    const failures = feed.failures + 1
    const dueAt = now + feedDueAfter(failures)
    await db.write((tx) => saveFeed(tx, { ...feed, failures, fault: answer.fault, dueAt }))
    log.warn(
      { feed: shown(address), fault: answer.fault, failures, nextAt: new Date(dueAt).toISOString() },
      'a news feed could not be read',
    )
    return null
  }
  const { news, title, etag, modified } = answer
  return db.write(async (tx) => {
    let fresh = 0
    for (const each of news) if (await insertNews(tx, each, now)) fresh += 1
    const dueAt = now + feedDueAfter(0)
    await saveFeed(tx, { ...feed, title, etag, modified, dueAt, heardAt: now, failures: 0, fault: null })
    return fresh
  })
}

/** An address without its query, which may hold a secret. */
const shown = (address: string): string => address.replace(/\?.*$/, '?…')

async function newsOf(
  feed: FeedState,
  outside: PollingOptions['outside'],
  now: Instant,
): Promise<FeedNews | { fault: string }> {
  const { address, etag, modified } = feed
  const fetched = await fetchOutside(address, { types: TYPES, etag, modified, ...outside })
  if (fetched.kind === 'fault') return { fault: fetched.fault }
  if (fetched.kind === 'same') return { title: feed.title, etag, modified, news: [] }
  const read = await readFeed(fetched.text, address)
  if ('fault' in read) return read
  return { title: read.title, etag: fetched.etag, modified: fetched.modified, news: newsIn(read, feed, now) }
}

function newsIn({ title: teller, items }: ReadFeed, { address, language }: FeedState, now: Instant): NewNews[] {
  return items.flatMap((item): NewNews[] => {
    const article = articleFrom(item, address, now)
    if (!article) return []
    const { key, title, body, link, at } = article
    const text = { language, version: 0, title, body, folded: searchedOf(article) }
    const head = { origin: 'outside', topic: 'feed', marketAt: null, listings: [] } as const
    return [{ ...head, id: newsIdFor(key, at), key, teller, link, at, texts: [text] }]
  })
}

/**
 * Polls the feeds that are due, one after the other, once a minute. A feed that the database cannot store now is polled
 * again.
 */
export function pollNewsFeeds(options: PollingOptions, heard = NO_LISTENER): { stop(): Promise<void> } {
  const { db, clock, log, feeds } = options
  if (feeds.length === 0) return { stop: () => Promise.resolve() }
  let isOver = false
  const pollAll = async (): Promise<void> => {
    for (const feed of feeds) {
      if (isOver) return
      await db.write((tx) => upsertFeed(tx, feed, clock.now()))
      await pollFeed(options, feed.address)
    }
  }
  const rounds = runRounds(pollAll, {
    pauseMs: MINUTE,
    afterFailureMs: MINUTE,
    log,
    waits: 'the news feeds wait for the database',
    failed: 'the news feeds could not be read',
    heard,
  })
  return {
    stop: async () => {
      isOver = true
      await rounds.stop()
    },
  }
}
