import type { Amount } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import type { ReviewState } from './review.contract.ts'

/** True if staff may offer the amount instead of the requested one: less of the same asset, and above zero. */
export const isLess = (offered: Amount, request: Amount | null): boolean =>
  request !== null && offered.asset === request.asset && offered.units > 0n && offered.units < request.units

/** The customer's answers to an offer; `expired` is no answer in time. */
export const OFFER_ANSWERS = ['accepted', 'declined', 'expired'] as const
export type OfferAnswer = (typeof OFFER_ANSWERS)[number]

/** The state of the review after the answer to an offer. */
export const stateAfter = (answer: OfferAnswer): 'approved' | 'cancelled' =>
  answer === 'accepted' ? 'approved' : 'cancelled'

/**
 * Accept or decline an offer for its customer, who has seen exactly this payload, before the offer's end. Null if the
 * answer counts.
 */
export function decideAnswer(
  state: ReviewState,
  offer: { readonly payloadHash: string; readonly endsAt: Instant | null } | null,
  { seen, now }: { readonly seen: string; readonly now: Instant },
): Refused<'review_over' | 'payload_changed'> | null {
  if (state !== 'offered' || !offer || offer.endsAt === null || now >= offer.endsAt) return refuse('review_over')
  return seen === offer.payloadHash ? null : refuse('payload_changed')
}
