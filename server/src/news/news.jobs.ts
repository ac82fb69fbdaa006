import type { ListingId } from '@lonja/core/base/amount'
import { HOUR, SECOND, type Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { newsIdFor } from '@lonja/core/news/news.rules'
import { storiesFor, topicOf, type StoryContext, type Story } from '@lonja/core/news/stories.rules'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import type { Log } from '../base/log.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import { nextContext, placesOf, viewOf, type Place } from './news.view.ts'
import { advanceProgress, beginProgress, findProgress, findTold, insertNews, type NewNews } from './news.store.ts'
import { textsOf } from './news.words.ts'

export interface PublishingOptions {
  readonly db: Db
  readonly market: Market
  readonly clock: Clock
  /** The market news of a new house begins here, because the practice market has a past before the house opened. */
  readonly from: Instant
}

/** A step is published two seconds after its end, when no later quote of it can come. */
const AFTER_MS = 2 * SECOND
/** A house that was off for longer publishes the last thirty days. */
const OLDEST_MS = 30 * 24 * HOUR

/**
 * Publishes the next step of a market's sessions that is over and not published. The news and the progress are written
 * in one transaction, so that no two nodes publish it. Returns the number of pieces of news; null if nothing is due.
 */
export async function publishNext(
  { db, market, clock, from }: PublishingOptions,
  place: Place,
): Promise<number | null> {
  const progress = await db.read((tx) => findProgress(tx, place.zone))
  if (progress === null) await db.write((tx) => beginProgress(tx, place.zone, from))
  const through = progress ?? from
  const context = nextContext(market, place, Math.max(through, market.now() - OLDEST_MS))
  if (!context || context.step.at + AFTER_MS > market.now()) return null
  const toldListings = await db.read((tx) => findTold(tx, context.session.day))
  const news = newsFor(market, clock, context, toldListings)
  const now = clock.now()
  return db.write(async (tx) => {
    if (!(await advanceProgress(tx, place.zone, through, context.step.at))) return 0
    for (const each of news) await insertNews(tx, each, now)
    return news.length
  })
}

/** The news of a market at a step of its session, in all languages. */
export function newsFor(
  market: Market,
  clock: Clock,
  context: StoryContext,
  toldListings: readonly ListingId[],
): NewNews[] {
  const stories = storiesFor(context, viewOf(market, context, toldListings))
  const at = Math.min(market.serverTimeOf(context.step.at) ?? clock.now(), clock.now())
  const named = (listing: ListingId, language: Language): string => nameOf(market, listing, language)
  return stories.map((story: Story) => ({
    id: newsIdFor(story.key, at, story.rank),
    key: story.key,
    origin: 'market',
    topic: topicOf(story),
    teller: market.name === 'practice' ? 'practice' : market.label,
    link: null,
    marketAt: story.at,
    at,
    listings: story.listings,
    texts: textsOf(story, named),
  }))
}

const LOOK_EVERY_MS = 5 * SECOND
/**
 * While it catches up, the job pauses four times as long as it worked, and at least half a second, so that other work
 * comes first.
 */
const RESTS_TIMES = 4
const REST_LEAST_MS = SECOND / 2

/** Publishes market news every few seconds. After a time off the house catches up, one step at a time. */
export function publishMarketNews(
  options: PublishingOptions,
  log: Log,
  heard = NO_LISTENER,
): { stop(): Promise<void> } {
  const places = placesOf(options.market)
  let timer: NodeJS.Timeout | null = null
  let isOver = false
  let under: Promise<void> = Promise.resolve()
  const round = async (): Promise<boolean> => {
    let isBehind = false
    for (const place of places) if (!isOver && (await publishNext(options, place)) !== null) isBehind = true
    return isBehind
  }
  const runRound = async (): Promise<void> => {
    const begun = options.clock.now()
    const isBehind = await round().then(
      (behind) => {
        heard(true)
        return behind
      },
      (err: unknown) => {
        heard(false)
        log.warn({ err }, 'market news could not be written')
        return false
      },
    )
    wait(isBehind ? Math.max(REST_LEAST_MS, RESTS_TIMES * (options.clock.now() - begun)) : LOOK_EVERY_MS)
  }
  const wait = (ms: number): void => {
    if (isOver) return
    timer = setTimeout(() => {
      under = runRound()
    }, ms)
    timer.unref()
  }
  wait(REST_LEAST_MS)
  return {
    stop: async () => {
      isOver = true
      if (timer) clearTimeout(timer)
      await under
    },
  }
}
