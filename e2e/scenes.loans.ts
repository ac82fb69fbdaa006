import { readDocument } from '@lonja/core/documents/documents.contract'
import { LOAN_AGREEMENT, applyForLoan, repayLoan } from '@lonja/core/loans/loans.contract'
import { decideLoan, openLoan } from '@lonja/core/loans/loans.staff.contract'
import { askFor, newId } from './client.ts'
import { newCustomer, type Customer } from './customers.ts'
import type { Seat } from './desk.ts'
import { reviewOf, type Desk } from './scenes.desk.ts'
import { addPapers, NAME } from './scenes.money.ts'

const AMOUNT = 100_000_00n

/** The reviews that wait: of a loan that one person has approved, and of a repayment. */
export type LoanNames = Readonly<Record<'loanReview' | 'repaymentReview', string>>

/** An application that waits, one that a person has approved, and a repayment of a loan that two paid out. */
export async function addLoans(desk: Desk): Promise<LoanNames> {
  const { url } = desk.house
  // Its number is not that of the verified papers.
  await apply(desk, { ...(await newBorrower(desk)), number: 'XK550011' })
  const second = await apply(desk, await newBorrower(desk))
  await approve(url, desk.one, second.review)
  const debtor = await newBorrower(desk)
  const loan = await apply(desk, debtor)
  for (const seat of [desk.one, desk.two]) await approve(url, seat, loan.review)
  const repayment = { id: newId(), loan: loan.id, amount: 30_000_00n }
  const { number } = await askFor(url, repayLoan, repayment, { token: debtor.token })
  return { loanReview: second.review, repaymentReview: await reviewOf(url, desk.one, number) }
}

/** A customer with the number of the verified papers. */
type Borrower = Customer & { readonly number: string }

async function newBorrower(desk: Desk): Promise<Borrower> {
  const customer = await newCustomer(desk.house)
  return { ...customer, number: await addPapers(desk, customer, 'approve') }
}

async function apply(
  { house: { url }, one }: Desk,
  { token, phone, number: papers }: Borrower,
): Promise<{ id: string; review: string }> {
  const id = newId()
  const name = `${NAME.firstName} ${NAME.lastName}`
  const { version, language, sha256 } = await askFor(url, readDocument, { name: LOAN_AGREEMENT }, { token })
  const applicant = {
    name,
    number: papers,
    address: 'Gran Vía 12, 48001 Bilbao',
    phone,
    email: 'marta@ejemplo.es',
  }
  const signed = { agreement: { version, language, sha256 }, signature: null, signedName: name }
  const { number } = await askFor(url, applyForLoan, { id, amount: AMOUNT, ...applicant, ...signed }, { token })
  return { id, review: await reviewOf(url, one, number) }
}

async function approve(url: string, { token }: Seat, id: string): Promise<void> {
  const { seen } = await askFor(url, openLoan, { id }, { token })
  await askFor(url, decideLoan, { id, seen, opinion: 'approve', reason: 'requirements_met' }, { token })
}
