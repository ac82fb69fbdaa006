import { VENUES, type ListingId } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import { DAY_MS, dayNumberOf } from '@lonja/core/calendar/days'
import type { StoredListing } from '@lonja/core/feed/directory'
import {
  STREAMS,
  begunSession,
  feedBook,
  refuseData,
  streamOf,
  symbolFor,
  takeData,
  takeHistory,
  takeRate,
  type FeedBook,
  type StreamName,
} from '@lonja/core/feed/book'
import { feedSource } from '@lonja/core/feed/feed'
import type { Instrument } from '@lonja/core/market/market.contract'
import { isWithin } from '@lonja/core/market/market.rules'
import type { Source } from '@lonja/core/market/market.source'
import type { Clock } from '../base/clock.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../database/db.ts'
import type { Log } from '../base/log.ts'
import { openAnnounced, withAnnounced, type AnnouncedActions, type ListConfirmed } from './market.announced.ts'
import { feedCalls, type FeedCalls } from './market.feed.history.ts'
import { restoreBook, saveBook } from './market.feed.stored.ts'
import { firstInFront } from './market.feed.asking.ts'
import { openFeedStream } from './market.feed.socket.ts'
import type { FeedStream, StreamStatus } from './market.feed.stream.ts'
import { FEED_TIMING, type FeedTiming } from './market.feed.timing.ts'
import { keepEvents, type HeardEvents, type StreamWatch } from './market.heard.ts'
import { monotonicClock } from './market.sources.ts'

/** A running live feed: both its streams, its requests for history, and its stored history. */
export interface Feed {
  readonly source: Source
  /** The data of the feed, with the number of messages refused for each reason. Tests alone read it here. */
  readonly book: FeedBook
  /** The corporate actions of the confirmed files. */
  readonly announced: AnnouncedActions
  /** Keeps the events of the listings with open orders. */
  readonly heard: HeardEvents
  /** The status of each stream, by the stream's name as the status page shows it. */
  status(): readonly FeedStatus[]
  /** Requests missed data and stores new data, now. Runs once a minute by itself; tests call it. */
  round(): Promise<void>
  close(): Promise<void>
}

export interface FeedStatus extends StreamStatus {
  readonly name: string
}

export interface FeedOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /** `first` has the listings to subscribe to first, in this order: a key's terms may hold fewer symbols than there are. */
  readonly settings: NonNullable<Config['feed']>
  readonly listings: readonly StoredListing[]
  readonly timing?: Partial<FeedTiming>
  /** The files of corporate actions that two seats have confirmed. */
  readonly confirmed?: ListConfirmed | undefined
}

/** Names of the streams, as their publishers write them. */
const STREAM_NAMES: Readonly<Record<string, string>> = {
  iex: 'IEX',
  sip: 'SIP',
  euroctp: 'EuroCTP',
}

/** The path of each stream below the feed's address. */
const PATHS: Record<StreamName, (feed: string) => string> = {
  us: (feed) => `/v2/${feed}`,
  eu: (feed) => `/v3/stocks/${feed}`,
}

export const feedLabel = (streams: string): string =>
  `Alpaca ${streams
    .split(' ')
    .map((name) => STREAM_NAMES[name] ?? name)
    .join(', ')}`

const ROUND_MS = MINUTE
const SAVE_EVERY_MS = 10 * MINUTE

interface Running extends FeedOptions {
  readonly announced: AnnouncedActions
  readonly book: FeedBook
  readonly heard: HeardEvents & StreamWatch
  readonly calls: FeedCalls
  /** Listings whose bars are requested in the next round. */
  readonly missing: Set<ListingId>
  savedAt: Instant
  rateAskedAt: Instant
  working: Promise<void>
}

