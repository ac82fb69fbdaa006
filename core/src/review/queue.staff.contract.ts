import * as z from 'zod/mini'
import { numberText } from '../base/wire.ts'

/** The parts of a queue: waiting reviews, or completed ones (last decided first). */
export const QUEUE_STATES = ['open', 'pending', 'in_review', 'offered', 'approved', 'refused', 'cancelled'] as const

/**
 * The turn of a waiting review: held by the seat, waiting for it as the second person, open to its decision now, or
 * waiting for another after its own opinion.
 */
export const QUEUE_WHOSE = ['mine', 'second', 'free', 'given'] as const
export type QueueWhose = (typeof QUEUE_WHOSE)[number]

/** The orders of waiting reviews. Completed ones are always listed last decided first. */
export const QUEUE_SORTS = ['due', 'oldest', 'newest', 'largest'] as const
export type QueueSort = (typeof QUEUE_SORTS)[number]

const Yes = z.optional(z.literal('yes'))
/** Whole euros: the amount at the rate of the submission. */
const Euros = z.optional(numberText(0, 999_999_999))

/** The filters of a queue. Each narrows the rows further. */
export const queueFilters = {
  state: z.optional(z.enum(QUEUE_STATES)),
  /** Narrows waiting reviews only; completed ones are nobody's turn. */
  whose: z.optional(z.enum(QUEUE_WHOSE)),
  /** Past the deadline, or decided after it. */
  late: Yes,
  /** Reviews of customers who joined within the last seven days. */
  joined: z.optional(z.literal('new')),
  /** Reviews of customers with a restriction in force. */
  restricted: Yes,
  /** The way of a deposit or withdrawal, as its kind names it. */
  way: z.optional(z.string().check(z.regex(/^[a-z]{1,20}$/))),
  least: Euros,
  most: Euros,
  sort: z.optional(z.enum(QUEUE_SORTS)),
}
