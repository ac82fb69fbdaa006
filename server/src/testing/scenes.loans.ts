import { assert } from '@lonja/core/base/assert'
import { openLoan, openRepayment } from '@lonja/core/loans/loans.staff.contract'
import { HOUR } from '@lonja/core/base/instant'
import { applyFor, borrower, loanForm, paidOut, repay } from '../loans/loans.testing.ts'
import { newId } from '../base/ids.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import { withoutThings } from './access.owner.ts'
import type { TestCustomer, TestHouse } from './house.ts'

/** Scenes of the writes of loans: an owner of the matrix has no passed identity check, so each has a borrower of its own. */

/** A customer with an application for a loan. */
async function applicantIn(house: TestHouse) {
  const who = await borrower(house)
  const { data, error } = await applyFor(house, who)
  assert(error === undefined, `an application is accepted: ${error}`)
  return { who, loan: (data as { id: string }).id }
}

/** A customer who repays a part of a loan. */
async function repayerIn(house: TestHouse) {
  const who = await borrower(house)
  const loan = await paidOut(house, who)
  const { data } = await repay(house, who, loan, '1000.00')
  return { who, repayment: (data as { id: string }).id }
}

const treasurerIn = (house: TestHouse) => house.seat({ roles: ['treasurer'], claimedAt: house.clock.now() - 48 * HOUR })

const sceneOf = (who: TestCustomer, input: object, token = who.token) => ({
  token,
  input,
  customer: withoutThings(who),
})

export const LOAN_SCENES = {
  applyForLoan: async (house: TestHouse) => sceneOf(await borrower(house), loanForm()),
  cancelLoan: async (house: TestHouse) => {
    const { who, loan } = await applicantIn(house)
    return sceneOf(who, { id: loan })
  },
  repayLoan: async (house: TestHouse) => {
    const who = await borrower(house)
    return sceneOf(who, { id: newId(), loan: await paidOut(house, who), amount: '1000.00' })
  },
  cancelRepayment: async (house: TestHouse) => {
    const { who, repayment } = await repayerIn(house)
    return sceneOf(who, { id: repayment })
  },
  openLoan: async (house: TestHouse) => {
    const { who, loan } = await applicantIn(house)
    return sceneOf(who, { id: await reviewOf(house, loan) }, (await treasurerIn(house)).token)
  },
  decideLoan: async (house: TestHouse) => {
    const { who, loan } = await applicantIn(house)
    const { token } = await treasurerIn(house)
    const id = await reviewOf(house, loan)
    const { seen } = (await house.ask(openLoan, { id }, { token })).data as { seen: string }
    return sceneOf(who, { id, seen, opinion: 'approve', reason: 'requirements_met' }, token)
  },
  openRepayment: async (house: TestHouse) => {
    const { who, repayment } = await repayerIn(house)
    return sceneOf(who, { id: await reviewOf(house, repayment) }, (await treasurerIn(house)).token)
  },
  decideRepayment: async (house: TestHouse) => {
    const { who, repayment } = await repayerIn(house)
    const { token } = await treasurerIn(house)
    const id = await reviewOf(house, repayment)
    const { seen } = (await house.ask(openRepayment, { id }, { token })).data as { seen: string }
    return sceneOf(who, { id, seen, opinion: 'approve', reason: 'amount_held' }, token)
  },
} as const
