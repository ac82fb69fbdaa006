import { isRefused, refuse } from '@lonja/core/base/refusal'
import { roleFor } from '@lonja/core/review/review.rules'
import { decideWithdrawal, openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { stateFor } from '@lonja/core/withdrawals/withdrawals.rules'
import type { Route } from '../door/serve.ts'
import { onStaffWrite } from '../door/serve.staff.ts'
import { giveOpinion, startReview } from '../review/review.actions.ts'
import { countActiveSeats } from '../staff/seats.store.ts'
import { evidenceFor } from './evidence.actions.ts'
import { end, noteStep, payloadOf, TOLD, type Withdrawals } from './withdrawals.actions.ts'
import { findOwner, findWithdrawal } from './withdrawals.store.ts'

/** What staff do about withdrawals. */
export const withdrawalsStaffRoutes = (withdrawals: Withdrawals): Route[] => [
  onStaffWrite(openWithdrawal, {
    customerOf: (tx, { id }) => findOwner(tx, id),
    handle: async (context, { id }) => {
      const { tx, now, seat, tell } = context
      if (!(await findWithdrawal(tx, id))) return refuse('unknown_withdrawal')
      const started = await startReview(tx, { id, seat, now })
      // Read again: opened, it is in review.
      const made = await findWithdrawal(tx, id)
      if (!made) return refuse('unknown_withdrawal')
      if (started.isFirst) await noteStep(tx, made, 'withdrawal_in_review', now)
      tell(made.customer, 'withdrawals', 'notices')
      return evidenceFor(context, withdrawals, made, started)
    },
  }),

  onStaffWrite(decideWithdrawal, {
    customerOf: (tx, { id }) => findOwner(tx, id),
    handle: async ({ tx, now, seat, tell }, { id, note = null, ...given }) => {
      const made = await findWithdrawal(tx, id)
      if (!made) return refuse('unknown_withdrawal')
      const outcome = await giveOpinion(tx, {
        ...{ ...given, id, seat, note, now },
        payload: await payloadOf(tx, made),
        settings: withdrawals.settings.review,
        activeSeats: await countActiveSeats(tx),
      })
      if (isRefused(outcome)) return outcome
      const after = await findWithdrawal(tx, id)
      if (!after) return refuse('unknown_withdrawal')
      if (outcome.outcome === 'decided' && outcome.result === 'approved')
        await noteStep(tx, after, 'withdrawal_approved', now)
      if (outcome.outcome === 'decided' && outcome.result === 'refused')
        await end(tx, after, { how: 'refused', at: now }, outcome.reason)
      tell(made.customer, ...TOLD)
      const ended = (await findWithdrawal(tx, id)) ?? after
      const role = roleFor('withdrawal', seat.roles) ?? 'treasurer'
      return { id, outcome: outcome.outcome, state: stateFor(ended), seat: { role, number: seat.number } }
    },
  }),
]
