import { applyForLoan, cancelLoan, cancelRepayment, repayLoan } from '@lonja/core/loans/loans.contract'
import { readKyc } from '@lonja/core/kyc/kyc.contract'
import { newId } from '../base/ids.ts'
import { loanForm, passCheck } from '../loans/loans.testing.ts'
import { answerWithId } from './walks.trading.ts'
import type { TestHouse } from './house.ts'
import { anyOf, type Act, type Walker } from './walks.people.ts'

/** The amounts of applications: the least, some between, and two that are refused. */
const LOANS = ['100000.00', '123456.78', '200000.00', '99999.99', '9000000.00'] as const
const REPAID = ['0.01', '1000.00', '40000.00', '500000.00'] as const

/** True if nothing of an identity check was sent yet, and papers are accepted. */
async function canCheck({ ask, clock }: TestHouse, { token, restrictedUntil }: Walker): Promise<boolean> {
  const { data } = await ask(readKyc, {}, { token })
  return restrictedUntil <= clock.now() && data?.submission === null
}

/** The acts of a walk that apply for loans, repay them, and take both back. */
export const LOAN_ACTS = {
  applyForLoan: [
    2,
    async ({ house, chance }, who) => {
      // Papers of the walk's own may be in review, and a customer may be restricted: then there is no check to pass.
      if (!who.isChecked && (await canCheck(house, who))) await passCheck(house, who)
      who.isChecked = true
      const form = loanForm({ amount: chance.pick(LOANS) })
      return answerWithId(await house.ask(applyForLoan, form, { token: who.token, key: form.id }), form.id, who.loans)
    },
  ],
  cancelLoan: [
    1,
    ({ house, chance }, { token, loans }) =>
      house.ask(cancelLoan, { id: anyOf(loans, chance) }, { token, key: newId() }),
  ],
  repayLoan: [
    3,
    async ({ house, chance }, who) => {
      const form = { id: newId(), loan: anyOf(who.loans, chance), amount: chance.pick(REPAID) }
      return answerWithId(await house.ask(repayLoan, form, { token: who.token, key: form.id }), form.id, who.repayments)
    },
  ],
  cancelRepayment: [
    1,
    ({ house, chance }, { token, repayments }) =>
      house.ask(cancelRepayment, { id: anyOf(repayments, chance) }, { token, key: newId() }),
  ],
} as const satisfies Readonly<Record<string, readonly [weight: number, act: Act]>>
