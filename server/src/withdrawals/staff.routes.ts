import { isRefused, refuse } from '@lonja/core/base/refusal'
import { withdrawalReview } from '@lonja/core/withdrawals/withdrawals.review'
import { decideRecall, isCovered, stateFor } from '@lonja/core/withdrawals/withdrawals.rules'
import { decideWithdrawal, openWithdrawal, recallWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { onStaffWrite } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { reviewedRoutes, type Reviews } from '../review/review.frame.ts'
import { owedBy } from '../reversals/reversals.actions.ts'
import { evidenceFor, flawsOf } from './evidence.actions.ts'
import { marginFor, spareIn } from './margin.actions.ts'
import { end, isStopped, noteStep, payloadOf, recall, TOLD, type Withdrawals } from './withdrawals.actions.ts'
import { findReviewedWithdrawal } from './withdrawals.store.ts'

/** The calls of staff on withdrawals. */
export const withdrawalsStaffRoutes = (reviews: Reviews, withdrawals: Withdrawals): Route[] => [
  ...reviewedRoutes(reviews, {
    kind: withdrawalReview,
    open: openWithdrawal,
    decide: decideWithdrawal,
    unknown: refuse('unknown_withdrawal'),
    topics: { opened: ['withdrawals', 'notices'], judged: TOLD },
    find: findReviewedWithdrawal,
    opened: ({ tx, now }, withdrawal) => noteStep(tx, withdrawal, 'withdrawal_in_review', now),
    evidence: (context, withdrawal, review) => evidenceFor(context, withdrawals, withdrawal, review),
    flaws: (context, withdrawal) => flawsOf(context, withdrawals, withdrawal),
    ready: async ({ tx, now }, withdrawal, { opinion }) => {
      if (opinion === 'approve') {
        if (await isStopped(tx, withdrawal.customer, now)) return refuse('customer_restricted')
        const [owed] = await owedBy(tx, withdrawal.customer)
        if (owed) return refuse('customer_owes', { owed })
        const left = spareIn(await marginFor(tx, withdrawals, withdrawal), withdrawal.amount)
        if (!isCovered(withdrawal.amount, left))
          return refuse('margin_uncovered', { left: { asset: withdrawal.amount.asset, units: left ?? 0n } })
      }
      return { payload: await payloadOf(tx, withdrawal) }
    },
    decided: async ({ tx, now }, withdrawal, { result, reason }) => {
      if (result === 'approved') await noteStep(tx, withdrawal, 'withdrawal_approved', now)
      else await end(tx, withdrawal, { how: 'refused', at: now }, reason)
    },
    stateOf: stateFor,
  }),

  onStaffWrite(recallWithdrawal, {
    customerOf: async (tx, { id }) => (await findReviewedWithdrawal(tx, id))?.customer ?? null,
    handle: async ({ tx, seat, now, publish }, { id }) => {
      const withdrawal = await findReviewedWithdrawal(tx, id)
      if (!withdrawal) return refuse('unknown_withdrawal')
      const { customer } = withdrawal
      if (customer === seat.customer) return refuse('own_account')
      const decision = decideRecall(withdrawal)
      if (isRefused(decision)) return decision
      if ('recall' in decision) {
        await recall(tx, withdrawal, { seat: seat.id, number: seat.number, role: seat.role }, now)
        publish(customer, ...TOLD)
      }
      return { id, state: 'already' in decision ? stateFor(withdrawal) : 'pending' }
    },
  }),
]
