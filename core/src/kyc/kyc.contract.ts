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

/** What a submission is made of, spec section 3; a refusal names those that must be given again. */
export const KYC_FIELDS = ['firstName', 'lastName', 'number', 'front', 'back'] as const
export type KycField = (typeof KYC_FIELDS)[number]

/** What may be moved in 24 hours, in EUR: paid in, and paid out. */
const Limits = z.object({ deposit: Cents, withdrawal: Cents })

const Paper = z.object({
  side: z.enum(['front', 'back']),
  /** The picture's own id; its owner sees it by `readPicture`. */
  id: Id,
  /** How often staff have opened it. */
  views: z.int(),
  /** When it will be removed; null until it is decided. */
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
  /** Made with the house's sample papers, as the customer has said. */
  sample: z.boolean(),
  submittedAt: Moment,
  /** When a decision is due. */
  dueAt: Moment,
  endedAt: z.nullable(Moment),
  papers: z.array(Paper),
  /** Of a refusal: why, and what must be given again; the rest is kept. */
  reason: z.nullable(ReasonReply),
  repeat: z.array(z.enum(KYC_FIELDS)),
  /** What staff did with it, by role and seat. */
  steps: z.array(ReviewStepReply),
})

/** Where the identity stands: its state, the limits that follow, the last submission. Spec section 7: GET /user/getRealname. */
export const readKyc = read({
  path: '/user/getRealname',
  caller: 'customer',
  summary: 'State of the identity check, limits by level, the last submission with its papers',
  topics: ['kyc', 'profile'],
  input: z.strictObject({}),
  reply: z.object({
    state: z.enum(KYC_STATES),
    /** Now, and once it is passed. */
    limits: Limits,
    passedLimits: Limits,
    submission: z.nullable(Submission),
    /** A decision is due so many hours after a submission. */
    dueHours: z.int(),
  }),
})

/** Any text: the rule says what is wrong with it. */
const Typed = z.string().check(z.maxLength(140))

/**
 * Submit the identity papers. Spec section 7: POST /user/subRealname. After a refusal an empty `number` means the one given before,
 * and the pictures that were not to blame are named again by their ids.
 */
export const submitKyc = write({
  path: '/user/subRealname',
  caller: 'customer',
  key: 'id',
  summary: 'Submit name, document and its pictures for the identity check',
  input: z.strictObject({
    id: Id,
    firstName: Typed,
    lastName: Typed,
    type: z.enum(DOCUMENT_TYPES),
    number: Typed,
    front: z.nullable(Id),
    /** A passport has one page. */
    back: z.nullable(Id),
    /** The house's own sample papers. */
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
