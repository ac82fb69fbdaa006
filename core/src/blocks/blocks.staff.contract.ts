import * as z from 'zod/mini'
import { write } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { Count, CurrencyCode, Id, Listing, Moment, Money, Price, Shares, VenueCode } from '../base/wire.ts'
import { REVIEW_STATES, SeatReply } from '../review/review.contract.ts'
import { readersOf } from '../review/review.rules.ts'
import {
  OPINION_REFUSALS,
  evidenceFields,
  lessField,
  offeredField,
  opinionFields,
  outcomeFields,
} from '../review/review.staff.contract.ts'
import { BLOCK_STATES } from './blocks.contract.ts'
import { blockOfferReview, blockReview } from './blocks.review.ts'
import { DISCOUNT_LEAST_BPS, DISCOUNT_MOST_BPS, LOCK_DAYS_MOST } from './blocks.rules.ts'

/** Propose the terms of a block offer. A second seat publishes them as they are; with one person in the house they are published at once. */
export const proposeBlockOffer = write({
  path: '/staff/blockoffers/propose',
  caller: 'seat',
  roles: blockOfferReview.roles,
  key: 'id',
  summary: 'The terms of a block offer, which a second person publishes',
  input: z.strictObject({
    id: Id,
    listing: Listing,
    discountBps: z.int().check(z.gte(DISCOUNT_LEAST_BPS), z.lte(DISCOUNT_MOST_BPS)),
    shares: Shares,
    least: Shares,
    most: Shares,
    lockDays: z.int().check(z.gte(1), z.lte(LOCK_DAYS_MOST)),
    endsAt: Moment,
  }),
  /** The review that it waits in; null if it was published at once. */
  reply: z.object({ id: Id, number: z.string(), termsHash: z.string(), review: z.nullable(Id) }),
  refusals: [
    'unknown_listing',
    'not_tradable',
    'never_quoted',
    'block_discount',
    'block_size',
    'block_lock',
    'block_end',
  ],
})

/** The terms of an offer as staff read them. */
export const OfferTerms = {
  listing: Listing,
  company: z.string(),
  venue: VenueCode,
  currency: CurrencyCode,
  discountBps: z.int(),
  shares: Shares,
  least: Shares,
  most: Shares,
  lockDays: z.int(),
  endsAt: Moment,
  terms: z.string(),
  termsHash: z.string(),
}

const OfferState = z.enum(REVIEW_STATES.filter((state) => state !== 'offered'))

/** Open proposed terms with the market beside them. */
export const openBlockOffer = write({
  path: '/staff/blockoffers/open',
  caller: 'seat',
  roles: readersOf(blockOfferReview),
  key: 'none',
  summary: 'The terms of a block offer, for the decision of a second person',
  input: z.strictObject({ id: Id }),
  reply: z.object({
    ...evidenceFields,
    id: Id,
    number: z.string(),
    state: OfferState,
    ...OfferTerms,
    /** The market's ask and what a share of the block would cost now; null without a quote. */
    ask: z.nullable(Price),
    price: z.nullable(Price),
    proposedBy: SeatReply,
    at: Moment,
    dueAt: Moment,
  }),
  refusals: ['unknown_block_offer'],
})

/** Publish proposed terms, exactly as they were read, or refuse them. */
export const decideBlockOffer = write({
  path: '/staff/blockoffers/decide',
  caller: 'seat',
  roles: blockOfferReview.roles,
  key: 'header',
  summary: 'Publish or refuse the terms of a block offer',
  input: z.strictObject(opinionFields),
  reply: z.object({ ...outcomeFields, state: OfferState }),
  refusals: [
    'unknown_block_offer',
    ...OPINION_REFUSALS,
    'unknown_listing',
    'not_tradable',
    'never_quoted',
    'block_end',
  ],
})

/** Open an application with its evidence: the seat holds it until a quarter of an hour without activity. */
export const openBlock = write({
  path: '/staff/blocks/open',
  caller: 'seat',
  roles: readersOf(blockReview),
  key: 'none',
  summary: 'Open an application for a block with its evidence, and hold it',
  input: z.strictObject({ id: Id }),
  reply: z.object({
    ...evidenceFields,
    offered: offeredField,
    id: Id,
    number: z.string(),
    state: z.enum(BLOCK_STATES),
    ...OfferTerms,
    offerNumber: z.string(),
    asked: Shares,
    cap: Price,
    held: Money,
    /** The shares of the offer that are left, those that the customer has of it besides, and the applications that wait. */
    left: Count,
    own: Count,
    waiting: z.int(),
    ask: z.nullable(Price),
    price: z.nullable(Price),
    /** The 16:00 after which its price is made if it is approved now. */
    priceAfter: Moment,
    at: Moment,
    dueAt: Moment,
    customer: z.object({ id: CustomerId, name: z.nullable(z.string()), phone: z.string(), joinedAt: Moment }),
  }),
  refusals: ['unknown_block'],
})

/** Approve shares of an application, all or fewer, or refuse it. No field of a seat is a price. */
export const decideBlock = write({
  path: '/staff/blocks/decide',
  caller: 'seat',
  roles: blockReview.roles,
  key: 'header',
  summary: 'Approve shares of an application for a block, or refuse it with a reason',
  input: z.strictObject({ ...opinionFields, less: lessField }),
  reply: z.object({ ...outcomeFields, state: z.enum(BLOCK_STATES) }),
  refusals: [
    'unknown_block',
    ...OPINION_REFUSALS,
    'block_withdrawn',
    'block_left',
    'block_below_least',
    'block_not_fewer',
  ],
})

export const blocksStaffCalls = { proposeBlockOffer, openBlockOffer, decideBlockOffer, openBlock, decideBlock }
