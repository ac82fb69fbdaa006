import { eur } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { hold, release, type Line } from '@lonja/core/ledger/ledger.rules'
import { owedOf } from '@lonja/core/lending/lending.rules'
import { bookingLines, nightLines, payOutLine, type Applicant, type LoanEnd } from '@lonja/core/loans/loans.rules'
import {
  LOAN_TERMS,
  bookedAsOf,
  firstNights,
  loanDayAt,
  nightOf,
  nightsDue,
  type Booking,
} from '@lonja/core/loans/schedule.rules'
import { loanReview } from '@lonja/core/loans/loans.review'
import type { NoticeCode } from '@lonja/core/notices/notices.contract'
import { noticeOfRecord } from '@lonja/core/notices/records.rules'
import { dueAtFor } from '@lonja/core/review/review.rules'
import { newId } from '../base/ids.ts'
import type { Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { findDebt, insertDebt, saveDebt, type DebtRow } from '../lending/lending.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { decidedPictures } from '../pictures/pictures.actions.ts'
import type { WrappingKey } from '../pictures/seal.ts'
import { openReview, type Payload, type ReviewSettings } from '../review/review.actions.ts'
import { sealedApplicant } from './applicants.ts'
import { insertLoan, saveLoanEnd, savePaidOut, findLoan, type LoanRow, type NewLoan } from './loans.store.ts'
import { insertNight, listNights } from './nights.store.ts'
import { saveRepaymentEnd, type NewRepayment, type RepaymentRow } from './repayments.store.ts'

/** The parts that loans need. */
export interface LoanParts {
  readonly market: Pick<Market, 'last' | 'rate'>
  readonly settings: ReviewSettings
  /** Wraps the keys of the applicants' data. */
  readonly key: WrappingKey
}

/** The topics of a customer that a step of a loan changes. */
export const TOLD = ['loans', 'balances', 'notices'] as const

/** The submission that staff decide on. */
export const loanPayload = (
  { customer, units, terms, signature, at }: NewLoan,
  { name, number, address, phone, email }: Applicant,
): Payload => ({
  customer,
  units: units.toString(),
  terms: String(terms),
  name,
  number,
  address,
  phone,
  email,
  signature: signature.picture,
  signedName: signature.name,
  at: String(at),
})

export const repaymentPayload = ({ customer, loan, units, at }: NewRepayment): Payload => ({
  customer,
  loan,
  units: units.toString(),
  at: String(at),
})

/** Notifies the customer of a step of a loan. */
export async function noteLoan(
  tx: Tx,
  { customer, id, units }: Pick<NewLoan, 'customer' | 'id' | 'units'>,
  code: NoticeCode & `loan_${string}`,
  at: Instant,
  reason?: string,
): Promise<void> {
  const facts = { kind: 'loan', id, amount: eur(units), ...(reason === undefined ? {} : { reason }) } as const
  await insertNotices(tx, [noticeOfRecord({ customer, id: newId(), at }, code, facts)])
}

/** Notifies the customer of a step of a repayment. */
export async function noteRepayment(
  tx: Tx,
  { customer, id, units }: NewRepayment,
  code: NoticeCode & `loan_repayment_${string}`,
  at: Instant,
  reason?: string,
): Promise<void> {
  const facts = { kind: 'loan_repayment', id, amount: eur(units), ...(reason === undefined ? {} : { reason }) } as const
  await insertNotices(tx, [noticeOfRecord({ customer, id: newId(), at }, code, facts)])
}

const post = (
  tx: LockedTx,
  { customer, id }: Pick<NewLoan, 'customer' | 'id'>,
  { kind, at, lines }: { readonly kind: 'loan' | 'loan_repayment'; readonly at: Instant; readonly lines: Line[] },
): Promise<number> => postNow(tx, { customer, cause: { kind, id }, at, lines })

/** Pays an approved loan out. The first night with interest begins at the next midnight. */
export async function payOut(tx: LockedTx, loan: LoanRow, now: Instant): Promise<void> {
  const { customer, id, units, terms } = loan
  await post(tx, loan, { kind: 'loan', at: now, lines: [payOutLine(eur(units))] })
  await savePaidOut(tx, loan, now)
  const debt = { principal: units, interest: 0n }
  await insertDebt(tx, { customer, loan: id, debt, ...firstNights(now, LOAN_TERMS[terms]) })
  await noteLoan(tx, loan, 'loan_paid_out', now)
}

/** Ends a loan. Its signature, and the applicant's data, are removed 30 days later. */
export async function endLoan(tx: LockedTx, loan: Pick<NewLoan, 'customer' | 'id'>, end: LoanEnd): Promise<void> {
  await saveLoanEnd(tx, loan, end)
  await decidedPictures(tx, loan.customer, loan.id, end.at)
}

/**
 * Charges the nights of a loan that have begun, each exactly once and in a posting of its own. Returns the debt after them; null
 * for a loan that was not paid out.
 */
export async function chargeNights(tx: LockedTx, loan: LoanRow, now: Instant): Promise<DebtRow | null> {
  const { customer, id } = loan
  const before = await findDebt(tx, customer, id)
  if (before === null || before.debt.principal === 0n) return before
  const { principal } = before.debt
  const interest = nightOf(principal, LOAN_TERMS[loan.terms])
  let row = before
  for (const day of nightsDue(before, now)) {
    const posting = await post(tx, loan, { kind: 'loan', at: now, lines: nightLines(interest) })
    await insertNight(tx, { customer, loan: id, day, principal, interest, posting, at: now })
    row = { ...row, debt: { principal, interest: row.debt.interest + interest }, chargedThrough: day }
  }
  if (row === before) return row
  await saveDebt(tx, row)
  if (row.chargedThrough === row.lastDay)
    await noteLoan(tx, { ...loan, units: owedOf(row.debt) }, 'loan_term_over', now)
  return row
}

/** Charges the due nights of one loan of a customer by its id; asserts that it was paid out. */
export async function chargedLoan(tx: LockedTx, customer: CustomerId, id: string, now: Instant) {
  const loan = await findLoan(tx, customer, id)
  const row = loan && (await chargeNights(tx, loan, now))
  assert(loan !== null && row !== null, 'what is owed of was paid out')
  return { loan, row }
}

/** Holds the amount of a repayment. */
export const holdRepayment = (tx: LockedTx, repayment: NewRepayment): Promise<number> =>
  post(tx, repayment, { kind: 'loan_repayment', at: repayment.at, lines: hold([eur(repayment.units)]) })

/** Releases the hold of a repayment that was refused or cancelled. */
export async function releaseRepayment(
  tx: LockedTx,
  repayment: RepaymentRow,
  { how, at }: { readonly how: 'refused' | 'cancelled'; readonly at: Instant },
): Promise<void> {
  await post(tx, repayment, { kind: 'loan_repayment', at, lines: release([eur(repayment.units)]) })
  await saveRepaymentEnd(tx, repayment, { how, at }, null)
}

/** The debt after a repayment that is booked now, with the nights charged so far. */
export async function bookingOf(tx: Tx, { loan, row }: { loan: LoanRow; row: DebtRow }, repayment: NewRepayment) {
  const nights = await listNights(tx, repayment, loanDayAt(repayment.at))
  const charged = nights.map(({ interest }) => interest)
  return bookedAsOf(row.debt, { units: repayment.units, charged, terms: LOAN_TERMS[loan.terms] })
}

/** Books a repayment as of the day of its application, and ends the loan if nothing is owed any more. */
export async function bookRepayment(tx: LockedTx, repayment: RepaymentRow, now: Instant): Promise<Booking> {
  const { loan, row } = await chargedLoan(tx, repayment.customer, repayment.loan, now)
  const booking = await bookingOf(tx, { loan, row }, repayment)
  const lines = bookingLines(repayment.units, booking.returned)
  await post(tx, repayment, { kind: 'loan_repayment', at: now, lines })
  await saveDebt(tx, { ...row, debt: booking.debt })
  await saveRepaymentEnd(tx, repayment, { how: 'booked', at: now }, booking.returned)
  if (owedOf(booking.debt) === 0n) {
    await endLoan(tx, loan, { how: 'repaid', at: now, letGo: null })
    await noteLoan(tx, loan, 'loan_repaid', now)
  }
  return booking
}

/** Stores an application with its sealed applicant, its review in the queue and its notice. Returns when it is due. */
export async function openApplication(
  tx: LockedTx,
  { settings, key }: Pick<LoanParts, 'settings' | 'key'>,
  loan: NewLoan,
  applicant: Applicant,
): Promise<Instant> {
  const { customer, id, units, at } = loan
  await insertLoan(tx, { ...loan, applicant: sealedApplicant(key, loan, applicant) })
  const dueAt = dueAtFor(loanReview, settings.dueMs, at)
  const payload = loanPayload(loan, applicant)
  await openReview(tx, loanReview, { record: id, customer, amount: eur(units), eurCents: units, at, dueAt, payload })
  await noteLoan(tx, loan, 'loan_received', at)
  return dueAt
}
