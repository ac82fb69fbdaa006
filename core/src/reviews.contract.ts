import { REVIEW_KINDS } from './lists.ts'
import { reviewCallsFor } from './review/review.staff.contract.ts'

export const reviewStaffCalls = reviewCallsFor(REVIEW_KINDS)
export const { listQueue, countQueues, exportQueue, listReasons, letGoReview } = reviewStaffCalls
