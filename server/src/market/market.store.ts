import type { Day, Instant } from '@lonja/core/base/instant'
import { dayOf } from '@lonja/core/calendar/days'
import type { Hours } from '@lonja/core/calendar/sessions'
import type { SourceName } from '@lonja/core/market/market.contract'
import { dayAfter, type PublishedChain } from '@lonja/core/practice/seeds'
import { sql, type Tx } from '../database/db.ts'

/** The settings that the opening of the house has fixed. */
export interface Opening {
  readonly openedAt: Instant
  readonly source: SourceName
  readonly hours: Hours
  readonly practice: PracticeOpening | null
  readonly replay: ReplayOpening | null
  /** For a live feed: its streams. */
  readonly feed: FeedOpening | null
}

export interface FeedOpening {
  /** The published names of the streams, the one of the United States first: `iex euroctp`. */
  readonly streams: string
}

export interface PracticeOpening {
  /** The version that runs: that of the opening, or a later one that the house has moved to. */
  readonly functionVersion: number
  /** For a house of version 1: the first day priced by version 2 alone; days before it cannot be checked. */
  readonly checkableFrom: Day | null
  /** The first day that version 3 prices, if version 2 prices the days before it; null if version 3 prices all. */
  readonly turnsOn: Day | null
  /** The first day of version 4, which has dividends: the opening day, or an announced one; null before it is announced. */
  readonly plansFrom: Day | null
  /** The same of version 5, which has splits. */
  readonly splitsFrom: Day | null
  /** Public: the days before the opening are computed from it. */
  readonly historySeed: Uint8Array
  readonly openingDay: Day
}

export interface ReplayOpening {
  /** The files' names with their SHA-256, one a line. */
  readonly files: string
  readonly start: Instant
  readonly speed: number
}

/** A chain of day seeds as it is stored: its published end, and its secret sealed. */
export interface SeedChain extends PublishedChain {
  readonly sealedSecret: Uint8Array
  readonly publishedAt: Instant
}

export interface RevealedSeed {
  readonly day: Day
  readonly seed: Uint8Array
}

interface OpeningRow {
  opened_at: bigint
  source: SourceName
  hours: Hours
  function_version: number | null
  checkable_from: Day | null
  turns_on: Day | null
  plans_from: Day | null
  splits_from: Day | null
  history_seed: Buffer | null
  opening_day: Day | null
  replay_files: string | null
  replay_start_at: bigint | null
  replay_speed: number | null
  feed_streams: string | null
}

const FIND_OPENING = sql(
  'find_opening',
  `select opened_at, source, hours,
     coalesce(five.function_version, four.function_version, three.function_version, two.function_version, house_opening.function_version)
       as function_version,
     two.checkable_from, three.checkable_from as turns_on,
     case when house_opening.function_version >= 4 then opening_day else four.checkable_from end as plans_from,
     case when house_opening.function_version >= 5 then opening_day else five.checkable_from end as splits_from,
     history_seed, opening_day, replay_files, replay_start_at, replay_speed, feed_streams
   from house_opening
   left join practice_versions as two on two.function_version = 2
   left join practice_versions as three on three.function_version = 3
   left join practice_versions as four on four.function_version = 4
   left join practice_versions as five on five.function_version = 5`,
)

/** The opening; null before the house has opened. */
export async function findOpening(tx: Tx): Promise<Opening | null> {
  const [row] = await tx.run<OpeningRow>(FIND_OPENING)
  if (!row) return null
  const { function_version: functionVersion, history_seed: historySeed, opening_day: openingDay } = row
  const { replay_files: files, replay_start_at: start, replay_speed: speed } = row
  return {
    openedAt: Number(row.opened_at),
    source: row.source,
    hours: row.hours,
    practice:
      functionVersion && historySeed && openingDay
        ? {
            functionVersion,
            checkableFrom: row.checkable_from,
            turnsOn: row.turns_on,
            plansFrom: row.plans_from,
            splitsFrom: row.splits_from,
            historySeed,
            openingDay,
          }
        : null,
    replay: files && start !== null && speed ? { files, start: Number(start), speed } : null,
    feed: row.feed_streams === null ? null : { streams: row.feed_streams },
  }
}

const INSERT_OPENING = sql(
  'insert_opening',
  `insert into house_opening
     (opened_at, source, hours, function_version, history_seed, opening_day, replay_files, replay_start_at, replay_speed,
      feed_streams)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   on conflict ("only") do nothing
   returning opened_at`,
)

/** Fixes the opening, once. False if another node has done so in the meantime. */
export async function insertOpening(tx: Tx, opening: Opening): Promise<boolean> {
  const { openedAt, source, hours, practice, replay, feed } = opening
  const rows = await tx.run(INSERT_OPENING, [
    openedAt,
    source,
    hours,
    practice?.functionVersion ?? null,
    practice ? Buffer.from(practice.historySeed) : null,
    practice?.openingDay ?? null,
    replay?.files ?? null,
    replay?.start ?? null,
    replay?.speed ?? null,
    feed?.streams ?? null,
  ])
  return rows.length === 1
}

