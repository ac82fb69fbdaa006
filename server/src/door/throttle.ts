import { createHmac } from 'node:crypto'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import { sql, type Db, type Tx } from '../database/db.ts'

/** At most so many in a window, for each key. Counts are of this process: a limit of load, not of guesses. */
export interface RateLimit {
  /** False when it is too much. */
  allow(key: string, now: Instant): boolean
}

/** A limit on the calls a caller makes; `most` 0 sets none. */
export function rateLimit(most: number, windowMs: number): RateLimit {
  let counts = new Map<string, number>()
  let until = 0
  return {
    allow: (key, now) => {
      if (most === 0) return true
      if (now >= until) {
        counts = new Map()
        until = now + windowMs
      }
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count <= most
    },
  }
}

/** A throttle on guesses: at most `most` failed tries of a kind in a window, counted in the database for all nodes. */
export interface Throttle {
  readonly kind: string
  readonly most: number
  readonly windowMs: number
}

/** One who tries, under one throttle. `who` is kept as a keyed hash. */
export interface Trier {
  readonly throttle: Throttle
  readonly who: string
}

const COUNT = sql(
  'count_attempt',
  `insert into attempts (kind, who, began_at, tries)
   select kind, who, began_at, 1 from unnest($1::text[], $2::bytea[], $3::bigint[]) as wanted (kind, who, began_at)
   order by kind, who, began_at
   on conflict (kind, who, began_at) do update set tries = attempts.tries + 1
   returning kind, tries`,
)
const REFUND = sql(
  'refund_attempt',
  `update attempts set tries = greatest(tries - 1, 0)
   from unnest($1::text[], $2::bytea[], $3::bigint[]) as wanted (kind, who, began_at)
   where attempts.kind = wanted.kind and attempts.who = wanted.who and attempts.began_at = wanted.began_at`,
)
const FORGET = sql('forget_attempts', 'delete from attempts where began_at < $1')

/**
 * Counts tries before they are made, in a transaction of their own: guesses sent at once are all counted. False when one is too many:
 * then it is not made and does not count, so that who is stopped by one throttle cannot fill up another one for somebody else.
 */
export async function countTry(db: Db, key: Buffer, triers: readonly Trier[], now: Instant): Promise<boolean> {
  const rows = await db.write((tx) => tx.run<{ kind: string; tries: number }>(COUNT, columns(key, triers, now)))
  const isAllowed = triers.every(({ throttle: { kind, most } }) =>
    rows.every((row) => row.kind !== kind || row.tries <= most),
  )
  if (!isAllowed) await refundTry(db, key, triers, now)
  return isAllowed
}

/** A try that was right does not count. */
export const refundTry = (db: Db, key: Buffer, triers: readonly Trier[], now: Instant): Promise<void> =>
  db.write((tx) => refundTryIn(tx, key, triers, now))

/** The same within the write that it was right for: nobody who holds a connection waits for another one. */
export async function refundTryIn(tx: Tx, key: Buffer, triers: readonly Trier[], now: Instant): Promise<void> {
  await tx.run(REFUND, columns(key, triers, now))
}

function columns(key: Buffer, triers: readonly Trier[], now: Instant): [string[], Buffer[], number[]] {
  return [
    triers.map(({ throttle }) => throttle.kind),
    triers.map(({ who }) => createHmac('sha256', key).update(who).digest()),
    triers.map(({ throttle: { windowMs } }) => now - (now % windowMs)),
  ]
}

const TRIES = sql('find_attempts', 'select tries from attempts where kind = $1 and who = $2 and began_at = $3')

/** Until when somebody may not try again, by one throttle; null where they may. */
export async function shutUntil(tx: Tx, key: Buffer, trier: Trier, now: Instant): Promise<Instant | null> {
  const { most, windowMs } = trier.throttle
  const [[kind], [who], [beganAt]] = columns(key, [trier], now)
  const [row] = await tx.run<{ tries: number }>(TRIES, [kind, who, beganAt])
  return row && row.tries >= most && beganAt !== undefined ? beganAt + windowMs : null
}

const FORGET_OF = sql(
  'forget_attempts_of',
  `delete from attempts using unnest($1::text[], $2::bytea[]) as wanted (kind, who)
   where attempts.kind = wanted.kind and attempts.who = wanted.who`,
)

/** Tries of these are forgotten, in every window: the operator lets somebody try again. */
export async function forgetTries(tx: Tx, key: Buffer, triers: readonly Trier[]): Promise<void> {
  const [kinds, who] = columns(key, triers, 0)
  await tx.run(FORGET_OF, [kinds, who])
}

const LONGEST_WINDOW = 24 * HOUR

/** Counts of windows that are over. */
export async function forgetAttempts(db: Db, now: Instant): Promise<void> {
  await db.write((tx) => tx.run(FORGET, [now - LONGEST_WINDOW]))
}
