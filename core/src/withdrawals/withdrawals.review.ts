import type { ReviewKind } from '../review/review.kind.ts'

/** Staff release a withdrawal. Every refusal takes two people. */
export const withdrawalReview = {
  name: 'withdrawal',
  mark: 'R',
  numberIn: 'letters',
  roles: ['treasurer'],
  reasons: {
    approve: ['checks_passed', 'customer_confirmed'],
    refuse: [
      'payee_name_differs',
      'payee_unusable',
      'not_the_customer',
      'asked_twice',
      'customer_asked',
      'margin_short',
    ],
  },
  clean: ['checks_passed'],
  acts: { viewed: 'viewed_withdrawal', judged: 'judged_withdrawal' },
  topic: 'withdrawals',
  dueMs: null,
  subject: 'customer',
  amount: 'currency',
  ways: ['wallet', 'card'],
  movesMoney: true,
  twoPeople: ['refuse'],
  limit: 'sum',
} as const satisfies ReviewKind
