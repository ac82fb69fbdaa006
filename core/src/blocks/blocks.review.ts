import { HOUR } from '../base/instant.ts'
import type { ReviewKind } from '../review/review.kind.ts'

/** Staff approve the shares of an application for a block, or refuse it. Fewer shares are an offer that the customer accepts. */
export const blockReview = {
  name: 'block',
  mark: 'B',
  numberIn: 'digits',
  roles: ['reviewer'],
  reasons: { approve: ['requirements_met', 'fewer_left'], refuse: ['none_left', 'not_admitted', 'customer_asked'] },
  acts: { viewed: 'viewed_block', judged: 'judged_block' },
  topic: 'blocks',
  dueMs: 24 * HOUR,
  subject: 'customer',
  amount: 'shares',
  movesMoney: false,
  twoPeople: [],
  limit: 'sum',
  less: { answerMs: 24 * HOUR },
} as const satisfies ReviewKind

/** The terms of a block offer: one seat proposes them, and another one publishes them as they are. */
export const blockOfferReview = {
  name: 'block_offer',
  mark: 'G',
  numberIn: 'digits',
  roles: ['operations'],
  reasons: { approve: ['terms_read'], refuse: ['terms_wrong', 'not_now'] },
  acts: { viewed: 'viewed_block_offer', judged: 'judged_block_offer' },
  topic: null,
  dueMs: 24 * HOUR,
  subject: 'house',
  amount: 'none',
  movesMoney: false,
  twoPeople: ['approve'],
  limit: 'none',
} as const satisfies ReviewKind

/** The reasons for which the house withdraws a block offer. Everybody reads them. */
export const BLOCK_WITHDRAWAL_REASONS = ['terms_mistaken', 'shares_not_available', 'company_event'] as const
export type BlockWithdrawalReason = (typeof BLOCK_WITHDRAWAL_REASONS)[number]

/** The withdrawal of a published block offer: one seat proposes it with its public reason, and another one confirms that reason. */
export const blockWithdrawalReview = {
  name: 'block_withdrawal',
  mark: 'W',
  numberIn: 'digits',
  roles: ['operations'],
  reasons: { approve: BLOCK_WITHDRAWAL_REASONS, refuse: ['not_needed', 'not_now'] },
  acts: { viewed: 'viewed_block_withdrawal', judged: 'judged_block_withdrawal' },
  topic: null,
  dueMs: 24 * HOUR,
  subject: 'house',
  amount: 'none',
  movesMoney: false,
  twoPeople: ['approve'],
  limit: 'none',
} as const satisfies ReviewKind
