import type { Call, DoorRefusal, InputOf, Read, Role, Topic, Write } from '@lonja/core/base/contract'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { isRefused, refuse, type Refused } from '@lonja/core/base/refusal'
import type { Tx } from '../database/db.ts'
import { encoderFor } from './encode.ts'
import { findStoredAnswer, isStillLocked, storeAnswer } from './stored-answers.ts'
import type { ActingSeat, CallingSeat } from './seats.ts'
import { NOT_SIGNED_IN, writeIdentityOf, type Answer, type CallRequest, type House, type Route } from './serve.ts'
import { HOUSE, ensureLock, lockCustomers, type LockId, type LockedTx } from '../database/locks.ts'
import { seatOf } from '../secrets/token.ts'

interface StaffContext {
  readonly tx: Tx
  readonly now: Instant
  readonly language: Language
  readonly seat: ActingSeat
  /** The seat's session that makes the call. */
  readonly session: string
}

export type StaffReadContext = StaffContext

export interface StaffWriteContext extends StaffContext {
  /** Holds the locks of the customer and of the seat. */
  readonly tx: LockedTx
  /** Publishes topics to a customer after the commit. */
  publish(customer: CustomerId, ...topics: Topic[]): void
  /** Runs after the commit, and not if the transaction rolls back. */
  afterCommit(work: () => void): void
}

const NOT_YOUR_ROLE = refuse('not_your_role')

/**
 * A seat's read that shows no customer's own data: masked lists, or the seat itself. The session and the handler's
 * reads share one snapshot.
 */
export function onStaffRead<C extends Read>(
  call: C,
  handle: (context: StaffReadContext, input: InputOf<C>) => Answer<C>,
): Route {
  checkCall(call)
  return {
    call,
    answer: async ({ token, input, now, language }, { db, seats }) => {
      if (!token) return NOT_SIGNED_IN
      return db.read(async (tx) => {
        const asker = await seats.find(tx, token, now)
        const seat = actingFor(call, asker)
        if (isRefused(seat) || !asker) return seat as Refused<DoorRefusal>
        seats.seen(asker, now)
        return handle({ tx, now, language, seat, session: asker.session }, input as InputOf<C>)
      })
    },
  }
}

/** The work of a staff call: the customer to lock besides the seat, and the handler. */
export interface StaffWork<C extends Call> {
  /**
   * The customer whom the call concerns. It is read before any lock, so it may depend only on data that never changes,
   * such as the owner of a withdrawal. Null if the call concerns no customer or the thing does not exist; the handler
   * then answers.
   */
  readonly customerOf?: (tx: Tx, input: InputOf<C>) => Promise<LockId | null> | LockId | null
  readonly handle: (context: StaffWriteContext, input: InputOf<C>) => Answer<C>
}

/**
 * A seat's write in one transaction. It first locks the customer concerned and the seat, in sorted order. It then finds
 * the seat's session and roles, and a stored answer under the same idempotency key of this seat. The handler then
 * loads, decides and saves, and its answer is stored. A refusal is not stored.
 */
export function onStaffWrite<C extends Write>(call: C, { customerOf, handle }: StaffWork<C>): Route {
  checkCall(call)
  const encode = encoderFor(call.reply)
  return {
    call,
    answer: (request, house) => {
      const input = request.input as InputOf<C>
      const identity = writeIdentityOf(request, house)
      return asSeat(
        request,
        house,
        (tx) => customerOf?.(tx, input) ?? null,
        async (context) => {
          const stored = identity && (await findStoredAnswer(context.tx, identity))
          if (stored) return stored
          const answer = await handle(context, input)
          if (identity && !isRefused(answer)) {
            await storeAnswer(context.tx, identity, JSON.stringify(encode(answer)), context.now)
          }
          return answer
        },
      )
    },
  }
}

/**
 * A seat's read that counts as a view: opening a customer or an identity document. It locks like a write, so the
 * handler can write the view into the audit log. The answer leaves after the commit, so staff see nothing that is not
 * in the log.
 */
