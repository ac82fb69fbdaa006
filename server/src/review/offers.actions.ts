import type { Amount } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { Outcome } from '@lonja/core/review/review.rules'
import type { Tx } from '../database/db.ts'
import { insertOffer, saveOfferEnd } from './offers.store.ts'

/** An offer of less than was asked: the amount, its payload, and how long the customer may take to accept it. */
export interface ReducedOffer {
  readonly amount: Amount
  readonly eurCents: bigint | null
  readonly payload: Readonly<Record<string, string | null>>
  readonly answerMs: number
}

/** The first opinion of a round freezes the smaller payload. The decision starts the customer's time to answer. */
export async function keepOffer(
  tx: Tx,
  { amount, eurCents, answerMs }: ReducedOffer,
  about: { review: string; round: number; payloadHash: string; person: number; outcome: Outcome; now: Instant },
): Promise<void> {
  const { review, round, payloadHash, person, outcome, now } = about
  if (person === 1) await insertOffer(tx, { review, round, units: amount.units, eurCents, payloadHash, at: now })
  const isOffered = outcome.outcome === 'decided' && outcome.result === 'offered'
  if (isOffered) await saveOfferEnd(tx, { review, round }, now + answerMs)
}
