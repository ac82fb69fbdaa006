import type { CustomerId } from '../base/ids.ts'
import { HOUR, type Instant } from '../base/instant.ts'
import { isSamePerson, decideSecond, type SecondFacts } from '../staff/hands.rules.ts'
import type { Acting } from './review.rules.ts'

/** A customer is new for this time after the sign-up. */
export const NEW_CUSTOMER_MS = 7 * 24 * HOUR

/** The instant after which a customer must have joined to be new. */
export const newSince = (now: Instant): Instant => now - NEW_CUSTOMER_MS

/**
 * The turn of a review with one opinion, seen from a seat: `given` is the seat's own opinion, which waits for
 * another; `second` waits for this seat; `barred` waits for others, because this seat may not be its second person.
 */
export type Turn = 'given' | 'second' | 'barred'

/** Decides the turn by the rules of a second opinion. `customer` is the one under review; null for the house. */
export function turnFor(
  customer: CustomerId | null,
  first: Acting,
  asking: Acting & { readonly mayDecide: boolean },
  facts: SecondFacts,
): Turn {
  if (first.seat === asking.seat) return 'given'
  if (!asking.mayDecide || isSamePerson(first, asking)) return 'barred'
  if (customer !== null && customer === asking.customer) return 'barred'
  return decideSecond(first.seat, asking.seat, facts) === null ? 'second' : 'barred'
}
