import { HOUR } from '../base/instant.ts'
import type { ReviewKind } from '../review/review.kind.ts'

/** Staff pay a loan out, or refuse it. Above the house's limit two people decide. */
export const loanReview = {
  name: 'loan',
  mark: 'N',
  numberIn: 'digits',
  roles: ['treasurer'],
  reasons: {
    approve: ['requirements_met'],
    refuse: ['requirements_not_met', 'data_differs', 'signature_unusable', 'customer_asked'],
  },
  clean: ['requirements_met'],
  acts: { viewed: 'viewed_loan', judged: 'judged_loan' },
  topic: 'loans',
  dueMs: 48 * HOUR,
  subject: 'customer',
  amount: 'currency',
  movesMoney: true,
  twoPeople: [],
  limit: 'sum',
} as const satisfies ReviewKind

/** Staff book a repayment, or refuse it. It takes nothing that its customer has not set aside for it. */
export const loanRepaymentReview = {
  name: 'loan_repayment',
  mark: 'V',
  numberIn: 'digits',
  roles: ['treasurer'],
  reasons: { approve: ['amount_held'], refuse: ['customer_asked', 'another_loan'] },
  acts: { viewed: 'viewed_loan_repayment', judged: 'judged_loan_repayment' },
  topic: 'loans',
  dueMs: 48 * HOUR,
  subject: 'customer',
  amount: 'currency',
  movesMoney: true,
  twoPeople: [],
  limit: 'none',
} as const satisfies ReviewKind
