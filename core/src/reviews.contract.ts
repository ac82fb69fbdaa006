import { depositReview } from './deposits/deposits.review.ts'
import { kycReview } from './kyc/kyc.review.ts'
import { reviewCallsFor } from './review/review.staff.contract.ts'
import { withdrawalReview } from './withdrawals/withdrawals.review.ts'

/** Every kind of thing that staff decide, in the order of the console's menu. A new kind adds one line here. */
export const REVIEW_KINDS = [depositReview, withdrawalReview, kycReview] as const
export type ReviewKindName = (typeof REVIEW_KINDS)[number]['name']

export const reviewStaffCalls = reviewCallsFor(REVIEW_KINDS)
export const { listQueue, countQueues, listReasons, letGoReview } = reviewStaffCalls
