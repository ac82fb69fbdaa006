import * as z from 'zod/mini'
import { write } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { Id, Moment } from '../base/wire.ts'
import { RestrictionReply, UnderWayReply } from '../restrictions/restrictions.staff.contract.ts'
import { REVIEW_STATES } from '../review/review.contract.ts'
import { OPINION_REFUSALS, evidenceFields, opinionFields, outcomeFields } from '../review/review.staff.contract.ts'
import { readersOf } from '../review/review.rules.ts'
import { resetReview } from './resets.review.ts'
import { RESET_STATES } from './resets.rules.ts'

/** Find a request by the whole code that a caller says, and put it into its queue. Wrong codes are counted for the seat. */
export const findReset = write({
  path: '/staff/resets/find',
  caller: 'seat',
  roles: resetReview.roles,
  key: 'none',
  summary: 'Find a request for a new password by the code that the customer says',
  input: z.strictObject({ code: z.string().check(z.maxLength(40)) }),
  /** The id of the review, as in its queue. */
  reply: z.object({ id: Id }),
  refusals: ['unknown_reset_code', 'too_many_tries'],
})

const STATES = REVIEW_STATES.filter((state) => state !== 'offered')

const Evidence = z.object({
  ...evidenceFields,
  /** The id of the review, as in its queue. */
  id: Id,
  number: z.string(),
  state: z.enum(STATES),
  request: z.enum(RESET_STATES),
  at: Moment,
  dueAt: Moment,
  endsAt: Moment,
  opensAt: z.nullable(Moment),
  /** The consequence of an approval now. `second`: two have disagreed, so the device waits until another person approves. */
  approval: z.enum(['open', 'notice', 'second']),
  /** Browser and system of the device, and whether this account has signed in on it before. */
  device: z.string(),
  deviceKnown: z.boolean(),
  customer: z.object({
    id: CustomerId,
    name: z.nullable(z.string()),
    phone: z.string(),
    joinedAt: Moment,
    kyc: z.enum(['none', 'submitted', 'in_review', 'passed', 'refused']),
    hasTradingPassword: z.boolean(),
    hasSecondStep: z.boolean(),
  }),
  /** The sign-ins of the last 30 days, newest first, 20 at most. */
  sessions: z.array(z.object({ id: Id, device: z.string(), startedAt: Moment, seenAt: Moment, live: z.boolean() })),
  /** The restriction in force; null for none. */
  inForce: z.nullable(RestrictionReply),
  underWay: UnderWayReply,
})

/** Open a request for a new password, and hold it. The customer can read that it was opened. */
export const openReset = write({
  path: '/staff/resets/open',
  caller: 'seat',
  roles: readersOf(resetReview),
  key: 'none',
  summary: 'Open a request for a new password, with what helps to know the person',
  input: z.strictObject({ id: Id }),
  reply: Evidence,
  refusals: ['unknown_reset'],
})

/**
 * Let the device through, or refuse it. After the first approval it works in 24 hours, unless a signed-in device of the
 * customer says no; a second approval lets it through at once.
 */
export const decideReset = write({
  path: '/staff/resets/decide',
  caller: 'seat',
  roles: resetReview.roles,
  key: 'header',
  summary: 'Let a device set a new password, or refuse it, with a reason',
  input: z.strictObject(opinionFields),
  reply: z.object({ ...outcomeFields, state: z.enum(STATES) }),
  refusals: ['unknown_reset', 'reset_over', ...OPINION_REFUSALS],
})

export const resetsStaffCalls = { findReset, openReset, decideReset }
