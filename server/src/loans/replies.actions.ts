import { eur } from '@lonja/core/base/amount'
import type { Language } from '@lonja/core/base/language'
import { recordNumber } from '@lonja/core/base/numbers'
import { dayOf } from '@lonja/core/calendar/days'
import { accountOf } from '@lonja/core/loans/account.rules'
import { loanRepaymentReview, loanReview } from '@lonja/core/loans/loans.review'
import { LOAN_TERMS, nightOf, nightsLeft, type LoanTermsVersion } from '@lonja/core/loans/schedule.rules'
import type { Tx } from '../database/db.ts'
import { findDebt } from '../lending/lending.store.ts'
import { reasonIn } from '../review/review.replies.ts'
import type { LoanRow } from './loans.store.ts'
import { listNights } from './nights.store.ts'
import type { RepaymentRow } from './repayments.store.ts'

export const loanNumber = (id: string): string => recordNumber(loanReview, id)
export const repaymentNumber = (id: string): string => recordNumber(loanRepaymentReview, id)

export const termsReply = (version: LoanTermsVersion) => {
  const { yearBps, nights } = LOAN_TERMS[version]
  return { version, yearBps: Number(yearBps), nights }
}

/** The signature of a loan. */
export const signedReply = ({ signature: { picture, name } }: Pick<LoanRow, 'signature'>) => ({
  how: picture === null ? ('typed' as const) : ('drawn' as const),
  name,
  picture,
})

/** A loan as its customer reads it, with what is owed of it now. */
export async function loanReply(tx: Tx, loan: LoanRow, language: Language) {
  const { id, customer, units, terms, state, at, dueAt, paidOutAt, end, reason } = loan
  const row = paidOutAt === null ? null : await findDebt(tx, customer, id)
  const { principal, interest } = row?.debt ?? { principal: 0n, interest: 0n }
  return {
    id,
    number: loanNumber(id),
    state,
    amount: eur(units),
    terms: termsReply(terms),
    at,
    dueAt,
    paidOutAt,
    endedAt: end?.at ?? null,
    reason: reason === null ? null : reasonIn(language, loanReview, reason),
    principal,
    interest,
    night: row && nightsLeft(row) > 0 ? nightOf(principal, LOAN_TERMS[terms]) : 0n,
    nightsLeft: row && principal > 0n ? nightsLeft(row) : 0,
    lastDay: row && dayOf(row.lastDay),
  }
}

/** A repayment as its customer reads it. */
export function repaymentReply(repayment: RepaymentRow, language: Language) {
  const { id, loan, units, state, at, dueAt, end, returned, reason } = repayment
  return {
    id,
    number: repaymentNumber(id),
    loan,
    loanNumber: loanNumber(loan),
    state,
    amount: eur(units),
    at,
    dueAt,
    endedAt: end?.at ?? null,
    returned,
    reason: reason === null ? null : reasonIn(language, loanRepaymentReview, reason),
  }
}

/** The account of a loan by steps; none before it is paid out. */
export async function accountReply(tx: Tx, loan: LoanRow, repayments: readonly RepaymentRow[]) {
  const { customer, id, units, paidOutAt, end } = loan
  if (paidOutAt === null) return []
  const nights = await listNights(tx, { customer, loan: id }, 0)
  const bookings = repayments.flatMap(({ units: paid, returned, end: booked }) =>
    booked?.how === 'booked' ? [{ units: paid, returned: returned ?? 0n, at: booked.at }] : [],
  )
  const left = end === null || end.letGo === null ? null : { writtenOff: end.letGo, at: end.at }
  return accountOf({ units, paidOutAt, nights, bookings, left })
}
