import { HOUR } from '../base/instant.ts'
import type { ReviewKind } from '../review/review.kind.ts'

/**
 * The terms of an offer, its withdrawal in public, or its later dates: one seat proposes them, and another approves exactly what it
 * has read.
 */
export const offerReview = {
  name: 'offer',
  mark: 'O',
  numberIn: 'letters',
  roles: ['operations'],
  reasons: {
    approve: ['terms_read', 'withdrawal_needed', 'delay_needed'],
    refuse: ['terms_wrong', 'not_needed', 'not_now'],
  },
  acts: { viewed: 'viewed_offer', judged: 'judged_offer' },
  topic: null,
  dueMs: 24 * HOUR,
  subject: 'house',
  amount: 'none',
  movesMoney: false,
  twoPeople: ['approve'],
  limit: 'none',
} as const satisfies ReviewKind
