import { refuse } from '@lonja/core/base/refusal'
import { withdrawalReview } from '@lonja/core/withdrawals/withdrawals.review'
import { stateFor } from '@lonja/core/withdrawals/withdrawals.rules'
import { decideWithdrawal, openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import type { Route } from '../door/serve.ts'
import { reviewedRoutes, type Reviews } from '../review/review.frame.ts'
import { evidenceFor, flawsOf } from './evidence.actions.ts'
import { end, noteStep, payloadOf, TOLD, type Withdrawals } from './withdrawals.actions.ts'
import { findReviewedWithdrawal } from './withdrawals.store.ts'

/** The calls of staff on withdrawals. */
export const withdrawalsStaffRoutes = (reviews: Reviews, withdrawals: Withdrawals): Route[] =>
  reviewedRoutes(reviews, {
    kind: withdrawalReview,
    open: openWithdrawal,
    decide: decideWithdrawal,
    unknown: refuse('unknown_withdrawal'),
    topics: { opened: ['withdrawals', 'notices'], judged: TOLD },
    find: findReviewedWithdrawal,
    opened: ({ tx, now }, withdrawal) => noteStep(tx, withdrawal, 'withdrawal_in_review', now),
    evidence: (context, withdrawal, review) => evidenceFor(context, withdrawals, withdrawal, review),
    flaws: flawsOf,
    ready: async ({ tx }, withdrawal) => ({ payload: await payloadOf(tx, withdrawal) }),
    decided: async ({ tx, now }, withdrawal, { result, reason }) => {
      if (result === 'approved') await noteStep(tx, withdrawal, 'withdrawal_approved', now)
      else await end(tx, withdrawal, { how: 'refused', at: now }, reason)
    },
    stateOf: stateFor,
  })
