import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { Cents, Count, CurrencyCode, Id, LanguageCode, Moment, Money, Page, pageOf } from '../base/wire.ts'
import { REVIEW_STATES, SeatReply } from '../review/review.contract.ts'
import { readersOf } from '../review/review.rules.ts'
import { OPINION_REFUSALS, moneyEvidenceFields, opinionFields, outcomeFields } from '../review/review.staff.contract.ts'
import { CREDIT_KINDS } from './reversals.contract.ts'
import { REVERSAL_REASONS, reversalReview } from './reversals.review.ts'

/** A credit as the console shows it, with what the form of its reversal needs. */
export const CreditReply = z.object({
  /** The number of its entry. */
  entry: z.int(),
  kind: z.enum(CREDIT_KINDS),
  amount: Money,
  /** The part that no reversal takes back: neither a posted one nor one that waits for a decision. */
  left: Money,
  /** The customer's available balance in the currency now: a reversal takes this first, and the rest would be owed. */
  free: Money,
  /** The customer's, in which they read the notice. */
  language: LanguageCode,
})

export type CreditShown = z.output<typeof CreditReply>

/** Ask for a wrong credit to be taken back, all or a part of it: two people decide. */
export const reverseCredit = write({
  path: '/staff/reversals/ask',
  caller: 'seat',
  roles: reversalReview.roles,
  key: 'id',
  summary: 'Ask for the reversal of a credit or a part of it, with a reason; two people decide',
  input: z.strictObject({
    id: Id,
    customer: CustomerId,
    /** The number of the entry that credited it. */
    entry: z.int().check(z.gte(1)),
    amount: Money,
    reason: z.enum(REVERSAL_REASONS),
  }),
  /** `review` is the id under which two people open it. */
  reply: z.object({ id: Id, number: z.string(), review: Id }),
  refusals: [
    'unknown_customer',
    'own_account',
    'unknown_credit',
    'another_currency',
    'amount_positive',
    'reason_of_grants',
    'credit_reversed',
    'more_than_credited',
  ],
})

/**
 * The notice that a customer would read of a reversal: nothing is sent, and no customer is looked at. The console asks for it
 * while a reversal is being written, and before its approval.
 */
export const previewReversal = read({
  path: '/staff/reversals/notice',
  caller: 'seat',
  roles: readersOf(reversalReview),
  summary: 'The notice of a reversal, in the words of a language, before it is sent',
  input: z.strictObject({
    language: LanguageCode,
    currency: CurrencyCode,
    amount: Cents,
    /** The part of the amount that would be owed. */
    owed: Cents,
    reason: z.enum(REVERSAL_REASONS),
  }),
  reply: z.object({ title: z.string(), body: z.string() }),
})

const STATES = REVIEW_STATES.filter((state) => state !== 'offered')

const Evidence = z.object({
  ...moneyEvidenceFields,
  /** The id of the review, as in its queue. */
  id: Id,
  number: z.string(),
  state: z.enum(STATES),
  amount: Money,
  reason: z.enum(REVERSAL_REASONS),
  askedBy: SeatReply,
  at: Moment,
  dueAt: Moment,
  customer: z.object({
    id: CustomerId,
    name: z.nullable(z.string()),
    phone: z.string(),
    language: LanguageCode,
    joinedAt: Moment,
  }),
  credit: z.object({
    kind: z.enum(CREDIT_KINDS),
    entry: z.int(),
    /** Its posting, as the customer's entries name it. */
    posting: z.int(),
    amount: Money,
    at: Moment,
    /** The sum of its other reversals that are posted or wait for a decision. */
    reversed: Money,
  }),
  /** The customer's balance in the currency now: free, and held by orders and withdrawals. */
  free: Money,
  held: Money,
  /** The debts now, by currency; empty if nothing is owed. Any of them stops withdrawals. */
  owed: z.array(Money),
  /** The part of the amount that would be taken at once, and the part that would be owed. Once it is posted, what was. */
  taken: Money,
  wouldOwe: Money,
  /** Open orders, and withdrawals that were not sent yet. */
  underWay: z.object({ orders: z.int(), withdrawals: z.int() }),
})

/** Open the reversal of a credit for a decision, with what would be taken and what would be owed. */
export const openReversal = write({
  path: '/staff/reversals/open',
  caller: 'seat',
  roles: readersOf(reversalReview),
  key: 'none',
  summary: 'Open the reversal of a credit with its evidence, and hold it',
  input: z.strictObject({ id: Id }),
  reply: Evidence,
  refusals: ['unknown_reversal'],
})

/** Approve or refuse the reversal of a credit. The second approval carries it out. */
export const decideReversal = write({
  path: '/staff/reversals/decide',
  caller: 'seat',
  roles: reversalReview.roles,
  key: 'header',
  summary: 'Approve or refuse the reversal of a credit, with a reason; the second approval carries it out',
  input: z.strictObject(opinionFields),
  reply: z.object({ ...outcomeFields, state: z.enum(STATES) }),
  refusals: ['unknown_reversal', ...OPINION_REFUSALS],
})

const Debt = z.object({
  customer: CustomerId,
  number: z.string(),
  /** Masked, as in every list. */
  phone: z.string(),
  displayName: z.nullable(z.string()),
  owed: Money,
  /** The time of the oldest reversal that is not paid yet: debts are paid in their order. */
  since: Moment,
})

/** Everybody who owes something, the oldest debt first. The list is masked and no view. */
export const listDebts = read({
  path: '/staff/reversals/debts',
  caller: 'seat',
  roles: readersOf(reversalReview),
  summary: 'Customers who owe something of a reversed credit: how much, and since when',
  input: z.strictObject({ ...Page }),
  reply: z.object({ ...pageOf(Debt).shape, /** On every page: how many there are in all. */ count: Count }),
})

export const reversalsStaffCalls = { reverseCredit, previewReversal, openReversal, decideReversal, listDebts }
