import * as z from 'zod/mini'
import { Moment } from '../base/wire.ts'

/** What staff decide. Each kind has its own queue, its own reasons and the roles that decide it. */
export const REVIEW_KINDS = ['deposit', 'withdrawal', 'kyc'] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]

/** Spec section 4: pending review, approved, failed or rejected; `in_review` once a seat has opened it. `cancelled` by the customer. */
export const REVIEW_STATES = ['pending', 'in_review', 'approved', 'refused', 'cancelled'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

export const OPINIONS = ['approve', 'refuse'] as const
export type Opinion = (typeof OPINIONS)[number]

/**
 * Why staff approve or refuse: closed lists, one for each kind. There is no free text between staff and customer, so that no
 * refusal can ask for anything. Sentences and the next step stand in the server's texts, under `reviews`.
 */
export const REASONS = {
  deposit: {
    approve: ['received', 'checkout_paid'],
    refuse: ['not_received', 'amount_differs', 'hash_unknown', 'hash_used', 'proof_unreadable', 'customer_asked'],
  },
  withdrawal: {
    approve: ['checks_passed', 'customer_confirmed'],
    refuse: ['payee_name_differs', 'payee_unusable', 'not_the_customer', 'asked_twice', 'customer_asked'],
  },
  kyc: {
    approve: ['papers_match'],
    refuse: [
      'paper_unreadable',
      'paper_expired',
      'paper_incomplete',
      'name_differs',
      'number_differs',
      'customer_asked',
    ],
  },
} as const satisfies Readonly<Record<ReviewKind, Readonly<Record<Opinion, readonly string[]>>>>

export type ReasonOf<Kind extends ReviewKind> =
  (typeof REASONS)[Kind]['approve'][number] | (typeof REASONS)[Kind]['refuse'][number]

/** A reason in words, in the call's language: the reason itself, and the customer's next step. */
export const ReasonReply = z.object({ code: z.string(), title: z.string(), next: z.string() })

/** A seat as customers and other staff see it: the role it acted in and its number, never a name. */
export const SeatReply = z.object({
  role: z.enum(['support', 'reviewer', 'treasurer', 'operations', 'admin']),
  number: z.int(),
})

/**
 * The steps of a review, in order. An opinion without a decision is a proposal; a deciding one is followed by the end.
 */
export const REVIEW_STEPS = ['opened', 'taken_over', 'let_go', 'approve', 'refuse'] as const
export type ReviewStep = (typeof REVIEW_STEPS)[number]

/** A step of a review as the customer reads it. */
export const ReviewStepReply = z.object({
  step: z.enum(REVIEW_STEPS),
  at: Moment,
  seat: SeatReply,
  /** For an opinion: its round (a disagreement starts a new one), and its person within that round. */
  round: z.int(),
  person: z.nullable(z.int()),
  reason: z.nullable(ReasonReply),
})
