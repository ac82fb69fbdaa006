import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import { eur } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { refuse } from '@lonja/core/base/refusal'
import { owedOf } from '@lonja/core/lending/lending.rules'
import { loansLists } from '@lonja/core/loans/loans.lists'
import { loanRepaymentReview, loanReview } from '@lonja/core/loans/loans.review'
import { leftOf, limitFor } from '@lonja/core/loans/loans.rules'
import { LOAN_TERMS, nightOf } from '@lonja/core/loans/schedule.rules'
import { decideLoan, decideRepayment, openLoan, openRepayment } from '@lonja/core/loans/loans.staff.contract'
import { isSameHolder } from '@lonja/core/payees/payees.rules'
import { approvalsFor, type Flaws } from '@lonja/core/review/review.rules'
import { readCustomer } from '../accounts/accounts.store.ts'
import { findRestriction } from '../accounts/restrictions.store.ts'
import { findViewed } from '../audit/audit.store.ts'
import type { Tx } from '../database/db.ts'
import { listAcceptedDocuments } from '../documents/documents.store.ts'
import type { StaffWriteContext } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { isVerifiedNumber } from '../kyc/kyc.actions.ts'
import { reviewedRoutes, type Reviews } from '../review/review.frame.ts'
import { reasonsIn } from '../review/review.replies.ts'
import { owedBy } from '../reversals/reversals.actions.ts'
import { openApplicant } from './applicants.ts'
import { loanFactsOf } from './limit.actions.ts'
import {
  TOLD,
  bookRepayment,
  bookingOf,
  chargedLoan,
  endLoan,
  loanPayload,
  noteLoan,
  noteRepayment,
  payOut,
  releaseRepayment,
  repaymentPayload,
  type LoanParts,
} from './loans.actions.ts'
import { findReviewedLoan, type LoanRow } from './loans.store.ts'
import { loanNumber, repaymentNumber, signedReply, termsReply } from './replies.actions.ts'
import { findReviewedRepayment, type RepaymentRow } from './repayments.store.ts'

/** Staff pay loans out and book repayments. */
export const loansStaffRoutes = (reviews: Reviews, parts: LoanParts): Route[] => [
  ...loanRoutes(reviews, parts),
  ...repaymentRoutes(reviews),
]

const loanRoutes = (reviews: Reviews, parts: LoanParts): Route[] =>
  reviewedRoutes(reviews, {
    kind: loanReview,
    open: openLoan,
    decide: decideLoan,
    unknown: refuse('unknown_loan'),
    topics: { opened: ['loans', 'notices'], judged: TOLD },
    find: findReviewedLoan,
    opened: ({ tx, now }, loan) => noteLoan(tx, loan, 'loan_in_review', now),
    evidence: (context, loan) => evidenceFor(context, parts, loan),
    flaws: (context, loan) => flawsOf(context, parts, loan),
    ready: async ({ tx, now }, loan, { opinion }) => {
      const applicant = openApplicant(parts.key, loan)
      if (applicant === null) return refuse('review_over')
      if (opinion === 'approve') {
        if (await findRestriction(tx, loan.customer, now)) return refuse('customer_restricted')
        const { equity, borrowed } = await loanFactsOf(tx, loan.customer, parts.market, loan.id)
        const left = leftOf(limitFor(equity), borrowed)
        if (loan.units > left) return refuse('loan_limit_fell', { left: eur(left) })
      }
      return { payload: loanPayload(loan, applicant) }
    },
    decided: async ({ tx, now }, loan, { result, reason }) => {
      if (result === 'approved') {
        await payOut(tx, loan, now)
        return
      }
      await endLoan(tx, loan, { how: 'refused', at: now, letGo: null })
      await noteLoan(tx, loan, 'loan_refused', now, reason)
    },
    stateOf: ({ state }) => state,
  })

const SIGNATURE_VIEW = loansLists.pictures.signature.act

type Checks = ReplyOf<typeof openLoan>['checks']

/** The checks that the house runs by itself: failed ones first, then unknown ones. */
async function checksFor({ tx, now }: StaffWriteContext, { market, key }: LoanParts, loan: LoanRow): Promise<Checks> {
  const { customer, id, units } = loan
  const applicant = openApplicant(key, loan)
  const { verifiedName, equity, borrowed } = await loanFactsOf(tx, customer, market, id)
  const isOpen = loan.state === 'pending' || loan.state === 'in_review'
  const checks: Checks = [
    { check: 'not_restricted', ok: (await findRestriction(tx, customer, now)) === null },
    { check: 'identity_passed', ok: verifiedName !== null },
    {
      check: 'name_matches',
      ok: applicant === null || verifiedName === null ? null : isSameHolder(applicant.name, verifiedName),
    },
    {
      check: 'number_matches',
      ok: applicant && (await isVerifiedNumber(tx, customer, { key, number: applicant.number })),
    },
    { check: 'within_limit', ok: isOpen ? units <= leftOf(limitFor(equity), borrowed) : null },
    { check: 'no_debt_open', ok: (await owedBy(tx, customer)).length === 0 },
  ]
  const rank = (ok: boolean | null): number => (ok === false ? 0 : ok === null ? 1 : 2)
  return checks.toSorted((one, other) => rank(one.ok) - rank(other.ok))
}

