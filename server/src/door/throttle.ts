import { createHmac } from 'node:crypto'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import type { Throttle } from '@lonja/core/base/throttle'
import { refuse } from '@lonja/core/base/refusal'
import { cellOf, int4, shapeOf, word } from '../database/codecs.ts'
import { sql, type Db, type Tx } from '../database/db.ts'

/** A limit per key and window. The counts live in this process: they limit load, not guesses. */
export interface RateLimit {
  /** Counts one call. False above the limit. */
  allow(key: string, now: Instant): boolean
}

/** A rate limiter for the calls of a caller; `most` 0 means no limit. */
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

/** One subject of a throttle. `who` is stored as a keyed hash. */
export interface ThrottleSubject {
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
  shapeOf({ kind: word('kind'), tries: int4<number>('tries') }),
)
// Rows are locked in the order in which COUNT takes them, so that two tries never wait for each other.
const REFUND = sql(
  'refund_attempt',
  `with counted as (
     select attempts.kind, attempts.who, attempts.began_at
     from attempts join unnest($1::text[], $2::bytea[], $3::bigint[]) as wanted (kind, who, began_at) using (kind, who, began_at)
     order by kind, who, began_at for update of attempts
   )
   update attempts set tries = greatest(attempts.tries - 1, 0) from counted
   where attempts.kind = counted.kind and attempts.who = counted.who and attempts.began_at = counted.began_at`,
)
const PURGE = sql('purge_attempts', 'delete from attempts where began_at < $1')

/**
 * Counts a try before it is made, so that guesses sent at once are all counted. Returns the subjects whose limit refuses
 * it; none if it counts. A refused try rolls back: it does not count, so a caller stopped by one throttle cannot use up
 * another subject's.
 */
export async function countAttempt(
  db: Db,
  key: Buffer,
  subjects: readonly ThrottleSubject[],
  now: Instant,
): Promise<readonly ThrottleSubject[]> {
  let refusing: readonly ThrottleSubject[] = []
  await db.write(async (tx) => {
    refusing = await countAttemptIn(tx, key, subjects, now)
    return refusing.length > 0 ? refuse('too_many_tries') : null
  })
  return refusing
}

/** Counts a try within a transaction, which the caller rolls back with a refusal if a limit refuses it. */
export async function countAttemptIn(
  tx: Tx,
  key: Buffer,
  subjects: readonly ThrottleSubject[],
  now: Instant,
): Promise<readonly ThrottleSubject[]> {
  const rows = await tx.run(COUNT, columns(key, subjects, now))
  const above = new Set(rows.filter(({ kind, tries }) => tries > mostOf(subjects, kind)).map(({ kind }) => kind))
  return subjects.filter(({ throttle }) => above.has(throttle.kind))
}

const mostOf = (subjects: readonly ThrottleSubject[], kind: string): number =>
  subjects.find(({ throttle }) => throttle.kind === kind)?.throttle.most ?? 0

/** Takes back the count of a right try, in a transaction of its own or in that of the write that it was for. */
export async function refundAttempt(
  tx: Tx,
  key: Buffer,
  subjects: readonly ThrottleSubject[],
  now: Instant,
): Promise<void> {
  await tx.run(REFUND, columns(key, subjects, now))
}

/** The start of the window that a throttle counts a try in. */
export const windowOf = ({ windowMs }: Throttle, now: Instant): Instant => now - (now % windowMs)

function columns(key: Buffer, subjects: readonly ThrottleSubject[], now: Instant): [string[], Buffer[], number[]] {
  return [
    subjects.map(({ throttle }) => throttle.kind),
    subjects.map(({ who }) => createHmac('sha256', key).update(who).digest()),
    subjects.map(({ throttle }) => windowOf(throttle, now)),
  ]
}

const TRIES = sql(
  'find_attempts',
  'select tries from attempts where kind = $1 and who = $2 and began_at = $3',
  cellOf(int4<number>('tries')),
)

/** The time until which a throttle refuses further tries; null if they are allowed. */
export async function shutUntil(tx: Tx, key: Buffer, subject: ThrottleSubject, now: Instant): Promise<Instant | null> {
  const { most, windowMs } = subject.throttle
  const [[kind], [who], [beganAt]] = columns(key, [subject], now)
  const [tries = 0] = await tx.run(TRIES, [kind, who, beganAt])
  return tries >= most && beganAt !== undefined ? beganAt + windowMs : null
}

const FORGET_OF = sql(
  'forget_attempts_of',
  `delete from attempts using unnest($1::text[], $2::bytea[]) as wanted (kind, who)
   where attempts.kind = wanted.kind and attempts.who = wanted.who`,
)

/** Deletes the counts of these subjects in every window: the operator lets somebody try again. */
export async function clearAttempts(tx: Tx, key: Buffer, subjects: readonly ThrottleSubject[]): Promise<void> {
  const [kinds, who] = columns(key, subjects, 0)
  await tx.run(FORGET_OF, [kinds, who])
}

const LONGEST_WINDOW = 24 * HOUR

/** Purges the counts of windows that are over. */
export async function purgeAttempts(db: Db, now: Instant): Promise<void> {
  await db.write((tx) => tx.run(PURGE, [now - LONGEST_WINDOW]))
}
