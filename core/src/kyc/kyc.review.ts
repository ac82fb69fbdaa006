import type { ReviewKind } from '../review/review.kind.ts'

/** Staff compare the customer's data with the pictures of the document. */
export const kycReview = {
  name: 'kyc',
  mark: 'K',
  numberIn: 'digits',
  roles: ['reviewer'],
  reasons: {
    approve: ['papers_match', 'looked_closer'],
    refuse: [
      'paper_unreadable',
      'paper_expired',
      'paper_incomplete',
      'name_differs',
      'number_differs',
      'customer_asked',
    ],
  },
  clean: ['papers_match'],
  noted: ['looked_closer'],
  acts: { viewed: 'viewed_kyc', judged: 'judged_kyc' },
  topic: 'kyc',
  dueMs: null,
  subject: 'customer',
  amount: 'none',
  movesMoney: false,
  twoPeople: [],
  limit: 'none',
} as const satisfies ReviewKind
