import type { Day, Instant } from '@lonja/core/base/instant'
import { dayOf } from '@lonja/core/calendar/days'
import type { Hours } from '@lonja/core/calendar/sessions'
import type { SourceName } from '@lonja/core/market/market.contract'
import { dayAfter, type PublishedChain } from '@lonja/core/practice/seeds'
import { bytes, cellOf, flag, group, instant, int4, orNull, shapeOf, tableOf, word } from '../database/codecs.ts'
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

type PracticeBase = Pick<PracticeOpening, 'functionVersion' | 'historySeed' | 'openingDay'>

/** The opening in its columns: the days of later versions may each be missing. */
interface StoredOpening extends Omit<Opening, 'practice'> {
  readonly base: PracticeBase | null
  readonly versions: Omit<PracticeOpening, keyof PracticeBase>
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
  shapeOf<StoredOpening>({
    openedAt: instant('opened_at'),
    source: word('source'),
    hours: word('hours'),
    base: orNull(
      group<PracticeBase>({
        functionVersion: int4('function_version'),
        historySeed: bytes('history_seed'),
        openingDay: word('opening_day'),
      }),
    ),
    versions: group<StoredOpening['versions']>({
      checkableFrom: orNull(word('checkable_from')),
      turnsOn: orNull(word('turns_on')),
      plansFrom: orNull(word('plans_from')),
      splitsFrom: orNull(word('splits_from')),
    }),
    replay: orNull(
      group<ReplayOpening>({
        files: word('replay_files'),
        start: instant('replay_start_at'),
        speed: int4('replay_speed'),
      }),
    ),
    feed: orNull(group<FeedOpening>({ streams: word('feed_streams') })),
  }),
)

/** The opening; null before the house has opened. */
export async function findOpening(tx: Tx): Promise<Opening | null> {
  const [opening] = await tx.run(FIND_OPENING)
  if (!opening) return null
  const { base, versions, ...facts } = opening
  return { ...facts, practice: base && { ...base, ...versions } }
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

const CHAINS = tableOf<SeedChain>({
  firstDay: word('first_day'),
  links: int4('links'),
  end: bytes('end_hash'),
  sealedSecret: bytes('sealed_secret'),
  publishedAt: instant('published_at'),
})
const INSERT_CHAIN = sql(
  'insert_seed_chain',
  `insert into seed_chains (${CHAINS.names}) values (${CHAINS.slots}) on conflict (first_day) do nothing`,
)

/** Publishes the end of a chain. If another node published one for those days first, that one stays. */
export async function insertChain(tx: Tx, chain: SeedChain): Promise<void> {
  await tx.run(INSERT_CHAIN, CHAINS.values(chain))
}

const LIST_CHAINS = sql('list_seed_chains', `select ${CHAINS.names} from seed_chains order by first_day`, CHAINS.ofRow)

export async function listChains(tx: Tx): Promise<SeedChain[]> {
  return tx.run(LIST_CHAINS)
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

const REVEALED = shapeOf<RevealedSeed>({ day: word('day'), seed: bytes('seed') })

const LIST_REVEALED = sql(
  'list_revealed_seeds',
  'select day, seed from revealed_seeds order by day desc limit $1',
  REVEALED,
)

/** At most `most` revealed seeds, newest day first. */
export async function listRevealed(tx: Tx, most: number): Promise<RevealedSeed[]> {
  return tx.run(LIST_REVEALED, [most])
}

const FIND_REVEALED = sql('find_revealed_seed', 'select day, seed from revealed_seeds where day = $1', REVEALED)

/** The seed of a day; null while it is not revealed. */
export async function findRevealed(tx: Tx, day: Day): Promise<RevealedSeed | null> {
  const [revealed] = await tx.run(FIND_REVEALED, [day])
  return revealed ?? null
}

const LIST_REVEAL_TIMES = sql(
  'list_reveal_times',
  'select day, revealed_at from revealed_seeds order by day',
  shapeOf<{ readonly day: Day; readonly at: Instant }>({ day: word('day'), at: instant('revealed_at') }),
)

/** The times at which the seeds of days were revealed, in order. */
export async function listRevealTimes(tx: Tx): Promise<{ readonly day: Day; readonly at: Instant }[]> {
  return tx.run(LIST_REVEAL_TIMES)
}

const FIND_NEWEST_REVEALED = sql(
  'find_newest_revealed_seed',
  'select day, seed from revealed_seeds where day >= $1 and day < $2 order by day desc limit 1',
  REVEALED,
)

/** The newest revealed seed of a chain; null if there is none. */
export async function findNewestRevealed(tx: Tx, chain: PublishedChain): Promise<RevealedSeed | null> {
  const days = [chain.firstDay, dayOf(dayAfter(chain))]
  const [revealed] = await tx.run(FIND_NEWEST_REVEALED, days)
  return revealed ?? null
}

/** A switch of a replay's clock: from `at` on it is paused, or runs. */
export interface Switch {
  readonly at: Instant
  readonly stands: boolean
}

const SWITCHES = tableOf<Switch>({ at: instant('at'), stands: flag('stands') })

const INSERT_SWITCH = sql(
  'insert_replay_switch',
  `insert into replay_switches (${SWITCHES.names}) values (${SWITCHES.slots})`,
)

export async function insertSwitch(tx: Tx, change: Switch): Promise<void> {
  await tx.run(INSERT_SWITCH, SWITCHES.values(change))
}

const LIST_SWITCHES = sql(
  'list_replay_switches',
  `select ${SWITCHES.names} from replay_switches order by at`,
  SWITCHES.ofRow,
)

/** All switches of the replay, in order. */
export async function listSwitches(tx: Tx): Promise<Switch[]> {
  return tx.run(LIST_SWITCHES)
}

const FIND_LAST_REVEAL = sql(
  'find_last_reveal_time',
  'select max(revealed_at) as at from revealed_seeds',
  cellOf(orNull(instant('at'))),
)

/** The time of the newest reveal of a seed; null if none was revealed. */
export async function findLastRevealTime(tx: Tx): Promise<Instant | null> {
  const [at] = await tx.run(FIND_LAST_REVEAL)
  return at ?? null
}
