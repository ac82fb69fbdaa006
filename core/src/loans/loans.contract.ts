import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Cents, Id, Moment, Money, Page, line } from '../base/wire.ts'
import { ACCEPTANCE_REFUSALS, AcceptanceField } from '../documents/documents.contract.ts'
import { ReasonReply, ReviewStepReply } from '../review/review.contract.ts'

/** The agreement that the customer reads to its end and accepts. */
export const LOAN_AGREEMENT = 'loan_agreement'

/**
 * Spec section 4: pending review, successful, failed. `repaid`: nothing is owed any more; `written_off`: its customer started
 * over or closed the account, and the house let the rest go.
 */
export const LOAN_STATES = [
  'pending',
  'in_review',
  'paid_out',
  'repaid',
  'written_off',
  'refused',
  'cancelled',
] as const
export type LoanState = (typeof LOAN_STATES)[number]

export const LOAN_REPAYMENT_STATES = ['pending', 'in_review', 'booked', 'refused', 'cancelled'] as const
export type LoanRepaymentState = (typeof LOAN_REPAYMENT_STATES)[number]

/** The fields of an application beside its amount, spec section 3. */
export const APPLICANT_FIELDS = ['name', 'number', 'address', 'phone', 'email'] as const
export type ApplicantField = (typeof APPLICANT_FIELDS)[number]

/** The cost of a loan: the interest of a year in basis points, and the nights for which it is charged. */
const Terms = z.object({ version: z.int(), yearBps: z.int(), nights: z.int() })

/** A repayment as its customer reads it. */
const RepaymentReply = z.object({
  id: Id,
  /** The record number, as customers and staff quote it. */
  number: z.string(),
  loan: Id,
  loanNumber: z.string(),
  state: z.enum(LOAN_REPAYMENT_STATES),
  amount: Money,
  at: Moment,
  dueAt: Moment,
  endedAt: z.nullable(Moment),
  /** The interest that was given back, because a repayment counts from the day of its application; null until it is booked. */
  returned: z.nullable(Cents),
  reason: z.nullable(ReasonReply),
})

const LoanReply = z.object({
  id: Id,
  number: z.string(),
  state: z.enum(LOAN_STATES),
  amount: Money,
  terms: Terms,
  at: Moment,
  dueAt: Moment,
  paidOutAt: z.nullable(Moment),
  endedAt: z.nullable(Moment),
  reason: z.nullable(ReasonReply),
  /** The debt now: of the loan, and of interest. Both are zero unless it is paid out. */
  principal: Cents,
  interest: Cents,
  /** The interest of a night now, and how many more nights are charged. */
  night: Cents,
  nightsLeft: z.int(),
  /** The first day without interest, `2027-10-10`; null until it is paid out. */
  lastDay: z.nullable(z.string()),
})

/** The facts by which the house lends: the limit and where it comes from, the terms, and what is known of the customer already. */
export const readLoanTerms = read({
  path: '/loans/terms',
  caller: 'customer',
  summary: 'The limit of loans and its parts, the terms, and what the form begins with',
  topics: ['loans', 'balances', 'kyc', 'profile'],
  input: z.strictObject({}),
  reply: z.object({
    terms: Terms,
    /** The value of the account in EUR less everything that is owed; null without a rate for its dollars. */
    equity: z.nullable(Cents),
    /** The total limit, what is borrowed or applied for, and what is left of it. */
    limit: Cents,
    borrowed: Cents,
    left: Cents,
    /** The debt of all loans, with interest. */
    owed: Cents,
    /** The least and the most of a loan. */
    least: Cents,
    most: Cents,
    /** The equity that is missing for the least loan; zero if it can be applied for. */
    missing: Cents,
    verified: z.boolean(),
    /** True while an application waits for its decision: there is one at a time. */
    waiting: z.boolean(),
    /** The customer's verified name, and the phone of the account. */
    name: z.nullable(z.string()),
    phone: z.string(),
    free: Money,
    dueHours: z.int(),
  }),
})

export const LOAN_LISTS = ['loans', 'applications', 'repayments'] as const
export type LoanList = (typeof LOAN_LISTS)[number]

/** The records of one of the three kinds, newest first. Spec section 7: POST /index/listCA, which only reads. */
export const listLoans = read({
  method: 'POST',
  path: '/index/listCA',
  caller: 'customer',
  summary: 'Loans that were paid out, applications, or repayments of the customer, newest first',
  topics: ['loans'],
  input: z.strictObject({ list: z.enum(LOAN_LISTS), ...Page }),
  reply: z.object({
    loans: z.array(LoanReply),
    repayments: z.array(RepaymentReply),
    cursor: z.nullable(z.string()),
  }),
})