/** Opens a feed with its stored history. A stream without listings is not opened. */
export async function openFeed(options: FeedOptions): Promise<Feed> {
  const { db, clock, log, settings, listings, timing } = options
  const now = monotonicClock(clock.now)
  const instruments = listings.map(instrumentFor)
  const book = feedBook(listings.filter(({ isDelisted }) => !isDelisted).map(({ listing }) => listing))
  await restoreBook(db, book, now())
  const announced = await openAnnounced(db, options.confirmed ?? (() => Promise.resolve([])))
  const calls = feedCalls({ url: settings.dataUrl, key: settings.key, secret: settings.secret, feed: settings.us })
  const streamOn = (name: StreamName) => streams.find(({ of }) => of === name)?.stream ?? null
  const heard = keepEvents({ db, clock, book, stream: streamOn })
  const feed: Running = {
    ...options,
    announced,
    book,
    heard,
    calls,
    missing: new Set(),
    savedAt: now(),
    rateAskedAt: -Infinity,
    working: Promise.resolve(),
  }
  const gone = new Set(listings.filter(({ isDelisted }) => isDelisted).map(({ listing }) => listing))
  const plain = feedSource(book, { instruments, label: feedLabel(settings.streams), now })
  const hears: Hears = (listing) => streamOn(streamOf(listing))?.hears(symbolFor(listing)) === true
  const source: Source = {
    ...withAnnounced(plain, announced),
    // A delisted share is not traded.
    haltedAt: (listing, until) => gone.has(listing) || plain.haltedAt?.(listing, until) === true,
    unquoted: (listing) => (gone.has(listing) || hears(listing) ? null : 'not_heard'),
  }
  const round = (): Promise<void> => {
    feed.working = feed.working
      .then(() => roundOf(feed, hears, now))
      .catch((err: unknown) => log.warn({ err }, 'a round of the feed failed'))
    return feed.working
  }
  const streams: { of: StreamName; name: string; stream: FeedStream }[] = STREAMS.flatMap((name) => {
    const first = settings.first.filter((listing) => streamOf(listing) === name).map(symbolFor)
    const symbols = firstInFront(book.symbols[name].keys(), first)
    const path = settings[name]
    if (symbols.length === 0 || path === null) return []
    const stream = streamFor(feed, name, { path, symbols, source, round, timing: { ...FEED_TIMING, ...timing } })
    return [{ of: name, name: STREAM_NAMES[path] ?? path, stream }]
  })
  const timer = setInterval(() => void round(), ROUND_MS)
  timer.unref()
  return {
    source,
    book,
    announced,
    heard,
    status: () => streams.map(({ name, stream }) => ({ name, ...stream.status() })),
    round,
    close: () => {
      clearInterval(timer)
      return closeFeed(feed, streams, now)
    },
  }
}

async function closeFeed(
  feed: Running,
  streams: readonly { readonly stream: FeedStream }[],
  now: () => Instant,
): Promise<void> {
  feed.calls.close()
  for (const { stream } of streams) stream.close()
  await feed.working
  await feed.heard.store()
  await saveBook(feed.db, feed.book, now())
}

const instrumentFor = ({ listing, name, sector, sharesInIssue }: StoredListing): Instrument => ({
  listing,
  kind: 'share',
  name,
  sector,
  sharesInIssue,
  profile: {},
})

function streamFor(
  feed: Running,
  name: StreamName,
  how: { path: string; symbols: readonly string[]; source: Source; round: () => Promise<void>; timing: FeedTiming },
): FeedStream {
  const { book, clock, settings } = feed
  const venues = VENUES.filter((venue) => streamOf(`${venue}:A`) === name)
  return openFeedStream({
    url: `${settings.streamUrl}${PATHS[name](how.path)}`,
    key: settings.key,
    secret: settings.secret,
    symbols: how.symbols,
    clock,
    log: feed.log,
    timing: how.timing,
    isOpen: () =>
      venues.some((venue) => {
        const session = how.source.sessionAt(venue, clock.now())
        return session !== null && isWithin(session, clock.now())
      }),
    take: ({ data, refused }) => {
      const now = clock.now()
      for (const one of data) takeData(book, name, one, now)
      for (const reason of refused) refuseData(book, reason)
    },
    broken: () => refuseData(book, 'no frame'),
    onLost: (heardThrough) => feed.heard.onLost(name, heardThrough),
    onSilence: (from, to) => feed.heard.onSilence(name, from, to),
    onLive: () => {
      feed.heard.onLive(name)
      // Data was missed while the stream was away. The feed answers requests for it for the US stream only.
      if (name !== 'us') return
      for (const { listing } of book.symbols.us.values()) feed.missing.add(listing)
      void how.round()
    },
  })
}