const INSERT_CHAIN = sql(
  'insert_seed_chain',
  `insert into seed_chains (first_day, links, end_hash, sealed_secret, published_at) values ($1, $2, $3, $4, $5)
   on conflict (first_day) do nothing`,
)

/** Publishes the end of a chain. If another node published one for those days first, that one stays. */
export async function insertChain(tx: Tx, chain: SeedChain): Promise<void> {
  const { firstDay, links, end, sealedSecret, publishedAt } = chain
  await tx.run(INSERT_CHAIN, [firstDay, links, Buffer.from(end), Buffer.from(sealedSecret), publishedAt])
}

const LIST_CHAINS = sql(
  'list_seed_chains',
  'select first_day, links, end_hash, sealed_secret, published_at from seed_chains order by first_day',
)

export async function listChains(tx: Tx): Promise<SeedChain[]> {
  const rows = await tx.run<ChainRow>(LIST_CHAINS)
  return rows.map((row) => ({
    firstDay: row.first_day,
    links: row.links,
    end: row.end_hash,
    sealedSecret: row.sealed_secret,
    publishedAt: Number(row.published_at),
  }))
}

interface ChainRow {
  first_day: Day
  links: number
  end_hash: Buffer
  sealed_secret: Buffer
  published_at: bigint
}

const INSERT_REVEALED = sql(
  'insert_revealed_seeds',
  `insert into revealed_seeds (day, seed, revealed_at)
   select day, seed, $3 from unnest($1::text[], $2::bytea[]) as revealed (day, seed)
   on conflict (day) do nothing`,
)

/** Reveals the seeds of days that are over. A day that was revealed before stays unchanged. */
export async function insertRevealed(tx: Tx, seeds: readonly RevealedSeed[], now: Instant): Promise<void> {
  const days = seeds.map(({ day }) => day)
  await tx.run(INSERT_REVEALED, [days, seeds.map(({ seed }) => Buffer.from(seed)), now])
}

const LIST_REVEALED = sql('list_revealed_seeds', 'select day, seed from revealed_seeds order by day desc limit $1')

/** At most `most` revealed seeds, newest day first. */
export async function listRevealed(tx: Tx, most: number): Promise<RevealedSeed[]> {
  return tx.run<{ day: Day; seed: Buffer }>(LIST_REVEALED, [most])
}

const FIND_REVEALED = sql('find_revealed_seed', 'select day, seed from revealed_seeds where day = $1')

/** The seed of a day; null while it is not revealed. */
export async function findRevealed(tx: Tx, day: Day): Promise<RevealedSeed | null> {
  const [row] = await tx.run<{ day: Day; seed: Buffer }>(FIND_REVEALED, [day])
  return row ?? null
}

const LIST_REVEAL_TIMES = sql('list_reveal_times', 'select day, revealed_at from revealed_seeds order by day')

/** The times at which the seeds of days were revealed, in order. */
export async function listRevealTimes(tx: Tx): Promise<{ readonly day: Day; readonly at: Instant }[]> {
  const rows = await tx.run<{ day: Day; revealed_at: bigint }>(LIST_REVEAL_TIMES)
  return rows.map(({ day, revealed_at: at }) => ({ day, at: Number(at) }))
}

const FIND_NEWEST_REVEALED = sql(
  'find_newest_revealed_seed',
  'select day, seed from revealed_seeds where day >= $1 and day < $2 order by day desc limit 1',
)

/** The newest revealed seed of a chain; null if there is none. */
export async function findNewestRevealed(tx: Tx, chain: PublishedChain): Promise<RevealedSeed | null> {
  const days = [chain.firstDay, dayOf(dayAfter(chain))]
  const [row] = await tx.run<{ day: Day; seed: Buffer }>(FIND_NEWEST_REVEALED, days)
  return row ?? null
}

/** A switch of a replay's clock: from `at` on it is paused, or runs. */
export interface Switch {
  readonly at: Instant
  readonly stands: boolean
}

const INSERT_SWITCH = sql('insert_replay_switch', 'insert into replay_switches (at, stands) values ($1, $2)')

export async function insertSwitch(tx: Tx, { at, stands }: Switch): Promise<void> {
  await tx.run(INSERT_SWITCH, [at, stands])
}

const LIST_SWITCHES = sql('list_replay_switches', 'select at, stands from replay_switches order by at')

/** All switches of the replay, in order. */
export async function listSwitches(tx: Tx): Promise<Switch[]> {
  const rows = await tx.run<{ at: bigint; stands: boolean }>(LIST_SWITCHES)
  return rows.map(({ at, stands }) => ({ at: Number(at), stands }))
}

const FIND_LAST_REVEAL = sql('find_last_reveal_time', 'select max(revealed_at) as at from revealed_seeds')

/** The time of the newest reveal of a seed; null if none was revealed. */
export async function findLastRevealTime(tx: Tx): Promise<Instant | null> {
  const [row] = await tx.run<{ at: bigint | null }>(FIND_LAST_REVEAL)
  return row === undefined || row.at === null ? null : Number(row.at)
}
