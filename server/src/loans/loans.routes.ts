import { eur } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import type { InputOf } from '@lonja/core/base/contract'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { decideAcceptance } from '@lonja/core/documents/documents.rules'
import { owedOf } from '@lonja/core/lending/lending.rules'
import {
  LOAN_AGREEMENT,
  applyForLoan,
  cancelLoan,
  cancelRepayment,
  listLoans,
  readLoan,
  readLoanTerms,
  repayLoan,
} from '@lonja/core/loans/loans.contract'
import { loanRepaymentReview, loanReview } from '@lonja/core/loans/loans.review'
import {
  LOANS_PAGE,
  LOAN_LEAST,
  LOAN_MOST,
  decideApplication,
  decideCancel,
  decideRepayment,
  decideRepaymentCancel,
  leftOf,
  limitFor,
  missingFor,
  plainApplicant,
} from '@lonja/core/loans/loans.rules'
import { LOAN_TERMS, LOAN_TERMS_VERSION, debtAt } from '@lonja/core/loans/schedule.rules'
import { dueAtFor } from '@lonja/core/review/review.rules'
import { readCustomer } from '../accounts/accounts.store.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'
import type { Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { acceptDocument } from '../documents/documents.actions.ts'
import type { Documents } from '../documents/documents.files.ts'
import { listAcceptedDocuments } from '../documents/documents.store.ts'
import { placeIn, type TimedPlace } from '../door/cursors.ts'
import { onRead, onWrite, type Route } from '../door/serve.ts'
import { findVerifiedNumber } from '../kyc/kyc.actions.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { findDebt, lentTo } from '../lending/lending.store.ts'
import { takePictures } from '../pictures/pictures.actions.ts'
import { cancelReview } from '../review/ending.actions.ts'
import { openReview, readReview } from '../review/review.actions.ts'
import { stepsFor } from '../review/review.replies.ts'
import { isReviewed } from '../review/review.store.ts'
import { loanFactsOf } from './limit.actions.ts'
import {
  TOLD,
  chargeNights,
  endLoan,
  holdRepayment,
  noteLoan,
  noteRepayment,
  openApplication,
  releaseRepayment,
  repaymentPayload,
  type LoanParts,
} from './loans.actions.ts'
import { findLoan, listLoanRows } from './loans.store.ts'
import {
  accountReply,
  loanNumber,
  loanReply,
  repaymentNumber,
  repaymentReply,
  signedReply,
  termsReply,
} from './replies.actions.ts'
import {
  findRepayment,
  insertRepayment,
  isRepaymentWaiting,
  listRepaymentRows,
  listRepaymentsOf,
} from './repayments.store.ts'

/** The customer's calls on loans: the terms, the application, own records, and repayments. */
export const loansRoutes = (parts: LoanParts, documents: Documents): Route[] => [
  termsRoute(parts),
  listRoute,
  oneRoute,
  ...applicationRoutes(parts, documents),
  ...repaymentRoutes(parts),
]

async function freeOf(tx: Tx, customer: CustomerId): Promise<bigint> {
  return (await listBalances(tx, customer)).find(({ asset }) => asset === 'EUR')?.free ?? 0n
}

const termsRoute = ({ market, settings }: LoanParts): Route =>
  onRead(readLoanTerms, async ({ tx, customer }) => {
    const { verifiedName, equity, borrowed, waiting } = await loanFactsOf(tx, customer, market)
    const limit = limitFor(equity)
    const { phone } = await readCustomer(tx, customer)
    return {
      terms: termsReply(LOAN_TERMS_VERSION),
      equity,
      limit,
      borrowed,
      left: leftOf(limit, borrowed),
      owed: await lentTo(tx, customer),
      least: LOAN_LEAST,
      most: LOAN_MOST,
      missing: missingFor(equity, borrowed),
      verified: verifiedName !== null,
      waiting,
      name: verifiedName,
      phone,
      free: eur(await freeOf(tx, customer)),
      dueHours: (loanReview.dueMs ?? settings.dueMs) / HOUR,
    }
  })

const FROM_THE_NEWEST: TimedPlace = { at: Number.MAX_SAFE_INTEGER, id: PAST_ALL_IDS }

const listRoute = onRead(listLoans, async ({ tx, customer, language }, { list, cursor, limit = LOANS_PAGE }) => {
  const after = placeIn(cursor) ?? FROM_THE_NEWEST
  const next = (rows: readonly TimedPlace[]): string | null => {
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return last ? `${last.at}.${last.id}` : null
  }
  if (list === 'repayments') {
    const rows = await listRepaymentRows(tx, customer, after, limit + 1)
    const repayments = rows.slice(0, limit).map((row) => repaymentReply(row, language))
    return { loans: [], repayments, cursor: next(rows) }
  }
  const rows = await listLoanRows(tx, customer, { isPaidOut: list === 'loans', after, most: limit + 1 })
  const loans = []
  for (const loan of rows.slice(0, limit)) loans.push(await loanReply(tx, loan, language))
  return { loans, repayments: [], cursor: next(rows) }
})

const oneRoute = onRead(readLoan, async ({ tx, customer, language }, { id }) => {
  const loan = await findLoan(tx, customer, (await findRepayment(tx, customer, id))?.loan ?? id)
  if (!loan) return refuse('unknown_loan')
  const repayments = await listRepaymentsOf(tx, customer, loan.id)
  const { steps } = await readReview(tx, loan.reviewId)
  const [agreement] = await listAcceptedDocuments(tx, customer, loan.id)
  assert(agreement !== undefined, 'a loan was applied for with its agreement')
  const { version, language: read, sha256 } = agreement
  return {
    ...(await loanReply(tx, loan, language)),
    account: await accountReply(tx, loan, repayments),
    repayments: repayments.toReversed().map((row) => repaymentReply(row, language)),
    steps: stepsFor(language, loanReview, steps),
    signed: signedReply(loan),
    agreement: { version, language: read, sha256 },
    free: eur(await freeOf(tx, customer)),
  }
})

const applicationRoutes = (parts: LoanParts, documents: Documents): Route[] => [
  onWrite(applyForLoan, async ({ tx, customer, now, publish }, form) => {
    const accepted = await apply(tx, { ...parts, documents }, { customer, now }, form)
    if (isRefused(accepted)) return accepted
    publish(...TOLD)
    return accepted
  }),

  onWrite(cancelLoan, async ({ tx, customer, now, publish }, { id }) => {
    const loan = await findLoan(tx, customer, id)
    if (!loan) return refuse('unknown_loan')
    const decision = decideCancel(loan)
    if (isRefused(decision)) return decision
    if ('already' in decision) return { id, cancelledAt: decision.already }
    const over = await cancelReview(tx, loan.reviewId, now)
    assert(over === null, 'a review that is under way can be cancelled')
    await endLoan(tx, loan, { how: 'cancelled', at: now, letGo: null })
    await noteLoan(tx, loan, 'loan_cancelled', now)
    publish(...TOLD)
    return { id, cancelledAt: now }
  }),
]

type Form = InputOf<typeof applyForLoan>

/** Accepts an application: the agreement, the signature, its row, its review in the queue, its notice. */
async function apply(
  tx: LockedTx,
  { market, settings, key, documents }: LoanParts & { readonly documents: Documents },
  { customer, now }: { readonly customer: CustomerId; readonly now: Instant },
  { id, amount, agreement, signature: picture, signedName, ...written }: Form,
) {
  // The customer has used the id for a record whose stored answer is purged.
  if (await isReviewed(tx, customer, id)) return refuse('key_reused')
  const signature = { picture, name: picture === null ? signedName : null }
  const isBlank = written.number.trim() === ''
  const number = isBlank ? ((await findVerifiedNumber(tx, customer, key)) ?? '') : written.number
  const applicant = { ...written, number }
  const application = { amount, applicant, hasAgreement: agreement !== null, signature }
  const decision = decideApplication(application, await loanFactsOf(tx, customer, market))
  if (isRefused(decision)) return decision
  const published = documents.get(LOAN_AGREEMENT)
  assert(agreement !== null && published !== undefined, 'an accepted application names its agreement')
  const changed = decideAcceptance(published.versions, agreement)
  if (isRefused(changed)) return changed
  const about = { kind: 'loan', id }
  const wrongPicture = await takePictures(tx, customer, picture === null ? [] : [picture], {
    use: 'signature',
    record: id,
  })
  if (wrongPicture) return wrongPicture
  const read = await acceptDocument(tx, documents, {
    customer,
    name: LOAN_AGREEMENT,
    about,
    acceptance: agreement,
    at: now,
  })
  if (isRefused(read)) return read
  const loan = { customer, id, units: amount, terms: LOAN_TERMS_VERSION, signature, at: now }
  const dueAt = await openApplication(tx, { settings, key }, loan, plainApplicant(applicant))
  return { id, number: loanNumber(id), amount: decision.loan, at: now, dueAt }
}

const repaymentRoutes = ({ settings }: LoanParts): Route[] => [
  onWrite(repayLoan, async ({ tx, customer, now, publish }, { id, loan: of, amount }) => {
    const loan = await findLoan(tx, customer, of)
    if (!loan) return refuse('unknown_loan')
    if (await isReviewed(tx, customer, id)) return refuse('key_reused')
    const row = await findDebt(tx, customer, of)
    const debt = row && debtAt(row.debt, LOAN_TERMS[loan.terms], row, now)
    const facts = {
      debt: debt && owedOf(debt) > 0n ? debt : null,
      waiting: await isRepaymentWaiting(tx, customer, of),
      free: await freeOf(tx, customer),
    }
    const decision = decideRepayment(amount, facts)
    if (isRefused(decision)) return decision
    await chargeNights(tx, loan, now)
    const repayment = { customer, id, loan: of, units: amount, at: now }
    await holdRepayment(tx, repayment)
    await insertRepayment(tx, repayment)
    const dueAt = dueAtFor(loanRepaymentReview, settings.dueMs, now)
    await openReview(tx, loanRepaymentReview, {
      record: id,
      customer,
      amount: decision.hold,
      eurCents: amount,
      at: now,
      dueAt,
      payload: repaymentPayload(repayment),
    })
    await noteRepayment(tx, repayment, 'loan_repayment_received', now)
    publish(...TOLD)
    return { id, number: repaymentNumber(id), amount: decision.hold, at: now, dueAt }
  }),

  onWrite(cancelRepayment, async ({ tx, customer, now, publish }, { id }) => {
    const repayment = await findRepayment(tx, customer, id)
    if (!repayment) return refuse('unknown_repayment')
    const released = eur(repayment.units)
    const decision = decideRepaymentCancel(repayment)
    if (isRefused(decision)) return decision
    if ('already' in decision) return { id, cancelledAt: decision.already, released }
    const over = await cancelReview(tx, repayment.reviewId, now)
    assert(over === null, 'a review that is under way can be cancelled')
    await releaseRepayment(tx, repayment, { how: 'cancelled', at: now })
    await noteRepayment(tx, repayment, 'loan_repayment_cancelled', now)
    publish(...TOLD)
    return { id, cancelledAt: now, released }
  }),
]
