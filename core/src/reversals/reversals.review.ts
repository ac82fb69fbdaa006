import { HOUR } from '../base/instant.ts'
import type { ReviewKind } from '../review/review.kind.ts'

/** Two people take back a wrong credit. The reason to approve it is the one that it was asked for with. */
export const reversalReview = {
  name: 'reversal',
  mark: 'C',
  numberIn: 'letters',
  roles: ['treasurer'],
  reasons: {
    approve: ['wrong_amount', 'wrong_customer', 'payment_missing', 'credited_twice', 'granted_by_mistake'],
    refuse: ['credit_right', 'evidence_missing', 'amount_wrong'],
  },
  acts: { viewed: 'viewed_reversal', judged: 'judged_reversal' },
  topic: 'balances',
  dueMs: 24 * HOUR,
  subject: 'customer',
  amount: 'currency',
  movesMoney: true,
  twoPeople: ['approve'],
  limit: 'none',
} as const satisfies ReviewKind

export const REVERSAL_REASONS = reversalReview.reasons.approve
export type ReversalReason = (typeof REVERSAL_REASONS)[number]
