import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Cents, Id, Moment } from '../base/wire.ts'
import { ReasonReply, ReviewStepReply } from '../review/review.contract.ts'

/** Spec section 9: an ID card or a passport. */
export const DOCUMENT_TYPES = ['id_card', 'passport'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** Spec section 4: pending, under review, approved, unsuccessful (with a retry); `none` before the first time. */
export const KYC_STATES = ['none', 'submitted', 'in_review', 'passed', 'refused'] as const
export type KycState = (typeof KYC_STATES)[number]

/** The fields of a submission, spec section 3. A refusal names the fields to submit again. */
export const KYC_FIELDS = ['firstName', 'lastName', 'number', 'front', 'back'] as const
export type KycField = (typeof KYC_FIELDS)[number]

/** The 24-hour limits for deposits and withdrawals, in EUR. */
const Limits = z.object({ deposit: Cents, withdrawal: Cents })

const Paper = z.object({
  side: z.enum(['front', 'back']),
  /** The picture's own id; its owner reads it by `readPicture`. */
  id: Id,
  /** The number of times staff have opened it. */
  views: z.int(),
  /** The time of its removal; null until the check is decided. */
  removeAt: z.nullable(Moment),
  removedAt: z.nullable(Moment),
})

const Submission = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  /** All but the last two characters hidden. */
  number: z.string(),
  /** True if the customer declared the house's sample documents. */
  sample: z.boolean(),
  submittedAt: Moment,
  /** The time by which a decision is due. */
  dueAt: Moment,
  endedAt: z.nullable(Moment),
  papers: z.array(Paper),
  /** For a refusal: the reason, and the fields to submit again; the others are kept. */
  reason: z.nullable(ReasonReply),
  repeat: z.array(z.enum(KYC_FIELDS)),
  /** The steps that staff took, by role and seat. */
  steps: z.array(ReviewStepReply),
})

/** The state of the identity check, its limits, and the last submission. Spec section 7: GET /user/getRealname. */
export const readKyc = read({
  path: '/user/getRealname',
  caller: 'customer',
  summary: 'State of the identity check, limits by level, the last submission with its papers',
  topics: ['kyc', 'profile'],
  input: z.strictObject({}),
  reply: z.object({
    state: z.enum(KYC_STATES),
    /** The limits now, and after the check has passed. */
    limits: Limits,
    passedLimits: Limits,
    submission: z.nullable(Submission),
    /** Hours from submission until the decision is due. */
    dueHours: z.int(),
  }),
})

/** Any text of at most 140 characters; the rules check its form. */
const Typed = z.string().check(z.maxLength(140))

/**
 * Submit the identity documents. Spec section 7: POST /user/subRealname. After a refusal, an empty `number` means the
 * earlier one, and pictures that were not refused are named again by their ids.
 */
export const submitKyc = write({
  path: '/user/subRealname',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'id',
  summary: 'Submit name, document and its pictures for the identity check',
  input: z.strictObject({
    id: Id,
    firstName: Typed,
    lastName: Typed,
    type: z.enum(DOCUMENT_TYPES),
    number: Typed,
    front: z.nullable(Id),
    /** Null for a passport, which has one page. */
    back: z.nullable(Id),
    /** True for the house's own sample documents. */
    sample: z.boolean(),
  }),
  reply: z.object({ id: Id, state: z.literal('submitted'), submittedAt: Moment, dueAt: Moment }),
  refusals: [
    'kyc_passed',
    'kyc_under_review',
    'missing_information',
    'name_form',
    'document_number_form',
    'same_again',
    'unknown_picture',
    'picture_removed',
  ],
})

export const kycCalls = { readKyc, submitKyc }
