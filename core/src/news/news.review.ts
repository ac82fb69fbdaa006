import { HOUR } from '../base/instant.ts'
import type { ReviewKind } from '../review/review.kind.ts'

/** A text of the house to all customers or about a listing, or a file of corporate actions: one seat proposes it, and another approves it. */
export const publicationReview = {
  name: 'publication',
  mark: 'P',
  numberIn: 'letters',
  roles: ['operations'],
  reasons: { approve: ['text_checked', 'source_compared'], refuse: ['text_wrong', 'not_now'] },
  acts: { viewed: 'viewed_publication', judged: 'judged_publication' },
  topic: null,
  dueMs: 24 * HOUR,
  subject: 'house',
  amount: 'none',
  movesMoney: false,
  twoPeople: ['approve'],
  limit: 'none',
} as const satisfies ReviewKind
