import type { Role } from '@lonja/core/base/contract'
import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Tx } from '../database/db.ts'
import type { LockId } from '../database/locks.ts'
import type { Token } from '../secrets/token.ts'

/** A seat of staff that makes a call: its identity and its roles at this moment. */
export interface Seat {
  readonly id: SeatId
  /** The seat's name for customers and the audit log, counted from 1. */
  readonly number: number
  /** The name that the person chose. Only staff read it. */
  readonly name: string
  readonly roles: readonly Role[]
  /** The person's own account as a customer, on which they never decide; null if they have none. */
  readonly customer: CustomerId | null
}

/** A seat with the role that permits the call at hand. */
export interface ActingSeat extends Seat {
  readonly role: Role
}

/** A live session of a seat. */
export interface CallingSeat {
  readonly seat: Seat
  readonly session: string
  readonly seenAt: Instant
}

/** The door's access to seats. `find` reads the rows each time, so an ended seat, session or role stops at once. */
export interface Seats {
  find(tx: Tx, token: Token, now: Instant): Promise<CallingSeat | null>
  /** The role in which the seat holds a review of this customer; null if it holds none. */
  roleHeld(tx: Tx, customer: LockId, seat: SeatId): Promise<Role | null>
  /** Refreshes the session after an answer, but not at every call. */
  seen(asker: CallingSeat, now: Instant): void
}

/** A house without staff has no seats. */
export const NO_SEATS: Seats = {
  find: () => Promise.resolve(null),
  roleHeld: () => Promise.resolve(null),
  seen: () => {},
}

/** Finds the numbers of seats by their ids, for features that cannot import the seats. */
export type NumbersOf = (tx: Tx, seats: readonly SeatId[]) => Promise<ReadonlyMap<SeatId, number>>
