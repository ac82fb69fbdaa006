import type { Amount } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import type { ReviewState } from './review.contract.ts'

/** Whether an amount is one that staff may offer in the place of what was asked: less of the same, and something. */
export const isLess = (offered: Amount, asked: Amount | null): boolean =>
  asked !== null && offered.asset === asked.asset && offered.units > 0n && offered.units < asked.units

/** What a customer may have done about an offer; `expired`: nothing in time. */
export const OFFER_ANSWERS = ['accepted', 'declined', 'expired'] as const
export type OfferAnswer = (typeof OFFER_ANSWERS)[number]

/** Where an offer leaves its review. */
export const stateAfter = (answer: OfferAnswer): 'approved' | 'cancelled' =>
  answer === 'accepted' ? 'approved' : 'cancelled'

/**
 * A customer answers an offer, having seen exactly this payload and in time: at its end it is over. Null where the answer counts.
 */
export function decideAnswer(
  state: ReviewState,
  offer: { readonly payloadHash: string; readonly endsAt: Instant | null } | null,
  { seen, now }: { readonly seen: string; readonly now: Instant },
): Refused<'review_over' | 'payload_changed'> | null {
  if (state !== 'offered' || !offer || offer.endsAt === null || now >= offer.endsAt) return refuse('review_over')
  return seen === offer.payloadHash ? null : refuse('payload_changed')
}
