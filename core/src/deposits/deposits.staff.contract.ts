import * as z from 'zod/mini'
import { write } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { Cents, Id, Moment, Money } from '../base/wire.ts'
import { OPINION_REFUSALS, moneyEvidenceFields, opinionFields, outcomeFields } from '../review/review.staff.contract.ts'
import { DEPOSIT_STATES, readDeposit } from './deposits.contract.ts'
import { depositReview } from './deposits.review.ts'
import { CreditReply } from '../reversals/reversals.staff.contract.ts'
import { readersOf } from '../review/review.rules.ts'

/** Another deposit that names the same transaction on the same chain. */
const SameHash = z.object({
  /** The id of its review. */
  id: Id,
  number: z.string(),
  /** True if it belongs to the same customer. */
  own: z.boolean(),
  cash: Money,
  at: Moment,
  credited: z.boolean(),
})

/** A deposit with its evidence; `id` is that of its review. `seen` is the evidence's hash: a decision sends it back. */
const Evidence = z.object({
  ...readDeposit.reply.shape,
  ...moneyEvidenceFields,
  eur: Cents,
  customer: z.object({
    id: CustomerId,
    name: z.nullable(z.string()),
    phone: z.string(),
    kyc: z.enum(['none', 'submitted', 'in_review', 'passed', 'refused']),
    joinedAt: Moment,
  }),
  sameHash: z.array(SameHash),
  /** The largest sum in EUR of any 24 hours with it, also of later deposits. Above the limit two people decide. */
  inWindow: Cents,
  limit: Cents,
  /** The customer's other deposits: credited, with their sum in EUR, and refused; and all other requests under way. */
  earlier: z.object({ credited: z.int(), eur: Cents, refused: z.int(), underWay: z.int() }),
  /** Its credit, which can be reversed; null until it is approved. */
  credit: z.nullable(CreditReply),
})

/** Open a deposit for a decision: the seat holds it, and the customer can read that it was opened. */
export const openDeposit = write({
  path: '/staff/deposits/open',
  caller: 'seat',
  roles: readersOf(depositReview),
  key: 'none',
  summary: 'Open a deposit with its evidence, and hold it',
  input: z.strictObject({ id: Id }),
  reply: Evidence,
  refusals: ['unknown_deposit'],
})

/**
 * Approve or refuse a deposit that the seat holds, after seeing exactly this evidence. An approved deposit is credited
 * in the same transaction.
 */
export const decideDeposit = write({
  path: '/staff/deposits/decide',
  caller: 'seat',
  roles: depositReview.roles,
  key: 'header',
  summary: 'Approve or refuse a deposit, with a reason',
  input: z.strictObject(opinionFields),
  reply: z.object({
    ...outcomeFields,
    state: z.enum(DEPOSIT_STATES),
  }),
  refusals: ['unknown_deposit', ...OPINION_REFUSALS, 'hash_credited'],
})

export const depositsStaffCalls = { openDeposit, decideDeposit }
