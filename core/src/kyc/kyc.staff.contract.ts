import * as z from 'zod/mini'
import { write } from '../base/contract.ts'
import { Id, Moment } from '../base/wire.ts'
import { ReasonReply } from '../review/review.contract.ts'
import { OPINION_REFUSALS, evidenceFields, opinionFields, outcomeFields } from '../review/review.staff.contract.ts'
import { DOCUMENT_TYPES, KYC_FIELDS, KYC_STATES } from './kyc.contract.ts'
import { kycReview } from './kyc.review.ts'

/** What the house looks up before a person looks: true, the reason to look closer, or not known. */
export const KYC_CHECKS = ['number_fits', 'number_new', 'papers_there'] as const

/** A submission with all that a decision needs. `seen` names exactly this: a decision sends it back. */
const KycEvidence = z.object({
  ...evidenceFields,
  id: Id,
  /** `account_closed`: nobody decided it, the customer closed the account before. */
  state: z.enum([...KYC_STATES, 'account_closed']),
  submittedAt: Moment,
  dueAt: Moment,
  firstName: z.string(),
  lastName: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  number: z.string(),
  /** Made with the house's sample papers, as the customer has said. */
  sample: z.boolean(),
  /** To be opened one by one, by `viewPicture`: each is a view that the customer reads. */
  papers: z.array(z.object({ side: z.enum(['front', 'back']), id: Id, views: z.int(), removedAt: z.nullable(Moment) })),
  customer: z.object({ id: Id, name: z.nullable(z.string()), phone: z.string(), joinedAt: Moment }),
  /** The failed ones first. */
  checks: z.array(z.object({ check: z.enum(KYC_CHECKS), ok: z.nullable(z.boolean()) })),
  /** Earlier submissions of the same customer, the last first. */
  earlier: z.array(
    z.object({ id: Id, submittedAt: Moment, endedAt: z.nullable(Moment), reason: z.nullable(ReasonReply) }),
  ),
  /** For each reason of a refusal, what may be asked for again: one step is best. */
  reasons: z.object({
    approve: z.array(ReasonReply),
    refuse: z.array(z.object({ ...ReasonReply.shape, repeat: z.array(z.enum(KYC_FIELDS)) })),
  }),
})

/** Open an identity check: the seat holds it for as long as it is not silent for a quarter of an hour. The customer reads that it was opened. */
export const openKyc = write({
  path: '/staff/kyc/open',
  caller: 'seat',
  roles: kycReview.roles,
  key: 'none',
  summary: 'Open an identity check with its evidence, and hold it',
  input: z.strictObject({ id: Id }),
  reply: KycEvidence,
  refusals: ['unknown_kyc', 'kyc_damaged'],
})

/** Pass or refuse an identity check that one holds, having seen exactly this; of a refusal, what is to be given again. */
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
