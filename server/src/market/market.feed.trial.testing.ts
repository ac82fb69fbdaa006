import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import type { StoredListing } from '@lonja/core/feed/directory'
import { settableClock } from '../base/clock.ts'
import { openDb, type Db } from '../database/db.ts'
import { openLog } from '../base/log.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { openFeed, type Feed } from './market.feed.ts'
import { openFeedServer, type FeedServer, type FeedServerOptions } from './market.feed.testing.ts'
import { marketFor, type Market } from './market.quotes.ts'

export const ABC: ListingId = 'XNYS:ABC'
export const ESP: ListingId = 'XMAD:ESP'
export const US = '/v2/sip'
export const EU = '/v3/stocks/euroctp'
/** Friday 20 November 2026, 15:00 UTC: both markets are open. */
export const START = Date.UTC(2026, 10, 20, 15)

/**
 * The setup of a feed test: a local feed, the feed of a house connected to it, and its market, on the test's own clock.
 */
export interface FeedTrial {
  db: Db
  server: FeedServer
  feed: Feed
  market: Market
  readonly logged: string[]
}

export const trial = { logged: [] as string[] } as unknown as FeedTrial
export const clock = settableClock(START)

/** Opens a database for a test file. After each test it closes what the test has opened. */
export function tryFeeds(): void {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
    trial.db = openDb(database.url)
  })
  afterAll(async () => {
    await trial.db.close()
    await database.drop()
  })
  beforeEach(async () => {
    clock.set(START)
    trial.logged.length = 0
    const owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    await owner.query('truncate feed_days, feed_years')
    await owner.end()
  })
  afterEach(async () => {
    await trial.feed.close()
    await trial.server.close()
  })
}

export const storedListing = (listing: ListingId, isDelisted = false): StoredListing => ({
  listing,
  name: listing.slice(5),
  sector: 'none',
  sharesInIssue: 0n,
  isDelisted,
})
export const LISTINGS = [
  storedListing(ABC),
  storedListing('XNAS:DEF'),
  storedListing('XASE:GHI'),
  storedListing(ESP),
  storedListing('XNYS:OLD', true),
]
/** Short waits in real time. Waits in the market's time are measured on the test's clock. */
export const TIMING = { answerMs: 400, beatMs: 250, waitMs: 10, waitMostMs: 40 }

export async function openServer(options: FeedServerOptions = {}): Promise<void> {
  trial.server = await openFeedServer(options)
}

export async function openTrial(
  listings: readonly StoredListing[] = LISTINGS,
  settings: { secret?: string; first?: readonly ListingId[]; eu?: null } = {},
): Promise<void> {
  const log = openLog('info', { write: (line) => void trial.logged.push(line) })
  const { streamUrl, dataUrl } = trial.server
  trial.feed = await openFeed({
    db: trial.db,
    clock,
    log,
    listings,
    timing: TIMING,
    settings: {
      us: 'sip',
      eu: 'euroctp',
      streams: 'sip euroctp',
      key: 'KEYID',
      secret: 'key-secret',
      streamUrl,
      dataUrl,
      first: [],
      ...settings,
    },
  })
  trial.market = marketFor(trial.feed.source)
}

export async function until(holds: () => boolean, what = 'it'): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (holds()) return
    await sleep(10)
  }
  throw new Error(`${what} never came to hold: ${JSON.stringify(trial.feed.status())}`)
}
export const areLive = (): boolean =>
  trial.feed.status().every(({ state }) => state === 'live') && trial.server.subscribed() === 2

let trades = 0
export const quote = (bid: number, ask: number, S = 'ABC', t = clock.now()) => ({
  T: 'q',
  S,
  bx: 'N',
  bp: bid,
  bs: 100,
  ax: 'N',
  ap: ask,
  as: 200,
  t: new Date(t).toISOString(),
  c: ['R'],
  z: 'A',
})
export const trade = (price: number, S = 'ABC', t = clock.now()) => ({
  T: 't',
  S,
  i: ++trades,
  x: 'N',
  p: price,
  s: 100,
  t: new Date(t).toISOString(),
  c: ['@'],
  z: 'A',
})
export const bar = (t: number, price: number) => ({
  t: new Date(t).toISOString(),
  o: price,
  h: price,
  l: price,
  c: price,
  v: 1_000,
  n: 1,
  vw: price,
})

/**
 * Sends a quote in whole cents, the ask two above, repeatedly until it is served. By then all earlier messages have
 * been read.
 */
export async function quoteAndWait(bidCents: number): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    clock.advance(10)
    trial.server.say(US, quote(bidCents / 100, (bidCents + 2) / 100))
    for (let waits = 0; waits < 20; waits++) {
      if (trial.market.quote(ABC)?.bid === BigInt(bidCents * 100)) return
      await sleep(5)
    }
  }
  throw new Error(`the quote of ${bidCents} cents is not served: ${JSON.stringify(trial.feed.status())}`)
}
