import { randomBytes } from 'node:crypto'
import { assert } from '@lonja/core/base/assert'
import type { ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { dayNumberAt, dayOf } from '@lonja/core/calendar/days'
import { openingDayAt } from '@lonja/core/calendar/sessions'
import type { Source } from '@lonja/core/market/market.source'
import { PRACTICE_VERSION, practiceMarket, type PracticeMarket } from '@lonja/core/practice/practice'
import { replayBounds } from '@lonja/core/replay/replay'
import { RECORDED } from '@lonja/core/replay/calendar'
import { firstStart } from '@lonja/core/replay/opening'
import { SEED_BYTES } from '@lonja/core/practice/seeds'
import { practiceUniverse } from '@lonja/core/universe/universe'
import { dayNumberOf } from '@lonja/core/calendar/days'
import { CannotOpen } from '../base/cannot.ts'
import type { Clock } from '../base/clock.ts'
import type { Config } from '../config/config.ts'
import type { FeedSettings } from '../config/feeds.ts'
import type { Db, Tx } from '../database/db.ts'
import type { Log } from '../base/log.ts'
import { keyFor, type HouseSecret } from '../secrets/secret.ts'
import { listListings } from './directory.store.ts'
import type { ListConfirmed } from './market.announced.ts'
import type { ListOffered } from './market.listing.ts'
import { withSplitBoard } from './market.board.ts'
import { openFeed, type Feed } from './market.feed.ts'
import { publishChains } from './market.jobs.ts'
import { openPauses, type Pauses } from './market.pauses.ts'
import { openGuard, type MarketGuard } from './market.guard.ts'
import { marketFor, type Market } from './market.quotes.ts'
import { newChain, openSeeds, type DaySeeds } from './market.seeds.ts'
import { readReplayFolder, type ReplayFolder } from './market.recording.ts'
import { recordedSource } from './market.sources.ts'
import { insertVersion } from './versions.store.ts'
import { findOpening, insertChain, insertOpening, listChains, type Opening } from './market.store.ts'

export interface OpenMarketOptions {
  readonly db: Db
  readonly config: Pick<Config, 'source' | 'practiceHours' | 'replay' | 'feed'>
  readonly clock: Clock
  readonly secret: HouseSecret
  readonly log: Log
  /** The listings that customers own or have orders in: a feed subscribes to them before all others. */
  readonly traded?: (tx: Tx) => Promise<readonly ListingId[]>
  /** The files of corporate actions that two seats have confirmed, for a feed. */
  readonly confirmed?: ListConfirmed
  /** The companies of the offers of a practice house that have come to the market. */
  readonly offered?: ListOffered
  /** Receives lines for the operator: progress while a recording is read, and what in it cannot be traded. */
  readonly say?: (line: string) => void
  /** If it aborts, the reading of a recording stops. */
  readonly signal?: AbortSignal | undefined
}

export interface OpenedMarket {
  readonly market: Market
  readonly opening: Opening
  /** For the practice market: its published chains, and the seeds for the job that reveals them. */
  readonly seeds: DaySeeds | null
  /** For a replay: the pauses of its clock. */
  readonly pauses: Pauses | null
  /** For a live feed: the status of its streams. */
  readonly feed: Feed | null
  /** Takes in the companies that have come to a practice market since; null for any other market. */
  readonly takeListings: (() => Promise<void>) | null
  /** Pauses trading and revealing while the clocks of this server disagree. */
  readonly guard: MarketGuard
}

/**
 * Opens the market. The first opening fixes for good: the source, its hours, a replay's files, start and speed, a
 * feed's streams, the version of the practice function, the public seed of its history and the end of its chain of day
 * seeds. Later, settings that differ stop the house with one line.
 */
export async function openMarket(options: OpenMarketOptions): Promise<OpenedMarket> {
  const { db, config, clock, secret, log } = options
  const key = keyFor(secret, 'day seeds')
  const folder = config.source === 'replay' && config.replay ? await readReplayFolder(config.replay.dir, options) : null
  let opening = await db.read(findOpening)
  if (!opening) {
    await db.write((tx) => fixOpening(tx, openingFor(config, folder, clock.now()), key))
    opening = await db.read(findOpening)
  }
  if (!opening) throw new Error('Assertion failed: a house that has opened says with what')
  for (const note of folder?.notes ?? []) options.say?.(note)
  checkFixed(opening, config, folder)
  // A wrong secret is found before anything is written.
  const seeds = opening.practice ? openSeeds(await db.read(listChains), key) : null
  opening = await goOn(db, opening, clock.now(), log)
  const guard = openGuard({ db, clock, log, hasSeeds: seeds !== null })
  await guard.round()

  if (opening.replay && folder) {
    const { start, speed } = opening.replay
    const pauses = await openPauses(db, { start, speed, openedAt: opening.openedAt })
    const source = recordedSource(folder.files, guard, pauses.clock)
    return { market: marketFor(source, guard), opening, seeds: null, pauses, feed: null, takeListings: null, guard }
  }
  if (opening.feed && config.feed) {
    const feed = await openListedFeed(options, config.feed)
    return {
      market: marketFor(feed.source, guard),
      opening,
      seeds: null,
      pauses: null,
      feed,
      takeListings: null,
      guard,
    }
  }
  assert(seeds !== null, 'a house without replay and feed is a practice house')
  await publishChains(db, seeds, guard.now())
  const { source, list } = practiceSource(opening, seeds, guard)
  const { practice, hours } = opening
  const takeListings = async (): Promise<void> => {
    if (practice && options.offered) list(await options.offered(db, { ...practice, hours }, guard.now()))
  }
  await takeListings()
  return { market: marketFor(source, guard), opening, seeds, pauses: null, feed: null, takeListings, guard }
}

/** Opens the feed for the stored listings: first those that customers trade in, then those that the operator names. */
async function openListedFeed(
  { db, clock, log, traded, confirmed }: OpenMarketOptions,
  settings: FeedSettings,
): Promise<Feed> {
  const listings = await db.read(listListings)
  const known = new Set(listings.map(({ listing }) => listing))
  const unknown = settings.first.filter((listing) => !known.has(listing))
  if (listings.length > 0 && unknown.length > 0) {
    log.warn({ unknown }, 'ALPACA_FIRST names listings that no directory of this house has')
  }
  const first = [...((await (traded && db.read(traded))) ?? []), ...settings.first]
  return openFeed({ db, clock, log, settings: { ...settings, first }, listings, confirmed })
}

/** Two nodes may open the same house at once. The second uses the opening that the first has fixed. */
async function fixOpening(tx: Tx, opening: Opening, key: Buffer): Promise<void> {
  const isFirst = await insertOpening(tx, opening)
  if (!isFirst || !opening.practice) return
  await insertChain(tx, newChain(dayNumberOf(opening.practice.openingDay), key, opening.openedAt))
}

/** The days from the announcement of a version of the function to the first day that it prices. */
const ANNOUNCED_DAYS = 7

/**
 * Moves a house with an earlier version of the practice market to this one. Versions 3 to 5 are announced: each prices
 * from a day on that is a week away, and goes on from the last price of the one before. Version 1 is no longer run:
 * version 2 prices from now on, so the days up to today can no longer be checked. Day numbers are Madrid's, whose day
 * begins first.
 */
async function goOn(db: Db, opening: Opening, now: Instant, log: Log): Promise<Opening> {
  const { practice } = opening
  if (!practice || practice.functionVersion >= PRACTICE_VERSION) return opening
  const tomorrow = dayNumberAt('Europe/Madrid', now) + 1
  await db.write(async (tx) => {
    if (practice.functionVersion < 2) {
      await insertVersion(tx, { functionVersion: 2, since: now, pricesFrom: dayOf(tomorrow) })
    }
    const pricesFrom = dayOf(tomorrow + ANNOUNCED_DAYS)
    for (const functionVersion of [3, 4, 5]) {
      if (practice.functionVersion < functionVersion)
        await insertVersion(tx, { functionVersion, since: now, pricesFrom })
    }
  })
  const later = await db.read(findOpening)
  if (!later?.practice) throw new Error('Assertion failed: an opening stays')
  const { checkableFrom, turnsOn, plansFrom, splitsFrom } = later.practice
  log.warn(
    { from: practice.functionVersion, to: PRACTICE_VERSION, turnsOn, plansFrom, splitsFrom, checkableFrom },
    'a later version of the practice market prices this house from the announced day on; the earlier one stays checkable',
  )
  return later
}

function openingFor(config: OpenMarketOptions['config'], folder: ReplayFolder | null, now: Instant): Opening {
  if (folder && config.replay) {
    const start = startFor(config.replay.start, folder)
    const replay = { files: folder.fingerprint, start, speed: config.replay.speed }
    return { openedAt: now, source: 'replay', hours: 'exchange', practice: null, replay, feed: null }
  }
  if (config.source === 'alpaca' && config.feed) {
    const feed = { streams: config.feed.streams }
    return { openedAt: now, source: 'alpaca', hours: 'exchange', practice: null, replay: null, feed }
  }
  const openingDay = dayOf(openingDayAt(now))
  const practice = {
    functionVersion: PRACTICE_VERSION,
    checkableFrom: null,
    turnsOn: null,
    plansFrom: openingDay,
    splitsFrom: openingDay,
    historySeed: randomBytes(SEED_BYTES),
    openingDay,
  }
  return { openedAt: now, source: 'practice', hours: config.practiceHours, practice, replay: null, feed: null }
}

/** The start of a replay: as set, or the recording's first session. One outside the recording is refused. */
function startFor(set: Instant | null, { files }: ReplayFolder): Instant {
  if (set === null) return firstStart(files, RECORDED)
  const { start, end } = replayBounds(files, RECORDED)
  if (set >= start && set < end) return set
  throw new CannotOpen(
    `REPLAY_START is ${textOf(set)}, outside the recording: give a time from ${textOf(start)} to before ${textOf(end)}, or none for its first session.`,
  )
}

const FIXED = 'it was fixed when the house opened, so set it back or open another house with another DATA_DIR'

/** Refuses settings that differ from the opening. */
function checkFixed(opening: Opening, config: OpenMarketOptions['config'], folder: ReplayFolder | null): void {
  const refuse = (name: string, set: string | number, fixed: string | number): never => {
    throw new CannotOpen(`${name} is ${set}, and this house opened with ${fixed}: ${FIXED}.`)
  }
  const { source, hours, practice, replay, feed } = opening
  if (config.source !== source) refuse('SOURCE', config.source, source)
  if (practice && config.practiceHours !== hours) refuse('PRACTICE_HOURS', config.practiceHours, hours)
  if (practice && practice.functionVersion > PRACTICE_VERSION) {
    throw new CannotOpen(
      `This house opened with version ${practice.functionVersion} of the practice market, and this program knows version ${PRACTICE_VERSION}: start a newer one.`,
    )
  }
  if (feed && config.feed && config.feed.streams !== feed.streams) {
    refuse('ALPACA_US with ALPACA_EU', config.feed.streams, feed.streams)
  }
  if (!replay || !config.replay || !folder) return
  if (folder.fingerprint !== replay.files) {
    throw new CannotOpen(
      `The files in REPLAY_DIR "${config.replay.dir}" are not those this house opened with: ${changed(replay.files, folder.fingerprint)}: put them back or open another house with another DATA_DIR.`,
    )
  }
  const { start, speed } = config.replay
  if (start !== null && start !== replay.start) refuse('REPLAY_START', textOf(start), textOf(replay.start))
  if (speed !== replay.speed) refuse('REPLAY_SPEED', speed, replay.speed)
}

const textOf = (at: Instant): string => new Date(at).toISOString().replace('.000Z', 'Z')

/** The names of the files that differ, are missing or were added. */
function changed(before: string, after: string): string {
  const lines = (text: string): Set<string> => new Set(text.split('\n'))
  const [one, other] = [lines(before), lines(after)]
  const differing = [...one].filter((line) => !other.has(line)).concat([...other].filter((line) => !one.has(line)))
  return [...new Set(differing.map((line) => line.split(' ')[0]))].join(', ')
}

function practiceSource(
  { hours, practice }: Opening,
  seeds: DaySeeds,
  { now }: Pick<MarketGuard, 'now'>,
): { readonly source: Source } & Pick<PracticeMarket, 'list'> {
  if (!practice) throw new Error('Assertion failed: a practice house has its opening day')
  const { openingDay, historySeed, turnsOn, plansFrom, splitsFrom } = practice
  const daySeed = (day: typeof openingDay): Uint8Array => seeds.seedOf(dayNumberOf(day))
  const universe = practiceUniverse()
  const later = { turnsOn, plansFrom, splitsFrom }
  const market = practiceMarket({ universe, hours, openingDay, historySeed, daySeed, ...later })
  return { source: withSplitBoard({ ...market, label: 'practice', now, wallTimeOf: (at) => at }), list: market.list }
}
