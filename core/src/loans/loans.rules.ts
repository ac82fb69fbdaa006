import { eur, maxOf, minOf, type Amount } from '../base/amount.ts'
import { refuse, refuseBlank, type Refused } from '../base/refusal.ts'
import type { Instant } from '../base/instant.ts'
import { isPhone } from '../accounts/accounts.rules.ts'
import { isName, isNumber } from '../kyc/kyc.rules.ts'
import { owedOf, type LoanDebt } from '../lending/lending.rules.ts'
import { freeLine, heldLine, type Line } from '../ledger/ledger.rules.ts'
import { isSameHolder } from '../payees/payees.rules.ts'
import type { PlainReviewState } from '../review/review.contract.ts'
import type { ApplicantField } from './loans.contract.ts'

/** Loans or repayments on a page of the list, unless the call says how many. */
export const LOANS_PAGE = 30

/** The bounds of a loan, in cents of EUR. Spec section 5. */
export const LOAN_LEAST = 100_000_00n
export const LOAN_MOST = 8_000_000_00n

/** The limit is twice the equity, rounded down to a multiple of this. */
const LIMIT_STEP = 10_000_00n
const EQUITY_TIMES = 2n

/** The total limit of an equity: its double, rounded down, and never above the most. Without a known equity there is none. */
export function limitFor(equity: bigint | null): bigint {
  if (equity === null || equity <= 0n) return 0n
  const twice = equity * EQUITY_TIMES
  return minOf(twice - (twice % LIMIT_STEP), LOAN_MOST)
}

/** The part of a limit that is left. Equity may have fallen since the loans were paid out. */
export const leftOf = (limit: bigint, borrowed: bigint): bigint => maxOf(limit - borrowed, 0n)

/** The equity that is missing until the least loan can be applied for. With the most borrowed no equity would do. */
export function missingFor(equity: bigint | null, borrowed: bigint): bigint {
  const needed = borrowed + LOAN_LEAST
  const rounded = ((needed + LIMIT_STEP - 1n) / LIMIT_STEP) * LIMIT_STEP
  return maxOf(rounded / EQUITY_TIMES - maxOf(equity ?? 0n, 0n), 0n)
}

export type Applicant = Readonly<Record<ApplicantField, string>>

type FormRefusal =
  'missing_information' | 'name_form' | 'document_number_form' | 'postal_address_form' | 'phone_digits' | 'email_form'

const ADDRESS_LEAST = 8
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** A text in stored form: Unicode-normalised, with single spaces. */
const plainText = (written: string): string => written.normalize('NFKC').replace(/\s+/g, ' ').trim()

/** An applicant as the house stores it. */
export const plainApplicant = ({ name, number, address, phone, email }: Applicant): Applicant => ({
  name: plainText(name),
  number: plainText(number).toUpperCase(),
  address: plainText(address),
  phone: phone.replace(/\s/g, ''),
  email: plainText(email),
})

/**
 * Validate the applicant: first all missing fields, then the first one whose form is wrong. With `isVerified` a blank number is that
 * of the document that passed the identity check, which the house knows.
 */
export function checkApplicant(applicant: Applicant, isVerified = false): Refused<FormRefusal> | null {
  const { number: written, ...others } = applicant
  const isKnown = isVerified && written.trim() === ''
  const missing = refuseBlank(isKnown ? others : applicant)
  if (missing) return missing
  const { name, number, address, phone, email } = plainApplicant(applicant)
  if (!isName(name)) return refuse('name_form', {}, 'name')
  if (!isKnown && !isNumber('id_card', number)) return refuse('document_number_form', {}, 'number')
  if ([...address].length < ADDRESS_LEAST) return refuse('postal_address_form', {}, 'address')
  if (!isPhone(phone)) return refuse('phone_digits', {}, 'phone')
  if (!EMAIL.test(email)) return refuse('email_form', {}, 'email')
  return null
}

/** A signature: the picture of a drawn one, or the name as it was typed. */
export interface Signature {
  readonly picture: string | null
  readonly name: string | null
}

export interface LoanApplication {
  readonly amount: bigint
  readonly applicant: Applicant
  /** True if the agreement was read to its end and is named by its hash. */
  readonly hasAgreement: boolean
  readonly signature: Signature
}

/** The facts that decide an application. */
export interface LoanFacts {
  /** The verified name; null before the identity check has passed. */
  readonly verifiedName: string | null
  /** The equity of the account, in cents of EUR; null without a rate. */
  readonly equity: bigint | null
  /** The sum of the loans that are paid out, as far as they are not repaid, and of those that wait. */
  readonly borrowed: bigint
  /** True while another application waits for its decision. */
  readonly waiting: boolean
}

export type LoanRefusal =
  | FormRefusal
  | 'loan_unverified'
  | 'loan_requirements'
  | 'loan_amount'
  | 'loan_waiting'
  | 'agreement_unsigned'
  | 'signature_differs'

