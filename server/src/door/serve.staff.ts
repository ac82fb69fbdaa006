import type { Call, DoorRefusal, InputOf, Read, Topic, Write } from '@lonja/core/base/contract'
import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { isRefused, refuse, type Refused } from '@lonja/core/base/refusal'
import type { Tx } from '../database/db.ts'
import { encoderFor } from './encode.ts'
import { findKept, isStillLocked, keepAnswer } from './repeats.ts'
import type { ActingSeat, SeatAsker } from './seats.ts'
import { NOT_SIGNED_IN, repeatOf, type Answer, type Asked, type House, type Route } from './serve.ts'
import { lockCustomers, type LockedTx } from '../database/locks.ts'

interface StaffContext {
  readonly tx: Tx
  readonly now: Instant
  readonly language: Language
  readonly seat: ActingSeat
  /** The session of the seat that asks. */
  readonly session: string
}

export type StaffReadContext = StaffContext

export interface StaffWriteContext extends StaffContext {
  /** Holds the locks of the customer and of the seat. */
  readonly tx: LockedTx
  /** Tells a customer's sockets, after the commit. */
  tell(customer: string, ...topics: Topic[]): void
}

const NOT_YOUR_ROLE = refuse('not_your_role')

/** A seat's read that shows nobody's own things: lists that are masked, the seat itself. The session and all that is read are of one snapshot. */
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

/** Whose row is locked besides the seat's, and what is done. */
export interface StaffWork<C extends Call> {
  /**
   * The customer whom it concerns, read before anything is locked: only by what never changes, such as whose a withdrawal is.
   * Null where it concerns none, or where there is no such thing: the handler then says so.
   */
  readonly customerOf?: (tx: Tx, input: InputOf<C>) => Promise<string | null> | string | null
  readonly handle: (context: StaffWriteContext, input: InputOf<C>) => Answer<C>
}

/**
 * A seat's write: one transaction that first locks the customer concerned and the seat, in one order, then asks for the seat's
 * session and roles, then looks for an earlier answer to the same key (of this seat), then lets the handler load, decide and save, and
 * keeps its answer. A refusal is not kept.
 */
export function onStaffWrite<C extends Write>(call: C, { customerOf, handle }: StaffWork<C>): Route {
  checkCall(call)
  const encode = encoderFor(call.reply)
  return {
    call,
    answer: (asked, house) => {
      const input = asked.input as InputOf<C>
      const repeat = repeatOf(asked, house)
      return asSeat(
        asked,
        house,
        (tx) => customerOf?.(tx, input) ?? null,
        async (context) => {
          const kept = repeat && (await findKept(context.tx, repeat))
          if (kept) return kept
          const answer = await handle(context, input)
          if (repeat && !isRefused(answer)) {
            await keepAnswer(context.tx, repeat, JSON.stringify(encode(answer)), context.now)
          }
          return answer
        },
      )
    },
  }
}

/**
 * A seat's read that is a view: opening a customer or a paper. It locks as a write does, so that the handler can write the view into
 * the audit log; the answer leaves after the commit, so nothing is seen that was not written down first.
 */
export function onStaffView<C extends Read>(call: C, { customerOf, handle }: StaffWork<C>): Route {
  checkCall(call)
  return {
    call,
    answer: (asked, house) => {
      const input = asked.input as InputOf<C>
      return asSeat(
        asked,
        house,
        (tx) => customerOf?.(tx, input) ?? null,
        (context) => handle(context, input),
      )
    },
  }
}

/** Asserts, when the house opens, that a seat's call is one of staff and says for whom it is. */
function checkCall({ caller, roles, path }: Call): void {
  assert(caller === 'seat' && roles !== undefined && roles.length > 0, `${path} is for seats, and says of which roles`)
  assert(path.startsWith('/staff/'), `${path} is a seat's call: its path begins with /staff/`)
}

/** The seat in the first of the call's roles that it has, or why it may not make the call. */
function actingFor(call: Call, asker: SeatAsker | null): ActingSeat | Refused<DoorRefusal> {
  if (!asker) return NOT_SIGNED_IN
  const role = call.roles?.find((one) => asker.seat.roles.includes(one))
  return role === undefined ? NOT_YOUR_ROLE : { ...asker.seat, role }
}

/** Do something for a seat in one transaction that locks, in sorted order, the customer whom it concerns and the seat itself. */
export async function asSeat<C extends Call, T>(
  { call, token, now, language }: Asked<C>,
  { db, seats, events }: House,
  customerOf: (tx: Tx) => Promise<string | null> | string | null,
  work: (context: StaffWriteContext) => Promise<T>,
): Promise<T | Refused<DoorRefusal>> {
  if (!token) return NOT_SIGNED_IN
  const told = new Map<string, Set<Topic>>()
  const tell = (customer: string, ...topics: Topic[]): void => {
    const own = told.get(customer) ?? new Set()
    for (const topic of topics) own.add(topic)
    told.set(customer, own)
  }
  let asking: SeatAsker | null = null
  try {
    const answer = await db.write(async (tx) => {
      // Before anything is looked up for them: a stranger learns nothing, and waits for nobody.
      const early = actingFor(call, await seats.find(tx, token, now))
      if (isRefused(early)) return early
      const customer = await customerOf(tx)
      const locked = await lockCustomers(tx, customer === null ? [token.customer] : [customer, token.customer])
      const asker = await seats.find(locked, token, now)
      const seat = actingFor(call, asker)
      if (isRefused(seat) || !asker) return seat as Refused<DoorRefusal>
      asking = asker
      return work({ tx: locked, now, language, seat, session: asker.session, tell })
    })
    if (asking) seats.seen(asking, now)
    for (const [customer, topics] of told) events.tell(customer, [...topics])
    return answer
  } catch (error) {
    if (isStillLocked(error)) return refuse('still_running')
    throw error
  }
}
