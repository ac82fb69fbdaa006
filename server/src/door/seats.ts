import type { Role } from '@lonja/core/base/contract'
import type { Instant } from '@lonja/core/base/instant'
import type { Tx } from '../database/db.ts'
import type { Token } from '../secrets/token.ts'

/** A seat of staff as it asks: who it is and what it may do at this moment. */
export interface Seat {
  readonly id: string
  /** What customers and the audit log call it: counted from 1. */
  readonly number: number
  /** The name that the person took; only staff read it. */
  readonly name: string
  readonly roles: readonly Role[]
  /** The person's own account as a customer, which they never decide; null for none. */
  readonly customer: string | null
}

/** A seat in the role that lets it make the call at hand. */
export interface ActingSeat extends Seat {
  readonly role: Role
}

/** A seat's session that is live. */
export interface SeatAsker {
  readonly seat: Seat
  readonly session: string
  readonly seenAt: Instant
}

/** How the door knows which seat asks. `find` reads the rows each time: an ended seat, session or role stops at once. */
export interface Seats {
  find(tx: Tx, token: Token, now: Instant): Promise<SeatAsker | null>
  /** Somebody was here: moves the session's end on, now and then, after the answer. */
  seen(asker: SeatAsker, now: Instant): void
}

/** A house without staff: nobody sits anywhere. */
export const NO_SEATS: Seats = { find: () => Promise.resolve(null), seen: () => {} }

/** What the house calls seats, by their ids: for features that stand beside them. */
export type NumbersOf = (tx: Tx, seats: readonly string[]) => Promise<ReadonlyMap<string, number>>
