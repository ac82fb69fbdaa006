import { assert } from '@lonja/core/base/assert'
import { MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import { refuse, type Refused } from '@lonja/core/base/refusal'
import { TRIES_WINDOW_MS } from '@lonja/core/base/throttle'
import type { Db, DbOptions, Tx } from '../database/db.ts'
import { countAttempt, countAttemptIn, refundAttempt, windowOf, type ThrottleSubject } from './throttle.ts'

/**
 * The connections of tries, which are no part of the pool that all other calls share. A crash of the database may lose
 * the counts of the last moment, so that no guess waits for the disk.
 */
export const TRIES_DB: DbOptions = { max: 4, statementMs: 5 * SECOND, applicationName: 'lonja tries', isDurable: false }

/**
 * The tries that are evaluated at once at each entrance, and the tries that may wait there. A try costs some 20 ms of a
 * core, so guesses of strangers are evaluated one at a time and leave the other cores to the rest of the house. A
 * customer's program may send many withdrawals at once, so a signed-in customer's tries may wait longer.
 */
const ENTRANCES = {
  stranger: { atOnce: 1, waiting: 16 },
  knownDevice: { atOnce: 2, waiting: 16 },
  customer: { atOnce: 4, waiting: 64 },
  signUp: { atOnce: 4, waiting: 64 },
  link: { atOnce: 1, waiting: 16 },
  seat: { atOnce: 1, waiting: 16 },
  knownSeat: { atOnce: 2, waiting: 16 },
} as const

/** The way by which a try comes. A full entrance does not delay the others. */
export type Entrance = keyof typeof ENTRANCES

/**
 * The time for which a refusal is answered from memory. After it one try asks the database again, since the operator may
 * have cleared the counts.
 */
export const SHUT_MEMORY_MS = 10 * SECOND

const SHUT_MOST = 10_000

type NoTry = Refused<'too_many_tries' | 'too_many_requests'>
const NO_PLACE = refuse('too_many_requests')

export interface TrySubjects {
  readonly entrance: Entrance
  /** The caller's network, where anyone may try: those that guessed before wait behind those that did not. */
  readonly from?: string
  readonly subjects: readonly ThrottleSubject[]
  readonly now: Instant
}

/** Guesses at passwords, codes and links: each is counted, bounded, and kept away from the rest of the house. */
export interface Tries {
  /** Connections of their own, for what a try has to read. */
  readonly db: Db
  /**
   * Counts a try, evaluates it and returns the result. `right` takes its count back. Above a limit it waits for the
   * tries of the same subject that are being evaluated, since these may be right; then it is refused. Where the queue of
   * its entrance is full, a try of the network that guessed most is refused at once.
   */
  attempt<T>(attempt: TrySubjects, evaluate: (right: () => Promise<void>) => Promise<T>): Promise<T | NoTry>
  /** Counts a try that is evaluated elsewhere, for example under the customer's lock. Null if it may be made. */
  count(attempt: TrySubjects): Promise<NoTry | null>
  /**
   * Counts a try within the write that it is for. False above a limit: the write must then be refused, which takes the count back.
   */
  countIn(tx: Tx, attempt: Omit<TrySubjects, 'entrance'>): Promise<boolean>
  /** Takes the count of a right try back, within the write that it was for. */
  refundIn(tx: Tx, attempt: Omit<TrySubjects, 'entrance'>): Promise<void>
}

/** Opens the counting of guesses. `db` has connections of its own, and `key` hashes the subjects. */
export function openTries(db: Db, key: Buffer): Tries {
  const entrances = entrancesOf()
  const shut = shutMemory()
  const guessers = networksThatGuess()
  const admit = admission(db, key, shut)

  const enter = async <T>(
    { entrance, from, subjects, now }: TrySubjects,
    work: () => Promise<T>,
  ): Promise<T | NoTry> => {
    assert(new Set(subjects.map(({ throttle }) => throttle.kind)).size === subjects.length, 'a try has a kind once')
    if (shut.has(subjects, now)) return tooMany(subjects)
    const leave = await entrances[entrance].enter(guessers.countOf(from, now))
    if (!leave) return NO_PLACE
    guessers.add(from, now, 1)
    try {
      const admitted = await admit(subjects, now)
      if (typeof admitted !== 'function') return admitted
      try {
        return await work()
      } finally {
        admitted()
      }
    } finally {
      leave()
    }
  }
  return {
    db,
    attempt: (attempt, evaluate) => {
      const { from, subjects, now } = attempt
      const right = (): Promise<void> => {
        guessers.add(from, now, -1)
        return db.write((tx) => refundAttempt(tx, key, subjects, now))
      }
      return enter(attempt, () => evaluate(right))
    },
    count: (attempt) => enter(attempt, () => Promise.resolve(null)),
    countIn: async (tx, { subjects, now }) => (await countAttemptIn(tx, key, subjects, now)).length === 0,
    refundIn: (tx, { subjects, now }) => refundAttempt(tx, key, subjects, now),
  }
}

/** Counts a try. Resolves to its end, or to its refusal. */
function admission(db: Db, key: Buffer, shut: ReturnType<typeof shutMemory>) {
  const underWay = triesUnderWay()
  return async (subjects: readonly ThrottleSubject[], now: Instant): Promise<(() => void) | NoTry> => {
    for (;;) {
      if (shut.has(subjects, now)) return tooMany(subjects)
      // It is under way from before its count on. Otherwise the refusal of a later try, if it is read first, would find
      // none under way, though the counted one may be right.
      const end = underWay.begin(subjects)
      let refusing: readonly ThrottleSubject[] | null = null
      try {
        refusing = await countAttempt(db, key, subjects, now)
      } finally {
        if (refusing?.length !== 0) end()
      }
      if (refusing.length === 0) return end
      const settled = underWay.next(refusing)
      if (!settled) {
        shut.add(refusing, now)
        return tooMany(subjects)
      }
      await settled
    }
  }
}

const tooMany = (subjects: readonly ThrottleSubject[]): NoTry => {
  const windowMs = Math.max(...subjects.map(({ throttle }) => throttle.windowMs))
  return refuse('too_many_tries', { minutes: String(windowMs / MINUTE) })
}

const nameOf = ({ throttle, who }: ThrottleSubject): string => `${throttle.kind} ${who}`

/** The subjects that were refused a moment ago, in their window. */
function shutMemory() {
  const until = new Map<string, { readonly window: Instant; readonly askAgainAt: Instant }>()
  return {
    has: (subjects: readonly ThrottleSubject[], now: Instant): boolean =>
      subjects.some((subject) => {
        const refusal = until.get(nameOf(subject))
        return refusal?.window === windowOf(subject.throttle, now) && now < refusal.askAgainAt
      }),
    add: (subjects: readonly ThrottleSubject[], now: Instant): void => {
      if (until.size >= SHUT_MOST) until.clear()
      for (const subject of subjects) {
        until.set(nameOf(subject), { window: windowOf(subject.throttle, now), askAgainAt: now + SHUT_MEMORY_MS })
      }
    },
  }
}

/**
 * The tries of each network in the running window that were not right. They decide who waits, and refuse nobody, so this
 * process counts them for itself.
 */
function networksThatGuess() {
  const counts = new Map<string, number>()
  let until = 0
  return {
    countOf: (from: string | undefined, now: Instant): number => (now < until && from && counts.get(from)) || 0,
    add: (from: string | undefined, now: Instant, tries: 1 | -1): void => {
      if (from === undefined) return
      if (now >= until || counts.size >= SHUT_MOST) {
        counts.clear()
        until = now + TRIES_WINDOW_MS
      }
      counts.set(from, Math.max(0, (counts.get(from) ?? 0) + tries))
    },
  }
}

/** The tries that this process is counting or evaluating, by subject. */
function triesUnderWay() {
  const running = new Map<string, Set<Promise<void>>>()
  return {
    /** Resolves when one of the tries of these subjects ends; null if none is under way. */
    next: (subjects: readonly ThrottleSubject[]): Promise<void> | null => {
      const all = subjects.flatMap((subject) => [...(running.get(nameOf(subject)) ?? [])])
      return all.length > 0 ? Promise.race(all) : null
    },
    /** Begins a try; the answer ends it. */
    begin: (subjects: readonly ThrottleSubject[]): (() => void) => {
      const names = subjects.map(nameOf)
      let settle = (): void => {}
      const ended = new Promise<void>((resolve) => (settle = resolve))
      for (const name of names) running.set(name, (running.get(name) ?? new Set()).add(ended))
      return () => {
        for (const name of names) {
          const left = running.get(name)
          left?.delete(ended)
          if (left?.size === 0) running.delete(name)
        }
        settle()
      }
    },
  }
}

/** A try that waits, with the guesses of its network before it. */
interface WaitingTry {
  readonly guesses: number
  readonly end: (isNext: boolean) => void
}

/**
 * A bounded queue for each entrance. `enter` resolves to the way out, or to null for a try that has no place. The networks
 * with the fewest guesses go first; a full queue loses its try with the most, so that a few guessers cannot fill it.
 */
function entrancesOf(): Record<Entrance, { enter(guesses: number): Promise<(() => void) | null> }> {
  const entranceFor = ({ atOnce, waiting }: { atOnce: number; waiting: number }) => {
    let free = atOnce
    const queue: WaitingTry[] = []
    /** Takes the first of the tries that are best, by their guesses. */
    const take = (isBetter: (one: number, than: number) => boolean): WaitingTry | undefined => {
      const best = queue.reduce<WaitingTry | undefined>(
        (first, each) => (first === undefined || isBetter(each.guesses, first.guesses) ? each : first),
        undefined,
      )
      if (best) queue.splice(queue.indexOf(best), 1)
      return best
    }
    const leave = (): void => {
      const next = take((one, than) => one < than)
      if (next) next.end(true)
      else free += 1
    }
    return {
      enter: async (guesses: number): Promise<(() => void) | null> => {
        if (free > 0) {
          free -= 1
          return leave
        }
        const place = new Promise<boolean>((end) => queue.push({ guesses, end }))
        if (queue.length > waiting) take((one, than) => one >= than)?.end(false)
        return (await place) ? leave : null
      },
    }
  }
  return {
    stranger: entranceFor(ENTRANCES.stranger),
    knownDevice: entranceFor(ENTRANCES.knownDevice),
    customer: entranceFor(ENTRANCES.customer),
    signUp: entranceFor(ENTRANCES.signUp),
    link: entranceFor(ENTRANCES.link),
    seat: entranceFor(ENTRANCES.seat),
    knownSeat: entranceFor(ENTRANCES.knownSeat),
  }
}
