import type { CustomerId, SeatId } from '../base/ids.ts'
import { HOUR, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'

/** The origin of a seat. */
export interface SeatOrigin {
  readonly seat: SeatId
  /** The person's own customer account. */
  readonly customer: CustomerId | null
  /** The seat whose link it was claimed by; null for a link from the command line. */
  readonly letInBy: SeatId | null
  /** True if a second admin confirmed its link, or the seat itself. */
  readonly isConfirmed: boolean
  readonly claimedAt: Instant
}

/** The origins of some seats, and of every seat above them in their chains. */
export type SeatOrigins = ReadonlyMap<SeatId, SeatOrigin>

/**
 * A seat with those that let it in, up to the one that answers for it: a seat that the command line let in, or that a second
 * admin confirmed, answers for itself.
 */
function chainOf(seat: SeatId, origins: SeatOrigins): SeatId[] {
  const origin = origins.get(seat)
  return !origin || origin.letInBy === null || origin.isConfirmed ? [seat] : [seat, ...chainOf(origin.letInBy, origins)]
}

/** One person may have two seats: two seats that name the same customer account are the same person. */
export const isSamePerson = (
  one: { readonly customer: CustomerId | null },
  other: { readonly customer: CustomerId | null },
): boolean => one.customer !== null && one.customer === other.customer

/**
 * Two seats are one hand if one let the other in, or if one seat, or one person with two, is in the chains of both: a person
 * who lets in a seat that lets in another one is behind both.
 */
export function areOneHand(one: SeatId, other: SeatId, origins: SeatOrigins): boolean {
  const areOne = (a: SeatId | null | undefined, b: SeatId): boolean => {
    if (a === b) return true
    const [left, right] = [a && origins.get(a), origins.get(b)]
    return Boolean(left && right && isSamePerson(left, right))
  }
  const others = chainOf(other, origins)
  return (
    areOne(origins.get(one)?.letInBy, other) ||
    areOne(origins.get(other)?.letInBy, one) ||
    chainOf(one, origins).some((a) => others.some((b) => areOne(a, b)))
  )
}

/** A new seat gives no second opinion for this time, so that nobody makes a second person for one decision. */
export const SEAT_NEW_MS = 24 * HOUR

export type SecondRefusal = 'let_in_by' | 'seat_too_new'

/** The facts by which a seat is judged as a second person. */
export interface SecondFacts {
  readonly origins: SeatOrigins
  readonly now: Instant
  /** The time when the house's first seat was claimed. */
  readonly firstSeatAt: Instant
}

/**
 * Whether two seats may be the two people of a decision, `second` after `first`: not if they are one hand, and not
 * while the second is new. On the first day of a house, counted from its first seat, every seat is new and may.
 */
export function decideSecond(
  first: SeatId,
  second: SeatId,
  { origins, now, firstSeatAt }: SecondFacts,
): null | Refused<SecondRefusal> {
  if (areOneHand(first, second, origins)) return refuse('let_in_by')
  const isFirstDay = now - firstSeatAt < SEAT_NEW_MS
  const claimedAt = origins.get(second)?.claimedAt ?? now
  return !isFirstDay && now - claimedAt < SEAT_NEW_MS ? refuse('seat_too_new') : null
}
