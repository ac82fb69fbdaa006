import type { Instant } from '@lonja/core/base/instant'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import { hasDisagreed, isOver } from '@lonja/core/review/review.rules'
import type { LockedTx } from '../database/locks.ts'
import { facing, readReview } from './review.actions.ts'
import { saveReview } from './review.store.ts'

/**
 * Decides a review by the approval of one person, after the time in which the customer and a second person could say no: it was
 * over at `noticeEndsAt`. False if the approval does not count: its seat has been ended or may no longer decide this kind, or two
 * people have disagreed. An approval that had decided alone is taken back then: the review waits in its queue, in a new round.
 */
export async function passOnNotice(
  tx: LockedTx,
  kind: ReviewKind,
  id: string,
  { noticeEndsAt, now }: { readonly noticeEndsAt: Instant; readonly now: Instant },
): Promise<boolean> {
  const reviewed = await readReview(tx, id)
  const { review, steps } = reviewed
  if (isOver(review) && (review.state !== 'approved' || (review.endedAt ?? now) >= noticeEndsAt)) return true
  const { opinions } = await facing(tx, kind, reviewed)
  const [first] = opinions
  if (first?.opinion === 'approve' && (isOver(review) || !hasDisagreed(steps))) {
    await saveReview(tx, { ...review, state: 'approved', holder: null, endedAt: now, reason: first.reason })
    return true
  }
  if (isOver(review)) {
    const round = review.round + 1
    await saveReview(tx, { ...review, state: 'pending', round, holder: null, endedAt: null, reason: null })
  }
  return false
}
