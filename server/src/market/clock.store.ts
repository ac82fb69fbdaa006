import type { Day, Instant } from '@lonja/core/base/instant'
import type { HoldCause } from '@lonja/core/market/clock.rules'
import { group, instant, int8, orNull, tableOf, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** The state of the clock that all servers of a house share. */
export interface HouseClock {
  /** The latest instant at which a server ran and its clocks agreed. */
  readonly ranAt: Instant
  /** Null while seeds are revealed as their days end. */
  readonly hold: SeedHold | null
  /** The last day whose seed was public before the day was over; null if that never happened. */
  readonly publicThrough: Day | null
}

/** Seeds are held back: since when, why, and the elapsed time that was waited so far. */
export interface SeedHold {
  readonly at: Instant
  readonly cause: HoldCause
  readonly waitedMs: number
}

const CLOCK = tableOf<HouseClock>({
  ranAt: instant('ran_at'),
  hold: orNull(group<SeedHold>({ at: instant('held_at'), cause: word('held_cause'), waitedMs: int8('waited_ms') })),
  publicThrough: orNull(word('public_through')),
})

const FIND = sql('find_house_clock', `select ${CLOCK.names} from house_clock`, CLOCK.ofRow)

/** Null in a house that has not run since it has this table. */
export async function findHouseClock(tx: Tx): Promise<HouseClock | null> {
  const [clock] = await tx.run(FIND)
  return clock ?? null
}

const SAVE_RAN = sql(
  'save_house_ran',
  `insert into house_clock (ran_at) values ($1)
   on conflict ("only") do update set ran_at = greatest(house_clock.ran_at, excluded.ran_at)`,
)

/** Stores that a server ran at an instant. The latest one stays. */
export async function saveRan(tx: Tx, at: Instant): Promise<void> {
  await tx.run(SAVE_RAN, [at])
}

const HOLD = sql('hold_seeds', 'update house_clock set held_at = $1, held_cause = $2, waited_ms = 0')

/** Holds the seeds back from now on. A hold in force begins anew. */
export async function holdSeeds(tx: Tx, at: Instant, cause: HoldCause): Promise<void> {
  await tx.run(HOLD, [at, cause])
}

const SAVE_WAITED = sql(
  'save_hold_waited',
  'update house_clock set waited_ms = greatest(waited_ms, $2) where held_at = $1',
)

/** Stores the elapsed time of a hold. Servers that wait side by side do not add up. */
export async function saveWaited(tx: Tx, heldAt: Instant, waitedMs: number): Promise<void> {
  await tx.run(SAVE_WAITED, [heldAt, Math.floor(waitedMs)])
}

const RELEASE = sql(
  'release_seeds',
  'update house_clock set held_at = null, held_cause = null, waited_ms = 0 where held_at = $1 returning ran_at',
)

/** Ends one hold; false if it has ended or begun anew since. */
export async function releaseSeeds(tx: Tx, heldAt: Instant): Promise<boolean> {
  return (await tx.run(RELEASE, [heldAt])).length > 0
}

const SAVE_PUBLIC = sql(
  'save_public_through',
  'update house_clock set public_through = $1 where public_through is null or public_through < $1',
)

/** Stores that the seeds up to a day were public before it was over. It never goes back. */
export async function savePublicThrough(tx: Tx, day: Day): Promise<void> {
  await tx.run(SAVE_PUBLIC, [day])
}
