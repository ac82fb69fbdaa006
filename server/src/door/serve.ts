import { hash } from 'node:crypto'
import {
  refusesRestricted,
  type Call,
  type DoorRefusal,
  type InputOf,
  type Read,
  type RefusalOf,
  type ReplyOf,
  type Topic,
  type Write,
} from '@lonja/core/base/contract'
import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { isRefused, refuse, type Refused } from '@lonja/core/base/refusal'
import type { Db, Tx } from '../database/db.ts'
import { lockCustomer, type LockedTx } from '../database/locks.ts'
import { encoderFor } from './encode.ts'
import type { Events } from '../base/events.ts'
import { newId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { findKept, fingerprintOf, isStillLocked, keepAnswer } from './repeats.ts'
import type { Seats } from './seats.ts'
import type { Token } from '../secrets/token.ts'

/** A live session, and its last use. */
export interface SessionUse {
  readonly customer: string
  readonly session: string
  readonly seenAt: Instant
}

/** The customer who asks, by a live session. */
export interface Asker extends SessionUse {
  /** Restricted by staff: calls that list `account_restricted` refuse. */
  readonly isRestricted: boolean
}

/** How the door knows who asks. `find` reads the session's row each time, so that a revoked session stops at once. */
export interface Sessions {
  find(tx: Tx, token: Token, now: Instant): Promise<Asker | null>
  /** Somebody was here: moves the session's end on, now and then, after the answer. */
  seen(asker: SessionUse, now: Instant): void
}

/** What every route is given: the house it stands in. */
export interface House {
  readonly db: Db
  readonly sessions: Sessions
  readonly seats: Seats
  readonly events: Events
  readonly log: Log
  /** For fingerprints of bodies, which are kept keyed. */
  readonly repeatsKey: Buffer
  /** For those who try, who are kept keyed too. */
  readonly attemptsKey: Buffer
}

/** One request, decoded by its contract. */
export interface Asked<C extends Call = Call> {
  readonly call: C
  readonly input: InputOf<C>
  readonly language: Language
  /** What was sent as a token, if it has the form of one. */
  readonly token: Token | null
  /** The Idempotency-Key that was sent. */
  readonly key: string | null
  /** Where it comes from, as far as it is somebody's own: limits are counted by it. */
  readonly ip: string
  readonly userAgent: string
  readonly now: Instant
  /** The body of a call that takes a picture; empty with any other. */
  readonly bytes: Buffer
}

/** An answer that is JSON already: the one that was kept for a repeat. */
export interface Kept {
  readonly kept: string
}

/** A call of the contract and what answers it. Whatever makes one (onRead, onWrite, the lane), the door treats it alike. */
export interface Route {
  readonly call: Call
  /** The reply as the contract decodes it, a kept answer, or a refusal. Throws only bugs and outages. */
  readonly answer: (asked: Asked, house: House) => Promise<unknown>
}

/** A file as an answer, sent piece by piece as it is made: whoever reads slowly holds up nobody. */
export interface FileAnswer {
  readonly file: {
    /** In plain letters: what it is saved as. */
    readonly name: string
    readonly type: string
    readonly pieces: AsyncIterable<Uint8Array>
  }
}

/** What a handler may answer: the reply, or one of the call's refusals, or of the door's. */
export type Answer<C extends Call> = Promise<ReplyOf<C> | Refused<RefusalOf<C> | DoorRefusal>>

interface Context {
  readonly now: Instant
  readonly language: Language
}

interface CustomerContext extends Context {
  readonly tx: Tx
  readonly customer: string
  readonly session: string
  /** Staff have restricted the account. */
  readonly isRestricted: boolean
}

export type ReadContext = CustomerContext
export interface LookContext extends Context {
  readonly db: Db
}
export interface WriteContext extends CustomerContext {
  /** Holds the customer's lock. */
  readonly tx: LockedTx
  /** Tells the customer's sockets, after the commit. */
  tell(...topics: Topic[]): void
}
export interface PrepareContext extends Context {
  readonly house: House
  readonly customer: string
  readonly userAgent: string
  readonly bytes: Buffer
}

/** A read that anyone may make. It opens the database itself, if it needs it at all. */
export function onLook<C extends Read>(
  call: C,
  handle: (context: LookContext, input: InputOf<C>) => Answer<C> | Awaited<Answer<C>>,
): Route {
  assert(call.caller === 'anyone', `${call.path} is for anyone`)
  return {
    call,
    // A handler that needs no database answers at once; what it throws is still a rejection.
    answer: ({ input, now, language }, { db }) =>
      Promise.resolve().then(() => handle({ db, now, language }, input as InputOf<C>)),
  }
}

/** A read of a signed-in customer: the session and all that the handler reads are of one snapshot. */
export function onRead<C extends Read>(call: C, handle: (context: ReadContext, input: InputOf<C>) => Answer<C>): Route {
  assert(call.caller === 'customer', `${call.path} is for customers`)
  return {
    call,
    answer: async ({ token, input, now, language }, { db, sessions }) => {
      if (!token) return NOT_SIGNED_IN
      return db.read(async (tx) => {
        const asker = await sessions.find(tx, token, now)
        if (!asker) return NOT_SIGNED_IN
        sessions.seen(asker, now)
        const { customer, session, isRestricted } = asker
        if (isRestricted && refusesRestricted(call)) return RESTRICTED
        return handle({ tx, now, language, customer, session, isRestricted }, input as InputOf<C>)
      })
    },
  }
}

/**
 * An ordinary write: one transaction that first locks the customer, then asks for the session, then looks for an earlier answer to
 * the same key, then lets the handler load, decide and save, and keeps its answer. A refusal is not kept.
 */
export function onWrite<C extends Write>(
  call: C,
  handle: (context: WriteContext, input: InputOf<C>) => Answer<C>,
): Route {
  assert(call.caller === 'customer', `${call.path} is for customers`)
  const answerOnce = keeping(call)
  return {
    call,
    answer: (asked, house) => answerOnce(asked, house, (context) => handle(context, asked.input as InputOf<C>)),
  }
}

/**
 * A write with something slow before it, such as the hash of a password: `prepare` runs before the transaction, after the session
 * and an earlier answer were asked for; what it returns reaches the handler, and a refusal ends the call.
 */
export function onPreparedWrite<C extends Write, Facts>(
  call: C,
  prepare: (context: PrepareContext, input: InputOf<C>) => Promise<Facts | Refused<RefusalOf<C> | DoorRefusal>>,
  handle: (context: WriteContext, input: InputOf<C>, facts: Facts) => Answer<C>,
): Route {
  assert(call.caller === 'customer', `${call.path} is for customers`)
  const answerOnce = keeping(call)
  return {
    call,
    answer: async (asked, house) => {
      const input = asked.input as InputOf<C>
      const { token, now, language, userAgent, bytes } = asked
      if (!token) return NOT_SIGNED_IN
      const earlier = await house.db.read((tx) => findEarlier(tx, token, asked, house))
      if (earlier) return earlier
      const facts = await prepare({ house, customer: token.customer, now, language, userAgent, bytes }, input)
      if (isRefused(facts)) return facts
      return answerOnce(asked, house, (context) => handle(context, input, facts))
    },
  }
}

/** Answers a write once for each key: its repeats hear the first answer. */
function keeping(call: Write) {
  const encode = encoderFor(call.reply)
  return (asked: Asked, house: House, handle: (context: WriteContext) => Promise<unknown>): Promise<unknown> => {
    const repeat = repeatOf(asked, house)
    return asCustomer(asked, house, async (context) => {
      const kept = repeat && (await findKept(context.tx, repeat))
      if (kept) return kept
      if (context.isRestricted && refusesRestricted(call)) return RESTRICTED
      const answer = await handle(context)
      if (repeat && !isRefused(answer)) {
        await keepAnswer(context.tx, repeat, JSON.stringify(encode(answer)), context.now)
      }
      return answer
    })
  }
}

/** A call that does not begin with a session, or treats it in its own way: signing up, signing in. The handler opens its own transactions. */
export function onEntry<C extends Call>(call: C, handle: (asked: Asked<C>, house: House) => Answer<C>): Route {
  assert(
    !refusesRestricted(call),
    `${call.path} refuses restricted accounts, and is served by a route that knows of them`,
  )
  return { call, answer: (asked, house) => handle(asked as Asked<C>, house) }
}

export const NOT_SIGNED_IN = refuse('not_signed_in')
export const RESTRICTED = refuse('account_restricted')

/**
 * Do something for the signed-in customer in one transaction that locks the customer first. What `work` tells leaves after the
 * commit. Refuses `still_running` where another of the customer's writes holds the lock beyond the time limit.
 */
export async function asCustomer<T>(
  { token, now, language }: Asked,
  { db, sessions, events }: House,
  work: (context: WriteContext) => Promise<T>,
): Promise<T | Refused<'not_signed_in' | 'still_running'>> {
  if (!token) return NOT_SIGNED_IN
  const told = new Set<Topic>()
  const tell = (...topics: Topic[]): void => topics.forEach((topic) => told.add(topic))
  try {
    const answer = await db.write(async (tx) => {
      const locked = await lockCustomer(tx, token.customer)
      const asker = await sessions.find(locked, token, now)
      if (!asker) return NOT_SIGNED_IN
      return work({ tx: locked, now, language, ...asker, tell })
    })
    events.tell(token.customer, [...told])
    return answer
  } catch (error) {
    if (isStillLocked(error)) return refuse('still_running')
    throw error
  }
}

/** Under what a write's answer is kept, for whoever's token it is; null where nothing is. */
export function repeatOf({ call, input, key, token, bytes }: Asked, { repeatsKey }: House) {
  if (call.kind !== 'write' || call.key === 'none' || !token) return null
  const id = call.key === 'id' ? (input as { id: string }).id : (key ?? newId())
  return {
    customer: token.customer,
    key: id,
    call: call.path,
    fingerprint: fingerprintOf(repeatsKey, call.path, call.body ? { input, bytes: hash('sha256', bytes) } : input),
  }
}

/** Ends a write before anything slow is done for it: without a session, with a stored answer, or for a restricted account. */
async function findEarlier(tx: Tx, token: Token, asked: Asked, house: House): Promise<Kept | Refused | null> {
  const asker = await house.sessions.find(tx, token, asked.now)
  if (!asker) return NOT_SIGNED_IN
  house.sessions.seen(asker, asked.now)
  const repeat = repeatOf(asked, house)
  const kept = repeat && (await findKept(tx, repeat))
  if (kept) return kept
  return asker.isRestricted && refusesRestricted(asked.call) ? RESTRICTED : null
}
