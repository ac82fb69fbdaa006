import { HOUR } from '../base/instant.ts'
import type { ReviewKind } from '../review/review.kind.ts'

/**
 * A device that may set a new log-in password. Two people let it through at once; after the first alone it works when the notice
 * to the customer is over. One person refuses.
 */
export const resetReview = {
  name: 'reset',
  mark: 'A',
  numberIn: 'letters',
  roles: ['support', 'admin'],
  reasons: {
    approve: ['answers_match', 'known_in_person'],
    refuse: ['answers_wrong', 'somebody_else', 'under_pressure'],
  },
  acts: { viewed: 'viewed_reset', judged: 'judged_reset' },
  topic: 'profile',
  dueMs: 24 * HOUR,
  subject: 'customer',
  amount: 'none',
  movesMoney: false,
  twoPeople: ['approve'],
  limit: 'none',
} as const satisfies ReviewKind
