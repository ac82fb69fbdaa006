import type { ReviewKind } from '../review/review.kind.ts'

/** Staff compare a deposit with what has arrived, and credit it. */
export const depositReview = {
  name: 'deposit',
  mark: 'D',
  numberIn: 'digits',
  roles: ['treasurer'],
  reasons: {
    approve: ['received', 'checkout_paid'],
    refuse: ['not_received', 'amount_differs', 'hash_unknown', 'hash_used', 'proof_unreadable', 'customer_asked'],
  },
  acts: { viewed: 'viewed_deposit', judged: 'judged_deposit' },
  topic: 'deposits',
  dueMs: null,
  subject: 'customer',
  amount: 'currency',
  ways: ['crypto', 'online'],
  movesMoney: true,
  twoPeople: [],
  limit: 'sum',
} as const satisfies ReviewKind
