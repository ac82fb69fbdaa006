import type { ReviewState } from '@lonja/core/review/review.contract'
import type { TextKey } from '@lonja/kit/text'

/** The state of a record beside its number: `R-7K2M-91QX en revisión`. */
export const RECORD_STATES = {
  pending: 'record_pending',
  in_review: 'record_in_review',
  offered: 'record_offered',
  approved: 'record_approved',
  refused: 'record_refused',
  cancelled: 'record_cancelled',
} as const satisfies Record<ReviewState, TextKey<'review'>>
