import { REVIEW_KINDS } from './lists.ts'
import { reviewCallsFor } from './review/review.staff.contract.ts'

export type ReviewKindName = (typeof REVIEW_KINDS)[number]['name']

export const reviewStaffCalls = reviewCallsFor(REVIEW_KINDS)
export const { listQueue, countQueues, listReasons, letGoReview } = reviewStaffCalls