/** A step of a loan's account. Nights in a row that cost the same are one step. */
const AccountStep = z.object({
  kind: z.enum(['paid_out', 'interest', 'repaid', 'returned', 'written_off']),
  at: Moment,
  /** The nights of a step of interest, and the last of them as a day. */
  nights: z.nullable(z.int()),
  day: z.nullable(z.string()),
  /** The amount that it added to the debt, or took from it. */
  amount: Cents,
  owed: Cents,
})

/** One loan, by its id or that of a repayment of it, with its account, its repayments and the steps of its decision. */
export const readLoan = read({
  path: '/loans/one',
  caller: 'customer',
  summary: 'One loan with its account by steps, its repayments, and the steps of its decision',
  topics: ['loans', 'balances'],
  input: z.strictObject({ id: Id }),
  reply: z.object({
    ...LoanReply.shape,
    account: z.array(AccountStep),
    repayments: z.array(RepaymentReply),
    steps: z.array(ReviewStepReply),
    /** The signature, and the agreement that was read: its version, language and hash. */
    signed: z.object({ how: z.enum(['drawn', 'typed']), name: z.nullable(z.string()), picture: z.nullable(Id) }),
    agreement: z.object({ version: z.int(), language: z.string(), sha256: z.string() }),
    free: Money,
  }),
  refusals: ['unknown_loan'],
})

/** Any text of at most 200 characters; the rules check its form. */
const Typed = z.string().check(z.maxLength(200))

/**
 * Apply for a loan: the amount, the applicant, the agreement as it was read, and the signature: a picture of a drawn one, or the
 * name typed. A blank `number` is that of the document that passed the identity check. Spec section 7: POST /index/saveCA.
 */
export const applyForLoan = write({
  path: '/index/saveCA',
  caller: 'customer',
  restrictedFrom: 1,
  enters: 'loans',
  key: 'id',
  summary: 'Apply for a loan with the applicant, the agreement and the signature',
  input: z.strictObject({
    id: Id,
    amount: Cents,
    name: Typed,
    number: Typed,
    address: Typed,
    phone: Typed,
    email: Typed,
    agreement: z.nullable(AcceptanceField),
    signature: z.nullable(Id),
    signedName: z.nullable(line()),
  }),
  reply: z.object({ id: Id, number: z.string(), amount: Money, at: Moment, dueAt: Moment }),
  refusals: [
    'missing_information',
    'name_form',
    'document_number_form',
    'postal_address_form',
    'phone_digits',
    'email_form',
    'loan_unverified',
    'loan_requirements',
    'loan_amount',
    'loan_waiting',
    'agreement_unsigned',
    'signature_differs',
    'unknown_picture',
    'picture_removed',
    ...ACCEPTANCE_REFUSALS,
  ],
})

/** Take an application back until it is decided. */
export const cancelLoan = write({
  path: '/loans/cancel',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Take an application for a loan back before it is decided',
  input: z.strictObject({ id: Id }),
  reply: z.object({ id: Id, cancelledAt: Moment }),
  refusals: ['unknown_loan', 'loan_decided'],
})

/** Apply to repay a part of a loan, or all of it: the amount is held until staff book it. Spec section 7: POST /index/huankCA. */
export const repayLoan = write({
  path: '/index/huankCA',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'id',
  summary: 'Apply to repay a loan in part or whole; the amount is held until it is booked',
  input: z.strictObject({ id: Id, loan: Id, amount: Cents }),
  reply: z.object({ id: Id, number: z.string(), amount: Money, at: Moment, dueAt: Moment }),
  refusals: ['unknown_loan', 'loan_not_open', 'repayment_waiting', 'repayment_amount', 'insufficient_balance'],
})

/** Take a repayment back until it is decided: its amount is free again. */
export const cancelRepayment = write({
  path: '/loans/cancelRepayment',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Take a repayment back before it is booked',
  input: z.strictObject({ id: Id }),
  reply: z.object({ id: Id, cancelledAt: Moment, released: Money }),
  refusals: ['unknown_repayment', 'repayment_decided'],
})

export const loansCalls = {
  readLoanTerms,
  listLoans,
  readLoan,
  applyForLoan,
  cancelLoan,
  repayLoan,
  cancelRepayment,
} as const
