import * as z from 'zod/mini'
import { write } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { Cents, Id, Moment, Money } from '../base/wire.ts'
import { AcceptedRow } from '../documents/documents.contract.ts'
import { readersOf } from '../review/review.rules.ts'
import { OPINION_REFUSALS, moneyEvidenceFields, opinionFields, outcomeFields } from '../review/review.staff.contract.ts'
import { LOAN_REPAYMENT_STATES, LOAN_STATES } from './loans.contract.ts'
import { loanRepaymentReview, loanReview } from './loans.review.ts'

/** The checks that the house runs by itself: true, false, or null if unknown. */
export const LOAN_CHECKS = [
  'not_restricted',
  'identity_passed',
  'name_matches',
  'number_matches',
  'within_limit',
  'no_debt_open',
] as const

const Whose = z.object({ id: CustomerId, name: z.nullable(z.string()), phone: z.string(), joinedAt: Moment })

/** Open an application with its evidence. */
export const openLoan = write({
  path: '/staff/loans/open',
  caller: 'seat',
  roles: readersOf(loanReview),
  key: 'none',
  summary: 'Open an application for a loan with its evidence, and hold it',
  input: z.strictObject({ id: Id }),
  reply: z.object({
    ...moneyEvidenceFields,
    id: Id,
    number: z.string(),
    state: z.enum(LOAN_STATES),
    amount: Money,
    at: Moment,
    dueAt: Moment,
    terms: z.object({ version: z.int(), yearBps: z.int(), nights: z.int() }),
    /** The interest of the whole term if nothing is repaid before. */
    cost: Cents,
    checks: z.array(z.object({ check: z.enum(LOAN_CHECKS), ok: z.nullable(z.boolean()) })),
    /** Now: the limit, what is borrowed without this one, and the equity; null without a rate. */
    equity: z.nullable(Cents),
    limit: Cents,
    borrowed: Cents,
    /** The applicant as the form has it; null after its retention. */
    applicant: z.nullable(
      z.object({ name: z.string(), number: z.string(), address: z.string(), phone: z.string(), email: z.string() }),
    ),
    signed: z.object({ how: z.enum(['drawn', 'typed']), name: z.nullable(z.string()), picture: z.nullable(Id) }),
    accepted: z.array(AcceptedRow),
    customer: z.object({ ...Whose.shape, verifiedName: z.nullable(z.string()) }),
  }),
  refusals: ['unknown_loan'],
})

/** Pay a loan out, or refuse it. */
export const decideLoan = write({
  path: '/staff/loans/decide',
  caller: 'seat',
  roles: loanReview.roles,
  key: 'header',
  summary: 'Pay a loan out or refuse it, with a reason',
  input: z.strictObject(opinionFields),
  reply: z.object({ ...outcomeFields, state: z.enum(LOAN_STATES) }),
  refusals: ['unknown_loan', 'customer_restricted', 'loan_limit_fell', ...OPINION_REFUSALS],
})

/** Open a repayment with the debt that it is for. */
export const openRepayment = write({
  path: '/staff/loanrepayments/open',
  caller: 'seat',
  roles: readersOf(loanRepaymentReview),
  key: 'none',
  summary: 'Open a repayment with the debt that it is for, and hold it',
  input: z.strictObject({ id: Id }),
  reply: z.object({
    ...moneyEvidenceFields,
    id: Id,
    number: z.string(),
    state: z.enum(LOAN_REPAYMENT_STATES),
    amount: Money,
    at: Moment,
    dueAt: Moment,
    loan: z.object({ id: Id, number: z.string(), amount: Money, paidOutAt: Moment }),
    /** The debt now, what it would be once this is booked, and the interest that goes back. */
    owed: Cents,
    owedAfter: Cents,
    returned: Cents,
    customer: Whose,
  }),
  refusals: ['unknown_repayment'],
})

/** Book a repayment, or refuse it. */
export const decideRepayment = write({
  path: '/staff/loanrepayments/decide',
  caller: 'seat',
  roles: loanRepaymentReview.roles,
  key: 'header',
  summary: 'Book a repayment or refuse it, with a reason',
  input: z.strictObject(opinionFields),
  reply: z.object({ ...outcomeFields, state: z.enum(LOAN_REPAYMENT_STATES) }),
  refusals: ['unknown_repayment', ...OPINION_REFUSALS],
})

export const loansStaffCalls = { openLoan, decideLoan, openRepayment, decideRepayment } as const