/** Whether the feed gives live prices of a listing. */
type Hears = (listing: ListingId) => boolean

async function roundOf(feed: Running, hears: Hears, now: () => Instant): Promise<void> {
  const { db, book } = feed
  await feed.announced.refresh()
  await askRate(feed, now())
  for (const listing of book.doubtful) feed.missing.add(listing)
  book.doubtful.clear()
  await fillGaps(feed, hears, now)
  if (now() - feed.savedAt < SAVE_EVERY_MS) return
  feed.savedAt = now()
  await saveBook(db, book, now())
}

const RATE_EVERY_MS = MINUTE
const RATE_AGAIN_MS = HOUR

/** Requests the exchange rate each minute. A feed whose terms include no rates is asked again after an hour. */
async function askRate(feed: Running, now: Instant): Promise<void> {
  if (now < feed.rateAskedAt) return
  const answer = await feed.calls.euroRate()
  if (answer) takeRate(feed.book, answer.at, answer.rate, now)
  feed.rateAskedAt = now + (answer ? RATE_EVERY_MS : RATE_AGAIN_MS) - SECOND
}

const SYMBOLS_AT_ONCE = 100
const HISTORY_MS = 400 * DAY_MS
/** Every venue of the US stream has the sessions of this one. */
const VENUE_OF_ALL = 'XNYS'

/**
 * Requests the days since the last stored one, the running session's minutes, and the latest quotes, 100 listings at a
 * time. A listing that the stream does not give gets no quote: none would ever follow that an order could fill on.
 */
async function fillGaps({ book, calls, missing, log }: Running, hears: Hears, now: () => Instant): Promise<void> {
  const american = [...missing].filter((listing) => streamOf(listing) === 'us')
  missing.clear()
  for (let n = 0; n < american.length; n += SYMBOLS_AT_ONCE) {
    const some = american.slice(n, n + SYMBOLS_AT_ONCE)
    const bySymbol = new Map(some.map((listing) => [symbolFor(listing), listing]))
    const symbols = [...bySymbol.keys()]
    const session = begunSession(VENUE_OF_ALL, now())
    const today = dayNumberOf(session.day)
    const before = dayNumberOf(begunSession(session.venue, session.open - 1).day)
    const known = Math.min(...some.map((listing) => book.listings.get(listing)?.previous?.day ?? 0))
    const since = Math.max(known * DAY_MS, now() - HISTORY_MS)
    const days =
      known >= before
        ? 'done'
        : await calls.bars(symbols, '1Day', since, (bars) => {
            for (const [symbol, rows] of bars) give(symbol, { days: rows.filter(({ at }) => at < today * DAY_MS) })
          })
    const minutes = await calls.bars(symbols, '1Min', session.open, (bars) => {
      for (const [symbol, rows] of bars) give(symbol, { minutes: rows })
    })
    const heard = some.filter(hears).map(symbolFor)
    const quotes = heard.length > 0 ? await calls.latestQuotes(heard) : []
    for (const quote of quotes ?? []) takeData(book, 'us', quote, now())
    if (days === null || minutes === null || quotes === null) {
      log.warn({ symbols: symbols.length }, 'the feed did not answer what it was asked for: gaps stay')
    }
    function give(symbol: string, what: Parameters<typeof takeHistory>[2]): void {
      const listing = bySymbol.get(symbol)
      if (listing) takeHistory(book, listing, what, now())
    }
  }
}
