import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import { refuse, type Refused } from '@lonja/core/base/refusal'
import { isOver } from '@lonja/core/review/review.rules'
import type { Tx } from '../database/db.ts'
import { readReview } from './review.actions.ts'
import { saveReview } from './review.store.ts'

/** Cancels a review for its customer before it is decided. Refuses one that is over. */
export async function cancelReview(tx: Tx, id: string, now: Instant): Promise<null | Refused<'review_over'>> {
  const { review } = await readReview(tx, id)
  if (isOver(review)) return refuse('review_over')
  await saveReview(tx, { ...review, state: 'cancelled', holder: null, endedAt: now })
  return null
}

/** Ends a review with what it was about, also one whose smaller amount waits for its customer's answer. */
export async function endReview(tx: Tx, id: string, now: Instant): Promise<void> {
  const { review } = await readReview(tx, id)
  assert(review.endedAt === null, 'a review ends once')
  await saveReview(tx, { ...review, state: 'cancelled', holder: null, endedAt: now, reason: null })
}