async function flawsOf(context: StaffWriteContext, parts: LoanParts, loan: LoanRow): Promise<Flaws> {
  const { tx, seat } = context
  const { customer, id, signature } = loan
  const opened = await findViewed(tx, { customer, seat: seat.id, act: SIGNATURE_VIEW, about: id })
  const isUnopened = signature.picture !== null && !opened.has(signature.picture)
  return { failedCheck: hasFailed(await checksFor(context, parts, loan)), unopened: isUnopened ? 1 : 0 }
}

const hasFailed = (checks: Checks): boolean => checks.some(({ ok }) => ok === false)

async function evidenceFor(context: StaffWriteContext, parts: LoanParts, loan: LoanRow) {
  const { tx, language } = context
  const { id, reviewId, customer, units, terms, state, at, dueAt } = loan
  const { equity, borrowed, verifiedName } = await loanFactsOf(tx, customer, parts.market, id)
  const checks = await checksFor(context, parts, loan)
  const approve = approvalsFor(loanReview, loanReview.reasons.approve, { failedCheck: hasFailed(checks) })
  const { nights } = LOAN_TERMS[terms]
  return {
    id: reviewId,
    number: loanNumber(id),
    state,
    amount: eur(units),
    at,
    dueAt,
    terms: termsReply(terms),
    cost: nightOf(units, LOAN_TERMS[terms]) * BigInt(nights),
    checks,
    equity,
    limit: limitFor(equity),
    borrowed,
    applicant: openApplicant(parts.key, loan),
    signed: signedReply(loan),
    accepted: await listAcceptedDocuments(tx, customer, id),
    customer: { ...(await whose(tx, customer)), verifiedName },
    reasons: reasonsIn(language, loanReview, { approve, refuse: loanReview.reasons.refuse }),
  }
}

async function whose(tx: Tx, id: CustomerId) {
  const { displayName, phone, joinedAt } = await readCustomer(tx, id)
  return { id, name: displayName, phone: maskedPhone(phone), joinedAt }
}

const repaymentRoutes = (reviews: Reviews): Route[] =>
  reviewedRoutes(reviews, {
    kind: loanRepaymentReview,
    open: openRepayment,
    decide: decideRepayment,
    unknown: refuse('unknown_repayment'),
    topics: { opened: ['loans', 'notices'], judged: TOLD },
    find: findReviewedRepayment,
    opened: ({ tx, now }, repayment) => noteRepayment(tx, repayment, 'loan_repayment_in_review', now),
    evidence: repaymentEvidence,
    ready: async (_context, repayment) => ({ payload: repaymentPayload(repayment) }),
    decided: async ({ tx, now }, repayment, { result, reason }) => {
      if (result === 'approved') {
        await bookRepayment(tx, repayment, now)
        await noteRepayment(tx, repayment, 'loan_repayment_booked', now)
        return
      }
      await releaseRepayment(tx, repayment, { how: 'refused', at: now })
      await noteRepayment(tx, repayment, 'loan_repayment_refused', now, reason)
    },
    stateOf: ({ state }) => state,
  })

async function repaymentEvidence({ tx, now, language }: StaffWriteContext, repayment: RepaymentRow) {
  const { id, reviewId, customer, units, state, at, dueAt, end, returned } = repayment
  const { loan, row } = await chargedLoan(tx, customer, repayment.loan, now)
  const booking = end === null ? await bookingOf(tx, { loan, row }, repayment) : null
  const owed = owedOf(row.debt)
  return {
    id: reviewId,
    number: repaymentNumber(id),
    state,
    amount: eur(units),
    at,
    dueAt,
    loan: { id: loan.id, number: loanNumber(loan.id), amount: eur(loan.units), paidOutAt: loan.paidOutAt ?? loan.at },
    owed,
    owedAfter: booking ? owedOf(booking.debt) : owed,
    returned: booking?.returned ?? returned ?? 0n,
    customer: await whose(tx, customer),
    reasons: reasonsIn(language, loanRepaymentReview, loanRepaymentReview.reasons),
  }
}
