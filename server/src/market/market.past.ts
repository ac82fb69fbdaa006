import { assert } from '@lonja/core/base/assert'
import { venueOf, type ListingId, type Venue } from '@lonja/core/base/amount'
import { MINUTE, type Day, type Instant } from '@lonja/core/base/instant'
import { dayNumberAt, dayNumberOf, dayOf, type DayNumber } from '@lonja/core/calendar/days'
import { overEverywhere } from '@lonja/core/calendar/sessions'
import type { Quote, Session, SourceName } from '@lonja/core/market/market.contract'
import type { Source } from '@lonja/core/market/market.source'
import { isWithin } from '@lonja/core/market/market.rules'
import { PRACTICE_VERSION, practiceMarket } from '@lonja/core/practice/practice'
import { follows, isSeedOf } from '@lonja/core/practice/seeds'
import { RECORDED } from '@lonja/core/replay/calendar'
import { pausesOf, replayTimeAt } from '@lonja/core/replay/clock'
import { replaySource } from '@lonja/core/replay/replay'
import { practiceUniverse } from '@lonja/core/universe/universe'
import type { Config } from '../config/config.ts'
import type { Db } from '../database/db.ts'
import { keyFor, type HouseSecret } from '../secrets/secret.ts'
import type { ListConfirmed } from './market.announced.ts'
import type { ListOffered } from './market.listing.ts'
import { feedPast } from './market.past.feed.ts'
import { CLOCKS_DIFFER_MOST_MS, type PastMarket, type UncheckedReason } from './market.past.shape.ts'
import { marketFor } from './market.quotes.ts'
import { openSeeds } from './market.seeds.ts'
import { readReplayFolder } from './market.recording.ts'
import { findOpening, listChains, listRevealTimes, listRevealed, listSwitches, type Opening } from './market.store.ts'

export interface PastOptions {
  readonly db: Db
  readonly config: Pick<Config, 'replay'>
  /** The house's secret opens the seeds of days that are not over. Null: only revealed days can be checked. */
  readonly secret: HouseSecret | null
  /** The files of corporate actions that two seats have confirmed, for a feed. */
  readonly confirmed?: ListConfirmed
  /** The companies of the offers of a practice house. */
  readonly offered?: ListOffered
}

/** Opens the market of a house as it was; null for a house that has never opened. */
export async function openPast(options: PastOptions): Promise<PastMarket | null> {
  const opening = await options.db.read(findOpening)
  if (!opening) return null
  if (opening.practice) return practicePast(opening, options)
  return opening.replay ? replayPast(opening, options) : feedPast(options.db, options.confirmed)
}

/** Days since the opening by number: their seeds, and the days of wrong or early revealed ones. */
interface KnownSeeds {
  readonly seedOf: (day: DayNumber) => Uint8Array | null
  readonly wrong: readonly Day[]
}

async function practicePast(opening: Opening, { db, secret, offered }: PastOptions): Promise<PastMarket> {
  const { practice, hours } = opening
  assert(practice !== null, 'a practice house has its opening day')
  if (practice.functionVersion !== PRACTICE_VERSION) return nothingKnown('practice', 'earlier_version')
  const { openingDay, historySeed, checkableFrom, turnsOn, plansFrom, splitsFrom } = practice
  const seeds = await (secret ? allSeeds(db, secret) : revealedSeeds(db))
  const times = await db.read(listRevealTimes)
  const early = new Set(times.filter(({ day, at }) => at < overEverywhere(dayNumberOf(day))).map(({ day }) => day))
  const from = checkableFrom === null ? -Infinity : dayNumberOf(checkableFrom)
  const source = practiceMarket({
    universe: practiceUniverse(),
    hours,
    openingDay,
    historySeed,
    turnsOn,
    plansFrom,
    splitsFrom,
    daySeed: (day) => seeds.seedOf(dayNumberOf(day)),
  })
  source.list((await offered?.(db, { openingDay, hours }, Infinity)) ?? [])
  const past = pastOf({ ...source, label: '', now: () => Infinity, wallTimeOf: () => null })
  return itself({
    ...past,
    clockAt: (at) => ({ at, withinMs: CLOCKS_DIFFER_MOST_MS }),
    eventsWithin: (...args) => withinReach(source, past, ...args),
    unchecked: (first, last) => {
      const [begin, end] = [dayNumberAt('America/New_York', first), dayNumberAt('Europe/Madrid', last)]
      if (begin < from) return 'earlier_version'
      for (let day = begin; day <= end; day++) if (early.has(dayOf(day))) return 'public_early'
      return end >= dayNumberOf(openingDay) && seeds.seedOf(end) === null ? 'not_revealed' : null
    },
    wrong: seeds.wrong.map((day) => ({ law: 'revealed_seeds', differs: day })),
  })
}

/** A market that is the same for every order. */
const itself = (past: Omit<PastMarket, 'during'>): PastMarket => {
  const market: PastMarket = { ...past, during: () => Promise.resolve(market) }
  return market
}

/** Every seed, by the house's secret. */
async function allSeeds(db: Db, secret: HouseSecret): Promise<KnownSeeds> {
  const chains = await db.read(listChains)
  const seeds = openSeeds(chains, keyFor(secret, 'day seeds'))
  const first = dayNumberOf(chains[0]?.firstDay ?? '9999-12-31')
  const count = chains.reduce((sum, { links }) => sum + links, 0)
  const seedOf = (day: DayNumber) => (day < first || day >= first + count ? null : seeds.seedOf(day))
  const revealed = await db.read((tx) => listRevealed(tx, MOST_SEEDS))
  return { seedOf, wrong: revealed.flatMap(({ day, seed }) => (isSame(seedOf(dayNumberOf(day)), seed) ? [] : [day])) }
}

