import * as z from 'zod/mini'
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

/** What a customer sends to accept or decline an offer of less than was asked; `seen` is the hash of the offer. */
export const offerFields = { id: Id, seen: z.string().check(z.maxLength(64)) }
export const OFFER_REFUSALS = ['review_over', 'payload_changed'] as const

/** A reason in words, in the language of the call: what it is, and what can be done next. */
export const ReasonReply = z.object({ code: z.string(), title: z.string(), next: z.string() })

/** A seat as customers and other staff hear of it: by the role it acted in and its number, never by a name. */
export const SeatReply = z.object({
  role: z.enum(['support', 'reviewer', 'treasurer', 'operations', 'admin']),
  number: z.int(),
})

/** What has happened in a review, in order. An opinion that did not decide is a proposal; one that did is followed by its end. */
export const REVIEW_STEPS = ['opened', 'taken_over', 'let_go', 'approve', 'refuse'] as const
export type ReviewStep = (typeof REVIEW_STEPS)[number]

/** A step of a review as the customer reads it. */
export const ReviewStepReply = z.object({
  step: z.enum(REVIEW_STEPS),
  at: Moment,
  seat: SeatReply,
  /** Of an opinion: in which round it was given (a disagreement begins a new one), and as which person of that round. */
  round: z.int(),
  person: z.nullable(z.int()),
  reason: z.nullable(ReasonReply),
})