/** Accept an application, or refuse it. */
export function decideApplication(
  { amount, applicant, hasAgreement, signature }: LoanApplication,
  { verifiedName, equity, borrowed, waiting }: LoanFacts,
): { readonly loan: Amount } | Refused<LoanRefusal> {
  if (verifiedName === null) return refuse('loan_unverified')
  if (waiting) return refuse('loan_waiting')
  const missing = missingFor(equity, borrowed)
  if (missing > 0n) return refuse('loan_requirements', { missing: eur(missing) })
  const left = leftOf(limitFor(equity), borrowed)
  if (amount < LOAN_LEAST || amount > left)
    return refuse('loan_amount', { least: eur(LOAN_LEAST), most: eur(left) }, 'amount')
  const wrong = checkApplicant(applicant)
  if (wrong) return wrong
  if (!hasAgreement) return refuse('agreement_unsigned', {}, 'agreement')
  if (signature.picture === null && signature.name === null) return refuse('agreement_unsigned', {}, 'signature')
  if (signature.name !== null && !isSameHolder(signature.name, verifiedName))
    return refuse('signature_differs', {}, 'signedName')
  return { loan: eur(amount) } // From here on it must be accepted.
}

/** The end of a loan, and its time. */
export interface LoanEnd {
  readonly how: 'repaid' | 'written_off' | 'refused' | 'cancelled'
  readonly at: Instant
  /** The debt that the house let go when its customer left, in cents; null for a loan that ended otherwise. */
  readonly letGo: bigint | null
}

/** A loan as its steps see it. */
export interface LoanProgress {
  readonly review: PlainReviewState
  readonly end: LoanEnd | null
}

/** The end of a repayment, and its time. Its hold is spent or released. */
export interface RepaymentEnd {
  readonly how: 'booked' | 'refused' | 'cancelled'
  readonly at: Instant
}

/** Take an application back, until it is decided. `already` marks a repeat. */
export function decideCancel({
  review,
  end,
}: LoanProgress): { cancel: true } | { already: Instant } | Refused<'loan_decided'> {
  if (end?.how === 'cancelled') return { already: end.at }
  return review === 'pending' || review === 'in_review' ? { cancel: true } : refuse('loan_decided')
}

export interface RepaymentFacts {
  /** The debt of the loan now; null if nothing is owed of it, or it was never paid out. */
  readonly debt: LoanDebt | null
  /** True while another repayment of the same loan waits. */
  readonly waiting: boolean
  /** The free cash in EUR. */
  readonly free: bigint
}

/** Take a repayment back, until it is decided. `already` marks a repeat. */
export const decideRepaymentCancel = ({
  end,
}: {
  readonly end: RepaymentEnd | null
}): { cancel: true } | { already: Instant } | Refused<'repayment_decided'> => {
  if (end === null) return { cancel: true }
  return end.how === 'cancelled' ? { already: end.at } : refuse('repayment_decided')
}

export type RepaymentRefusal = 'loan_not_open' | 'repayment_waiting' | 'repayment_amount' | 'insufficient_balance'

/** Accept a repayment with its hold, or refuse it. One of a loan waits at a time, so that each counts from its own day. */
export function decideRepayment(
  units: bigint,
  { debt, waiting, free }: RepaymentFacts,
): { readonly hold: Amount } | Refused<RepaymentRefusal> {
  if (debt === null) return refuse('loan_not_open')
  if (waiting) return refuse('repayment_waiting')
  const owed = owedOf(debt)
  if (units <= 0n || units > owed) return refuse('repayment_amount', { owed: eur(owed) }, 'amount')
  if (units > free) return refuse('insufficient_balance', {}, 'amount')
  return { hold: eur(units) } // From here on it must be accepted.
}

/** The line that pays a loan out. */
export const payOutLine = ({ asset, units }: Amount): Line => freeLine('loan', 'loans', { asset, units })

/** The lines of a night: its interest is lent too, so that no cash of the customer is touched. */
export const nightLines = (units: bigint): Line[] => [
  freeLine('loan', 'loans', eur(units)),
  freeLine('loan_interest', 'loan_interest', eur(-units)),
]

/** The lines of a repayment: what was held for it goes to the loan, and interest that it saved goes back. */
export const bookingLines = (units: bigint, returned: bigint): Line[] => [
  heldLine('loan_repayment', 'loans', eur(-units)),
  ...(returned > 0n
    ? [freeLine('loan_interest', 'loan_interest', eur(returned)), freeLine('loan', 'loans', eur(-returned))]
    : []),
]

/** The lines that end a debt whose customer leaves: what is free pays for it, and the house lets the rest go. */
export function leavingLines(owed: bigint, free: bigint): Line[] {
  const paid = minOf(owed, free)
  const rest = owed - paid
  return [
    ...(rest > 0n ? [freeLine('loan_written_off', 'loan_losses', eur(rest))] : []),
    freeLine('loan_repayment', 'loans', eur(-owed)),
  ]
}
