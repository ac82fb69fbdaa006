import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Id, Listing, Moment, Money, Shares } from '../base/wire.ts'
import { REVIEW_STATES, ReasonReply, SeatReply } from '../review/review.contract.ts'
import { readersOf } from '../review/review.rules.ts'
import { OPINION_REFUSALS, evidenceFields, opinionFields, outcomeFields } from '../review/review.staff.contract.ts'
import { BLOCK_WITHDRAWAL_REASONS, blockWithdrawalReview } from './blocks.review.ts'
import { OfferTerms } from './blocks.staff.contract.ts'

/** The end that a withdrawal makes: the applications that wait, and what is held for them. */
const Ending = { applications: z.int(), released: Money }

/** The published offers that can be withdrawn, those that end last first. */
export const listRunningBlockOffers = read({
  path: '/staff/blockwithdrawals/offers',
  caller: 'seat',
  roles: readersOf(blockWithdrawalReview),
  summary: 'The block offers that can be withdrawn, with what waits for each',
  input: z.strictObject({}),
  reply: z.object({
    rows: z.array(
      z.object({
        id: Id,
        number: z.string(),
        company: z.string(),
        listing: Listing,
        endsAt: Moment,
        shares: Shares,
        ...Ending,
        /** The review in which its withdrawal waits for a second person; null without one. */
        review: z.nullable(Id),
      }),
    ),
  }),
})

/** Propose to withdraw an offer. With the second person's approval every application that waits ends, and its hold is released. */
export const proposeBlockWithdrawal = write({
  path: '/staff/blockwithdrawals/propose',
  caller: 'seat',
  roles: blockWithdrawalReview.roles,
  key: 'id',
  summary: 'Propose to withdraw a block offer, with the reason that everybody reads',
  input: z.strictObject({ id: Id, offer: Id, reason: z.enum(BLOCK_WITHDRAWAL_REASONS) }),
  /** The review that it waits in; null if one person decides, and it is done. */
  reply: z.object({ id: Id, number: z.string(), review: z.nullable(Id) }),
  refusals: ['unknown_block_offer', 'block_withdrawn', 'block_closed', 'block_withdrawal_waits'],
})

const State = z.enum(REVIEW_STATES.filter((state) => state !== 'offered'))

/** Open a proposed withdrawal with the terms of its offer and what it ends. */
export const openBlockWithdrawal = write({
  path: '/staff/blockwithdrawals/open',
  caller: 'seat',
  roles: readersOf(blockWithdrawalReview),
  key: 'none',
  summary: 'The withdrawal of a block offer, for the decision of a second person',
  input: z.strictObject({ id: Id }),
  reply: z.object({
    ...evidenceFields,
    id: Id,
    number: z.string(),
    state: State,
    offerNumber: z.string(),
    ...OfferTerms,
    /** The reason as everybody reads it. */
    reason: ReasonReply,
    ...Ending,
    /** The approved applications and the bought blocks, which go on. */
    staying: z.int(),
    proposedBy: SeatReply,
    at: Moment,
    dueAt: Moment,
  }),
  refusals: ['unknown_block_withdrawal'],
})

/** Confirm or refuse a withdrawal. It is confirmed for the reason that was proposed, and for no other. */
export const decideBlockWithdrawal = write({
  path: '/staff/blockwithdrawals/decide',
  caller: 'seat',
  roles: blockWithdrawalReview.roles,
  key: 'header',
  summary: 'Confirm or refuse the withdrawal of a block offer',
  input: z.strictObject(opinionFields),
  reply: z.object({ ...outcomeFields, state: State }),
  refusals: ['unknown_block_withdrawal', ...OPINION_REFUSALS, 'block_withdrawn', 'block_closed'],
})

export const blockWithdrawalCalls = {
  listRunningBlockOffers,
  proposeBlockWithdrawal,
  openBlockWithdrawal,
  decideBlockWithdrawal,
}