const MOST_SEEDS = 100_000

/** The seeds that are revealed: each hashes to the day before, and the first of a chain to its published end. */
async function revealedSeeds(db: Db): Promise<KnownSeeds> {
  const chains = await db.read(listChains)
  const known = new Map<DayNumber, Uint8Array>()
  const wrong: Day[] = []
  for (const { day, seed } of await db.read((tx) => listRevealed(tx, MOST_SEEDS))) {
    const number = dayNumberOf(day)
    const after = known.get(number + 1)
    const chain = chains.find(
      ({ firstDay, links }) => number >= dayNumberOf(firstDay) && number < dayNumberOf(firstDay) + links,
    )
    const isLast = !after || !chain || number + 1 >= dayNumberOf(chain.firstDay) + chain.links
    const first = chain ? dayNumberOf(chain.firstDay) : number
    const holds = chain && (isLast ? isSeedOf(chain.end, number - first, seed, chain.links) : follows(seed, after))
    if (holds) known.set(number, seed)
    else wrong.push(day)
  }
  return { seedOf: (day) => known.get(day) ?? null, wrong }
}

const isSame = (one: Uint8Array | null, other: Uint8Array): boolean =>
  one !== null && Buffer.from(one).equals(Buffer.from(other))

async function replayPast(opening: Opening, { db, config }: PastOptions): Promise<PastMarket> {
  const folder = config.replay ? await readReplayFolder(config.replay.dir) : null
  if (!opening.replay || folder?.fingerprint !== opening.replay.files) return nothingKnown('replay', 'other_files')
  const { start, speed } = opening.replay
  const pauses = pausesOf(await db.read(listSwitches))
  const clock = { start, speed, openedAt: opening.openedAt, pauses }
  const source = replaySource(folder.files, RECORDED, { now: () => Infinity, serverTimeOf: () => null })
  return itself({
    ...pastOf(source),
    clockAt: (at) => ({ at: replayTimeAt(clock, at), withinMs: CLOCKS_DIFFER_MOST_MS * speed }),
  })
}

/** The market as any source gives it, for any instant. */
function pastOf(source: Source): Omit<PastMarket, 'during'> {
  const market = marketFor(source)
  const session = (venue: Venue, at: Instant): Session | null => market.session(venue, at)
  return {
    name: source.name,
    intervalMs: source.intervalMs,
    find: market.find,
    quoteAt: market.quoteAt,
    viewsAt: (listing, at) => {
      const open = session(venueOf(listing), at)
      const halted = open !== null && isWithin(open, at) && (source.haltedAt?.(listing, at) ?? false)
      return [{ quote: market.quoteAt(listing, at), rate: market.rateAt(at), halted }]
    },
    session,
    rateAt: market.rateAt,
    clockAt: () => null,
    nextQuotes: market.nextQuotes,
    actions: (until) => source.actionsBy?.(until) ?? [],
    closeAt: (listing, at) => market.dayFiguresAt(listing, at)?.last ?? null,
    eventsWithin: (listing, after, until) => paged(market.nextQuotes, listing, after, until),
    unchecked: () => null,
    unproved: null,
    wrong: [],
  }
}

const EVENTS_AT_ONCE = 1_000

function* paged(
  next: (listing: ListingId, after: Instant, until: Instant, most: number) => readonly Quote[],
  listing: ListingId,
  after: Instant,
  until: Instant,
): Generator<Quote> {
  for (let from = after; from < until;) {
    const events = next(listing, from, until, EVENTS_AT_ONCE)
    yield* events
    if (events.length < EVENTS_AT_ONCE) return
    from = events.at(-1)?.at ?? until
  }
}

/** Candles at once: a day of minutes. A shorter stretch is gone through event by event. */
const MINUTES_AT_ONCE = 24 * 60
const FEW_MINUTES = 10

/**
 * The events of minutes whose candle reaches the price. A candle is made of the trades between bid and ask of its
 * minute's events, so a minute that stays above a buy's highest price has no lower ask, and a minute that stays below a
 * sell's lowest price no higher bid.
 */
function* withinReach(
  source: Pick<Source, 'candlesAt'>,
  past: Pick<PastMarket, 'eventsWithin'>,
  ...[listing, after, until, reach]: Parameters<PastMarket['eventsWithin']>
): Generator<Quote> {
  if (reach === null || until - after <= FEW_MINUTES * MINUTE) {
    yield* past.eventsWithin(listing, after, until, reach)
    return
  }
  const stretch = MINUTES_AT_ONCE * MINUTE
  for (let from = Math.floor(after / MINUTE) * MINUTE; from <= until; from += stretch) {
    const range = { from, to: Math.min(from + stretch, until + 1), most: MINUTES_AT_ONCE }
    const { at, high, low } = source.candlesAt(listing, 'minute', range, until)
    for (const [n, begin] of at.entries()) {
      const isReached = reach.side === 'buy' ? (low[n] ?? 0n) <= reach.price : (high[n] ?? 0n) >= reach.price
      if (!isReached) continue
      const [first, last] = [Math.max(after, begin - 1), Math.min(until, begin + MINUTE - 1)]
      if (first < last) yield* past.eventsWithin(listing, first, last, reach)
    }
  }
}

/** A market of which nothing can be worked out. */
const nothingKnown = (name: SourceName, why: UncheckedReason): PastMarket =>
  itself({
    name,
    intervalMs: 0,
    find: () => null,
    quoteAt: () => null,
    viewsAt: () => [],
    session: () => null,
    rateAt: () => null,
    clockAt: () => null,
    nextQuotes: () => [],
    eventsWithin: () => [],
    actions: () => [],
    closeAt: () => null,
    unchecked: () => why,
    unproved: null,
    wrong: [],
  })
