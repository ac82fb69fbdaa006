import { hash } from 'node:crypto'
import {
  refusalByProduct,
  refusalByState,
  type AccountState,
  type Call,
  type DoorRefusal,
  type InputOf,
  type ProductsOff,
  type Read,
  type RefusalOf,
  type ReplyOf,
  type Topic,
  type Write,
} from '@lonja/core/base/contract'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { isRefused, refuse, type Refused } from '@lonja/core/base/refusal'
import type { Db, Tx } from '../database/db.ts'
import { lockCustomer, type LockedTx } from '../database/locks.ts'
import { encoderFor } from './encode.ts'
import type { Events } from '../base/events.ts'
import { newId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { findStoredAnswer, fingerprintOf, isStillLocked, storeAnswer } from './stored-answers.ts'
import type { Seats } from './seats.ts'
import type { Tries } from './tries.ts'
import type { Token } from '../secrets/token.ts'

/** A live session and its last use. */
export interface SessionUse {
  readonly customer: CustomerId
  readonly session: string
  readonly seenAt: Instant
}

/** The calling customer, found by a live session. */
export interface CallingCustomer extends SessionUse, AccountState {}

/** The door's access to sessions. `find` reads the session's row each time, so that a revoked session stops at once. */
export interface Sessions {
  find(tx: Tx, token: Token, now: Instant): Promise<CallingCustomer | null>
  /** Session refresh: extends the session, not on every call, after the answer. */
  seen(asker: SessionUse, now: Instant): void
}

/** The house that every route is given. */
export interface House {
  readonly db: Db
  readonly sessions: Sessions
  readonly seats: Seats
  readonly events: Events
  readonly log: Log
  /** The key of the fingerprints of bodies. */
  readonly fingerprintKey: Buffer
  readonly tries: Tries
  /** The key of the marks of known devices. */
  readonly marksKey: Buffer
  /** The products that the operator has switched off. */
  readonly off: ProductsOff
}

/** One request, decoded by its contract. */
export interface CallRequest<C extends Call = Call> {
  readonly call: C
  readonly input: InputOf<C>
  readonly language: Language
  /** The token that was sent, if it has the form of one. */
  readonly token: Token | null
  /** The idempotency key that was sent. */
  readonly key: string | null
  /** The caller's network (`networkOf`), by which attempts are limited. */
  readonly ip: string
  readonly userAgent: string
  readonly now: Instant
  /** The body of a call that takes a picture; empty with any other. */
  readonly bytes: Buffer
}

/** A stored answer, which is already JSON. */
export interface StoredAnswer {
  readonly stored: string
}

/**
 * A call of the contract and its handler. The door treats all routes alike, whether `onRead`, `onWrite` or the lane
 * makes them.
 */
export interface Route {
  readonly call: Call
  /** Resolves to the reply as the contract decodes it, a stored answer, or a refusal. Throws only bugs and outages. */
  readonly answer: (request: CallRequest, house: House) => Promise<unknown>
}

/** A handler's answer: the reply, or a refusal of the call or of the door. */
export type Answer<C extends Call> = Promise<ReplyOf<C> | Refused<RefusalOf<C> | DoorRefusal>>

interface Context {
  readonly now: Instant
  readonly language: Language
}

interface CustomerContext extends Context, AccountState {
  readonly tx: Tx
  readonly customer: CustomerId
  readonly session: string
}

export type ReadContext = CustomerContext
export interface LookContext extends Context {
  readonly db: Db
}
export interface WriteContext extends CustomerContext {
  /** Holds the customer's lock. */
  readonly tx: LockedTx
  /** Publishes topics to the customer after the commit. */
  publish(...topics: Topic[]): void
  /** Runs after the commit, and not at all without one. */
  afterCommit(work: () => void): void
}
export interface PrepareContext extends Context {
  readonly house: House
  readonly customer: CustomerId
  readonly userAgent: string
  readonly bytes: Buffer
}

/** A read that anyone may make. The handler opens the database itself if it needs it. */
export function onLook<C extends Read>(
  call: C,
  handle: (context: LookContext, input: InputOf<C>) => Answer<C> | Awaited<Answer<C>>,
): Route {
  assert(call.caller === 'anyone', `${call.path} is for anyone`)
  return {
    call,
    // A handler without the database answers at once. Its exceptions still become rejections.
    answer: ({ input, now, language }, { db }) =>
      Promise.resolve().then(() => handle({ db, now, language }, input as InputOf<C>)),
  }
}

/** A read of a signed-in customer. The session and the handler's reads share one snapshot. */
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
        const { customer, session, restriction, waitsUntil } = asker
        const refused = refusalByState(call, asker, now, input)
        return refused ?? handle({ tx, now, language, customer, session, restriction, waitsUntil }, input as InputOf<C>)
      })
    },
  }
}

/**
 * An ordinary write in one transaction. It first locks the customer, then finds the session and a stored answer under
 * the same idempotency key. The handler then loads, decides and saves, and its answer is stored. A refusal is not
 * stored.
 */
