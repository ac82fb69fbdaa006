import { basisPoints, eur } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type {
  LoanRepaymentState,
  LoanState,
  listLoans,
  readLoan,
  readLoanTerms,
} from '@lonja/core/loans/loans.contract'
import { outlookOf } from '@lonja/core/loans/schedule.rules'
import { useFormats } from '@lonja/kit/formats'
import type { StatusTone } from '@lonja/kit/parts/Chip'
import { markStale } from '@lonja/kit/reads'

export type LoanFacts = ReplyOf<typeof readLoanTerms>
export type Loan = ReplyOf<typeof listLoans>['loans'][number]
export type WholeLoan = ReplyOf<typeof readLoan>
export type Repayment = WholeLoan['repayments'][number]

export const LOAN = '/subPackages/home/loan/loan'
export const LOAN_RECORDS = '/subPackages/home/loan/record'

export const LOAN_TONES: Readonly<Record<LoanState, StatusTone>> = {
  pending: 'accent',
  in_review: 'accent',
  paid_out: 'gain',
  repaid: 'grey',
  written_off: 'grey',
  refused: 'loss',
  cancelled: 'grey',
}

export const REPAYMENT_TONES: Readonly<Record<LoanRepaymentState, StatusTone>> = {
  pending: 'accent',
  in_review: 'accent',
  booked: 'gain',
  refused: 'loss',
  cancelled: 'grey',
}

/** The terms of a loan as the rules take them. */
export const termsOf = ({ yearBps, nights }: Loan['terms']) => ({ yearBps: basisPoints(BigInt(yearBps)), nights })

/** The figures of a loan of an amount that is not paid out yet, without an earlier repayment. */
export const outlookOn = (amount: bigint, of: Loan['terms']) => {
  const terms = termsOf(of)
  return outlookOf({ principal: amount, interest: 0n }, terms, terms.nights)
}

/** Marks as stale all that a step of a loan changes. */
export const staleAfterLoan = (): void => markStale(['loans', 'balances', 'notices'])

/** The repayment of a loan that waits for its decision: there is one at a time. */
export const repaymentWaiting = ({ repayments }: WholeLoan): Repayment | undefined =>
  repayments.find(({ endedAt }) => endedAt === null)

/** An instant of a calendar day, `2027-10-10`, that is on that day in every zone of the house. */
export const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`)

/** Writes cents of EUR: every amount of a loan is one. */
export function useEuros(): (units: bigint) => string {
  const f = useFormats()
  return (units) => f.amount(eur(units))
}
