import * as z from 'zod/mini'
import { ROLES } from '../base/contract.ts'
import { Id, Moment } from '../base/wire.ts'

/**
 * Spec section 4: pending review, approved, failed or rejected; `in_review` once a seat has opened it, `cancelled` by the customer.
 * `offered`: staff approve less than was asked, and the customer has not answered yet. Kinds without `less` never get there.
 */
export const REVIEW_STATES = ['pending', 'in_review', 'offered', 'approved', 'refused', 'cancelled'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

/** The states of a kind that is approved whole or not at all. */
export type PlainReviewState = Exclude<ReviewState, 'offered'>

export const OPINIONS = ['approve', 'refuse'] as const
export type Opinion = (typeof OPINIONS)[number]

/** The input that accepts or declines an offer of less than was requested; `seen` is the offer's hash. */
export const offerFields = { id: Id, seen: z.string().check(z.maxLength(64)) }
export const OFFER_REFUSALS = ['review_over', 'payload_changed'] as const

/** A reason in words, in the call's language: the reason itself, and the customer's next step. */
export const ReasonReply = z.object({ code: z.string(), title: z.string(), next: z.string() })

/** A seat as customers and other staff see it: the role it acted in and its number, never a name. */
export const SeatReply = z.object({
  role: z.enum(ROLES),
  number: z.int(),
})

/** The seat of a step, with the number of the seat that let it in: null for a link from the command line. */
export const StepSeatReply = z.object({ ...SeatReply.shape, letInBy: z.nullable(z.int()) })

/**
 * The steps of a review, in order. `recalled`: what was approved went back to the queue. An opinion without a decision is a proposal; a deciding one is followed by the end.
 */
export const REVIEW_STEPS = ['opened', 'taken_over', 'let_go', 'approve', 'refuse', 'recalled'] as const
export type ReviewStep = (typeof REVIEW_STEPS)[number]

/** A step of a review as the customer reads it. */
export const ReviewStepReply = z.object({
  step: z.enum(REVIEW_STEPS),
  at: Moment,
  /** Null for a recall by the operator at the command line. */
  seat: z.nullable(StepSeatReply),
  /** For an opinion: its round (a disagreement starts a new one), and its person within that round. */
  round: z.int(),
  person: z.nullable(z.int()),
  reason: z.nullable(ReasonReply),
})
