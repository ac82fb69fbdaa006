import * as z from 'zod/mini'
import { write } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { Id, Moment } from '../base/wire.ts'
import { ReasonReply } from '../review/review.contract.ts'
import { OPINION_REFUSALS, evidenceFields, opinionFields, outcomeFields } from '../review/review.staff.contract.ts'
import { DOCUMENT_TYPES, KYC_FIELDS, KYC_STATES } from './kyc.contract.ts'
import { kycReview } from './kyc.review.ts'
import { readersOf } from '../review/review.rules.ts'

/** The server's automatic checks: passed, a reason to look closer, or unknown. */
export const KYC_CHECKS = ['number_fits', 'number_new', 'papers_there'] as const

/** A submission with its evidence. `seen` is the evidence's hash: a decision sends it back. */
const KycEvidence = z.object({
  ...evidenceFields,
  /** The id of the review, as in its queue. */
  id: Id,
  /** The record number: `K-4F09C2`. */
  recordNumber: z.string(),
  /** `account_closed`: the customer closed the account before a decision. */
  state: z.enum([...KYC_STATES, 'account_closed']),
  submittedAt: Moment,
  dueAt: Moment,
  firstName: z.string(),
  lastName: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  number: z.string(),
  /** True if the customer declared the house's sample documents. */
  sample: z.boolean(),
  /** Opened one by one with `viewPicture`: each counts as a view that the customer reads. */
  papers: z.array(
    z.object({
      side: z.enum(['front', 'back']),
      id: Id,
      views: z.int(),
      removedAt: z.nullable(Moment),
      /** True if the asking seat has opened it. Passing needs all of them. */
      opened: z.boolean(),
    }),
  ),
  customer: z.object({ id: CustomerId, name: z.nullable(z.string()), phone: z.string(), joinedAt: Moment }),
  /** Failed checks first. */
  checks: z.array(z.object({ check: z.enum(KYC_CHECKS), ok: z.nullable(z.boolean()) })),
  /** Earlier submissions of the same customer, the latest first. */
  earlier: z.array(
    z.object({ id: Id, submittedAt: Moment, endedAt: z.nullable(Moment), reason: z.nullable(ReasonReply) }),
  ),
  /** For each reason of a refusal, the fields that may be asked for again; one is best. */
  reasons: z.object({
    approve: z.array(ReasonReply),
    refuse: z.array(z.object({ ...ReasonReply.shape, repeat: z.array(z.enum(KYC_FIELDS)) })),
  }),
})

/**
 * Open an identity check: the seat holds it until it is silent for a quarter of an hour. The customer can read that it
 * was opened.
 */
export const openKyc = write({
  path: '/staff/kyc/open',
  caller: 'seat',
  roles: readersOf(kycReview),
  key: 'none',
  summary: 'Open an identity check with its evidence, and hold it',
  input: z.strictObject({ id: Id }),
  reply: KycEvidence,
  refusals: ['unknown_kyc', 'kyc_damaged'],
})

/**
 * Pass or refuse an identity check that the seat holds, after seeing exactly this evidence; a refusal names the fields
 * to submit again.
 */
export const decideKyc = write({
  path: '/staff/kyc/decide',
  caller: 'seat',
  roles: kycReview.roles,
  key: 'header',
  summary: 'Pass or refuse an identity check, with a reason and what is to be given again',
  input: z.strictObject({
    ...opinionFields,
    repeat: z.array(z.enum(KYC_FIELDS)).check(z.maxLength(5)),
  }),
  reply: z.object({
    ...outcomeFields,
    state: z.enum(KYC_STATES),
  }),
  refusals: ['unknown_kyc', 'kyc_damaged', 'unknown_repeat', ...OPINION_REFUSALS],
})

export const kycStaffCalls = { openKyc, decideKyc }