export function onWrite<C extends Write>(
  call: C,
  handle: (context: WriteContext, input: InputOf<C>) => Answer<C>,
): Route {
  assert(call.caller === 'customer', `${call.path} is for customers`)
  const answerOnce = keeping(call)
  return {
    call,
    answer: (request, house) => answerOnce(request, house, (context) => handle(context, request.input as InputOf<C>)),
  }
}

/**
 * A write with slow work before it, such as a password hash. `prepare` runs before the transaction, after the session
 * and a stored answer have been looked up. Its result is passed to the handler. A refusal ends the call.
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
    answer: async (request, house) => {
      const input = request.input as InputOf<C>
      const { token, now, language, userAgent, bytes } = request
      if (!token) return NOT_SIGNED_IN
      const earlier = await house.db.read((tx) => findEarlier(tx, token, request, house))
      if (earlier) return earlier
      const facts = await prepare({ house, customer: token.customer, now, language, userAgent, bytes }, input)
      if (isRefused(facts)) return facts
      return answerOnce(request, house, (context) => handle(context, input, facts))
    },
  }
}

/** Runs a write once for each idempotency key. Repeats get the stored answer. */
function keeping(call: Write) {
  const encode = encoderFor(call.reply)
  return (request: CallRequest, house: House, handle: (context: WriteContext) => Promise<unknown>) => {
    const identity = writeIdentityOf(request, house)
    return asCustomer(request, house, async (context) => {
      const stored = identity && (await findStoredAnswer(context.tx, identity))
      if (stored) return stored
      const refused = refusalBefore(request, context, house)
      if (refused) return refused
      const answer = await handle(context)
      if (identity && !isRefused(answer)) {
        await storeAnswer(context.tx, identity, JSON.stringify(encode(answer)), context.now)
      }
      return answer
    })
  }
}

/** A call that needs no session or handles it itself, such as signing up. The handler opens its own transactions. */
export function onEntry<C extends Call>(call: C, handle: (request: CallRequest<C>, house: House) => Answer<C>): Route {
  assert(
    call.restrictedFrom === null,
    `${call.path} refuses restricted accounts, and is served by a route that knows of them`,
  )
  return { call, answer: (request, house) => handle(request as CallRequest<C>, house) }
}

export const NOT_SIGNED_IN = refuse('not_signed_in')

/**
 * Runs work for the signed-in customer in one transaction that locks the customer first. Topics are published after the
 * commit. Refuses `still_running` if another write of the customer holds the lock beyond the time limit.
 */
export async function asCustomer<T>(
  { token, now, language }: CallRequest,
  { db, sessions, events }: House,
  work: (context: WriteContext) => Promise<T>,
): Promise<T | Refused<'not_signed_in' | 'still_running'>> {
  if (!token) return NOT_SIGNED_IN
  const published = new Set<Topic>()
  const publish = (...topics: Topic[]): void => topics.forEach((topic) => published.add(topic))
  let after: (() => void)[] = []
  try {
    const answer = await db.write(async (tx) => {
      // A transaction may be tried again.
      after = []
      const locked = await lockCustomer(tx, token.customer)
      const caller = await sessions.find(locked, token, now)
      if (!caller) return NOT_SIGNED_IN
      sessions.seen(caller, now)
      return work({ tx: locked, now, language, ...caller, publish, afterCommit: (then) => void after.push(then) })
    })
    for (const then of after) then()
    events.publish(token.customer, [...published])
    return answer
  } catch (error) {
    if (isStillLocked(error)) return refuse('still_running')
    throw error
  }
}

/** The identity under which a write's answer is stored, for a customer or a seat; null if the call stores none. */
export function writeIdentityOf({ call, input, key, token, bytes }: CallRequest, { fingerprintKey }: House) {
  if (call.kind !== 'write' || call.key === 'none' || !token) return null
  const id = call.key === 'id' ? (input as { id: string }).id : (key ?? newId())
  return {
    customer: token.customer,
    key: id,
    call: call.path,
    fingerprint: fingerprintOf(fingerprintKey, call.path, call.body ? { input, bytes: hash('sha256', bytes) } : input),
  }
}

/** Ends a write before its slow work: without a session, with a stored answer, or for a restricted account. */
async function findEarlier(
  tx: Tx,
  token: Token,
  request: CallRequest,
  house: House,
): Promise<StoredAnswer | Refused | null> {
  const asker = await house.sessions.find(tx, token, request.now)
  if (!asker) return NOT_SIGNED_IN
  house.sessions.seen(asker, request.now)
  const identity = writeIdentityOf(request, house)
  const stored = identity && (await findStoredAnswer(tx, identity))
  if (stored) return stored
  return refusalBefore(request, asker, house)
}

/** Refuses a write before its handler: by the state of the account, or because the house does not offer what it enters. */
const refusalBefore = ({ call, now, input }: CallRequest, caller: AccountState, { off }: House): Refused | null =>
  refusalByState(call, caller, now, input) ?? refusalByProduct(call, off)