export function onStaffView<C extends Read>(call: C, { customerOf, handle }: StaffWork<C>): Route {
  checkCall(call)
  return {
    call,
    answer: (request, house) => {
      const input = request.input as InputOf<C>
      return asSeat(
        request,
        house,
        (tx) => customerOf?.(tx, input) ?? null,
        (context) => handle(context, input),
      )
    },
  }
}

/** Asserts, when the house opens, that a staff call is for seats, lists its roles, and has a staff path. */
function checkCall({ caller, roles, path }: Call): void {
  assert(caller === 'seat' && roles !== undefined && roles.length > 0, `${path} is for seats, and says of which roles`)
  assert(path.startsWith('/staff/'), `${path} is a seat's call: its path begins with /staff/`)
}

/** The seat with the first of the call's roles that it has, or the refusal. */
function actingFor(call: Call, asker: CallingSeat | null): ActingSeat | Refused<DoorRefusal> {
  if (!asker) return NOT_SIGNED_IN
  const [role] = fitting(call, asker)
  return role === undefined ? NOT_YOUR_ROLE : { ...asker.seat, role }
}

/** The roles of a seat that may make a call, in the order of the call. */
const fitting = ({ roles = [] }: Call, { seat }: CallingSeat): Role[] => roles.filter((one) => seat.roles.includes(one))

/**
 * The role that is recorded where several fit: the one in which the seat holds a review of this customer now, since the call is a
 * part of that work; otherwise the first of the call's roles.
 */
async function roleAbout(
  call: Call,
  asker: CallingSeat,
  held: () => Promise<Role | null>,
): Promise<{ readonly role?: Role }> {
  const roles = fitting(call, asker)
  const role = roles.length > 1 ? await held() : null
  return role !== null && roles.includes(role) ? { role } : {}
}

/** Runs work for a seat in one transaction that locks, in sorted order, the customer concerned and the seat. */
export async function asSeat<C extends Call, T>(
  { call, token, now, language }: CallRequest<C>,
  { db, seats, events }: House,
  customerOf: (tx: Tx) => Promise<LockId | null> | LockId | null,
  work: (context: StaffWriteContext) => Promise<T>,
): Promise<T | Refused<DoorRefusal>> {
  if (!token) return NOT_SIGNED_IN
  const topicsOf = new Map<CustomerId, Set<Topic>>()
  const publish = (customer: CustomerId, ...topics: Topic[]): void => {
    const own = topicsOf.get(customer) ?? new Set()
    for (const topic of topics) own.add(topic)
    topicsOf.set(customer, own)
  }
  const after: (() => void)[] = []
  let asking: CallingSeat | null = null
  try {
    const answer = await db.write(async (tx) => {
      // Check the seat before any lookup: a stranger learns nothing and waits for no lock.
      const early = actingFor(call, await seats.find(tx, token, now))
      if (isRefused(early)) return early
      const customer = await customerOf(tx)
      // The house's row is made by its first lock. Its id sorts before any other.
      if (customer === HOUSE) await ensureLock(tx, HOUSE, now)
      const own = seatOf(token)
      const locked = await lockCustomers(tx, customer === null ? [own] : [customer, own])
      const asker = await seats.find(locked, token, now)
      const seat = actingFor(call, asker)
      if (isRefused(seat) || !asker) return seat as Refused<DoorRefusal>
      asking = asker
      const held = () => (customer === null ? Promise.resolve(null) : seats.roleHeld(locked, customer, seat.id))
      return work({
        tx: locked,
        now,
        language,
        seat: { ...seat, ...(await roleAbout(call, asker, held)) },
        session: asker.session,
        publish,
        afterCommit: (then) => void after.push(then),
      })
    })
    if (asking) seats.seen(asking, now)
    for (const then of after) then()
    for (const [customer, topics] of topicsOf) events.publish(customer, [...topics])
    return answer
  } catch (error) {
    if (isStillLocked(error)) return refuse('still_running')
    throw error
  }
}
