import type { Role } from '../base/contract.ts'
import type { CustomerId, SeatId } from '../base/ids.ts'
import { HOUR, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import {
  areOneHand,
  decideSecond,
  isSamePerson,
  type SecondFacts,
  type SecondRefusal,
  type SeatOrigins,
} from './hands.rules.ts'

/** A change of seats: a link for a new seat, other roles, or the end of a seat. */
export const SEAT_CHANGES = ['link', 'roles', 'end'] as const
export type SeatChangeAct = (typeof SEAT_CHANGES)[number]

/** A proposed change that no second admin has confirmed in this time has ended. */
export const SEAT_CHANGE_LIVES = 7 * 24 * HOUR

/** A seat as these rules see it. */
export interface AdminSeat {
  readonly id: SeatId
  readonly roles: readonly Role[]
  /** The person's own customer account. */
  readonly customer: CustomerId | null
  readonly endedAt: Instant | null
}

const isAdmin = ({ roles, endedAt }: Pick<AdminSeat, 'roles' | 'endedAt'>): boolean =>
  endedAt === null && roles.includes('admin')

/** The admins who can confirm what this one proposes: active seats of another person and another hand. */
export const secondAdmins = (admin: AdminSeat, seats: readonly AdminSeat[], origins: SeatOrigins): AdminSeat[] =>
  seats.filter(
    (other) =>
      other.id !== admin.id &&
      isAdmin(other) &&
      !isSamePerson(admin, other) &&
      !areOneHand(admin.id, other.id, origins),
  )

/** True if a change only gives up roles of the admin's own seat: nobody has to confirm that. */
export const givesUpOwn = (admin: SeatId, seat: Pick<AdminSeat, 'id' | 'roles'>, after: readonly Role[]): boolean =>
  seat.id === admin && after.every((role) => seat.roles.includes(role))

/** A proposed change, with the seat that it changes: null for a link. */
export interface SeatChange {
  readonly state: 'open' | 'confirmed' | 'withdrawn'
  readonly endsAt: Instant
  /** The roles that the seat had when the change was proposed; null for a link or an end. */
  readonly before: readonly Role[] | null
  readonly seat: AdminSeat | null
  readonly proposedBy: AdminSeat
}

/** True while a change waits for its second admin. It ends with the proposer's seat or role. */
export const isWaiting = ({ state, endsAt, proposedBy }: Omit<SeatChange, 'seat' | 'before'>, now: Instant): boolean =>
  state === 'open' && now < endsAt && isAdmin(proposedBy)

export type ConfirmingRefusal = 'change_over' | 'own_change' | 'seat_changed' | SecondRefusal

/**
 * Confirm a change as the second admin. Refused, in this order: a change that is over, one's own, one proposed by the
 * same hand, by a seat in its first day, and a seat that has been ended or has other roles than when it was proposed.
 */
export function decideConfirming(
  change: SeatChange,
  acting: Pick<AdminSeat, 'id' | 'customer'>,
  facts: SecondFacts,
): null | Refused<ConfirmingRefusal> {
  const { proposedBy, seat, before } = change
  if (!isWaiting(change, facts.now)) return refuse('change_over')
  if (proposedBy.id === acting.id || isSamePerson(proposedBy, acting)) return refuse('own_change')
  const second = decideSecond(proposedBy.id, acting.id, facts)
  if (second) return second
  if (seat && (seat.endedAt !== null || (before !== null && before.join() !== seat.roles.join())))
    return refuse('seat_changed')
  return null
}

/**
 * Confirm that another person sits in a seat, which then answers for itself. Refused: one that does so already, one of
 * the admin's own hand or person, and an admin in the first day of the seat.
 */
export function decideSeatConfirming(
  seat: Pick<AdminSeat, 'id' | 'customer'>,
  acting: Pick<AdminSeat, 'id' | 'customer'>,
  facts: SecondFacts,
): null | Refused<'seat_confirmed' | SecondRefusal> {
  const origin = facts.origins.get(seat.id)
  if (origin === undefined || origin.letInBy === null || origin.isConfirmed) return refuse('seat_confirmed')
  if (isSamePerson(seat, acting)) return refuse('let_in_by')
  return decideSecond(seat.id, acting.id, facts)
}
