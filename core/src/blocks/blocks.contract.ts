import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { LotId } from '../base/ids.ts'
import {
  Cents,
  Count,
  CurrencyCode,
  Id,
  Listing,
  Moment,
  Money,
  Page,
  Price,
  Shares,
  VenueCode,
  pageOf,
} from '../base/wire.ts'
import { Fees } from '../orders/fees.contract.ts'
import { ReasonReply } from '../review/review.contract.ts'

/** The states of a published offer: it takes applications, nothing of it is left, its time is over, or the house withdrew it. */
export const BLOCK_OFFER_STATES = ['open', 'sold_out', 'ended', 'withdrawn'] as const
export type BlockOfferState = (typeof BLOCK_OFFER_STATES)[number]

/**
 * The ends of an application: the shares are bought, staff refused it, the customer took it back, declined fewer shares or left
 * that offer without an answer, the price was above the cap, a split or a new ticker changed what was asked for, or the house
 * withdrew the offer before the application was approved.
 */
export const BLOCK_ENDS = [
  'bought',
  'refused',
  'cancelled',
  'declined',
  'expired',
  'above_cap',
  'changed',
  'withdrawn',
] as const
export type BlockEnd = (typeof BLOCK_ENDS)[number]

/** Spec section 4: pending review, approved, failed or rejected. `offered`: fewer shares wait for the customer's answer. */
export const BLOCK_STATES = ['pending', 'in_review', 'offered', 'approved', ...BLOCK_ENDS] as const
export type BlockState = (typeof BLOCK_STATES)[number]

/** Spec section 4: hold, then sold. `handed_back`: its customer started over or closed the account. */
export const PURCHASE_STATES = ['hold', 'sold', 'handed_back'] as const
export type PurchaseState = (typeof PURCHASE_STATES)[number]

/** The withdrawal of an offer by two people, with the reason that everybody reads; null if there is none. */
const Withdrawal = z.nullable(z.object({ at: Moment, reason: ReasonReply }))

/** The frozen terms of an offer, the same for all. */
const Terms = {
  offer: Id,
  /** The number of the offer, as customers and staff quote it. */
  offerNumber: z.string(),
  listing: Listing,
  company: z.string(),
  venue: VenueCode,
  currency: CurrencyCode,
  discountBps: z.int(),
  lockDays: z.int(),
}

const OfferReply = z.object({
  ...Terms,
  state: z.enum(BLOCK_OFFER_STATES),
  withdrawal: Withdrawal,
  shares: Shares,
  least: Shares,
  most: Shares,
  /** The shares that nobody's approval has taken, and the most that this customer can still ask for. */
  left: Count,
  mostNow: Count,
  endsAt: Moment,
  /** The applications for it that run or have bought. */
  applications: z.int(),
  /** The market's ask now, the price of the block at it, and the instant of that quote; null without one. */
  ask: z.nullable(Price),
  price: z.nullable(Price),
  quotedAt: z.nullable(Moment),
  last: z.nullable(Price),
  /** The 16:00 after which the price would be made if it were approved now. */
  priceAfter: Moment,
  /** The hash that froze the terms, and their text. */
  termsHash: z.string(),
  terms: z.string(),
})

/** The results of earlier blocks of this house when they could be sold: the smallest, the largest, and how many had lost. */
const Outcomes = z.object({ count: z.int(), leastBps: z.int(), mostBps: z.int(), lost: z.int() })

/** The offers, those that end last first, with the house's range of discounts and what earlier blocks became. */
export const listBlockOffers = read({
  path: '/blocks/offers',
  caller: 'customer',
  summary: 'Block offers with their terms, those that end last first',
  topics: ['blocks', 'balances'],
  input: z.strictObject({ ...Page }),
  reply: z.object({
    ...pageOf(OfferReply).shape,
    /** Null before the first block of the house is free. */
    outcomes: z.nullable(Outcomes),
    discounts: z.object({ leastBps: z.int(), mostBps: z.int() }),
    free: z.array(Money),
    fees: Fees,
    /** The hours in which staff decide. */
    dueHours: z.int(),
  }),
})

/** The quote event that made a price, or showed that it is above the cap. */
const Evidence = z.object({ source: z.string(), at: Moment, ask: Price })

const PurchaseReply = z.object({
  ...Terms,
  /** The application that it comes from. */
  id: Id,
  /** The order number: that of the lot. */
  number: z.string(),
  lot: LotId,
  state: z.enum(PURCHASE_STATES),
  /** The shares that were bought, and those that are open now: a split changes them. */
  shares: Shares,
  left: Count,
  /** The price of a share, and what the shares cost with the fee. */
  price: Price,
  cost: Cents,
  fee: Cents,
  boughtAt: Moment,
  evidence: Evidence,
  /** The end of the lock. From then on the shares can be sold; `freedAt` is the instant at which they became free. */
  until: Moment,
  freedAt: z.nullable(Moment),
  /** The open shares now; null without a price. */
  value: z.nullable(Cents),
  /** Market value less cost of the open shares. */
  estimated: z.nullable(Cents),
  /** The last price; null without one. */
  last: z.nullable(Price),
  /** The shares that are sold, their average price, and the result. */
  sold: Count,
  sellPrice: z.nullable(Price),
  realised: Cents,
})

const ApplicationReply = z.object({
  ...Terms,
  id: Id,
  /** The record number, as customers and staff quote it. */
  number: z.string(),
  state: z.enum(BLOCK_STATES),
  shares: Shares,
  cap: Price,
  /** The amount that is held for it now. */
  held: Money,
  at: Moment,
  dueAt: Moment,
  /** Fewer shares that staff offer: what the customer accepts, the hash of exactly that, and the last instant for it. */
  offered: z.nullable(z.object({ shares: Shares, hold: Money, seen: z.string(), endsAt: z.nullable(Moment) })),
  /** The approved shares, the time of the approval, and the 16:00 after which their price is made; null until then. */
  granted: z.nullable(Shares),
  approvedAt: z.nullable(Moment),
  priceAfter: z.nullable(Moment),
  /** The reason of the decision. */
  reason: z.nullable(ReasonReply),
  /** The withdrawal of the offer. An application that was approved before goes on. */
  withdrawal: Withdrawal,
  /** The event that ended it above the cap, with the price that it made. */
  aboveCap: z.nullable(z.object({ ...Evidence.shape, price: Price })),
  endedAt: z.nullable(Moment),
  purchase: z.nullable(PurchaseReply),
})

/** The customer's applications, newest first. */
export const listBlockApplications = read({
  path: '/blocks/applications',
  caller: 'customer',
  summary: 'Own applications for blocks with their state, newest first',
  topics: ['blocks'],
  input: z.strictObject({ ...Page }),
  reply: pageOf(ApplicationReply),
})

/** The blocks that the customer has bought, newest first, with what they are worth or were sold for. */
export const listBlockPurchases = read({
  path: '/blocks/purchases',
  caller: 'customer',
  summary: 'Own blocks with cost, market value and result, newest first',
  topics: ['blocks', 'orders'],
  input: z.strictObject({ ...Page }),
  reply: pageOf(PurchaseReply),
})

/** One application with its purchase. */
export const readBlock = read({
  path: '/blocks/application',
  caller: 'customer',
  summary: 'One application for a block, with its purchase',
  topics: ['blocks', 'orders'],
  input: z.strictObject({ id: Id }),
  reply: ApplicationReply,
  refusals: ['unknown_block'],
})

/** Apply for shares of a block at up to the customer's own cap: that is held, with the fee, until the price is made. */
export const applyForBlock = write({
  path: '/blocks/apply',
  caller: 'customer',
  restrictedFrom: 1,
  enters: 'blocks',
  key: 'id',
  summary: 'Apply for shares of a block offer, with an own cap on the price',
  input: z.strictObject({ id: Id, offer: Id, shares: Shares, cap: Price }),
  reply: z.object({ id: Id, number: z.string(), shares: Shares, cap: Price, held: Money, at: Moment, dueAt: Moment }),
  refusals: [
    'unknown_block_offer',
    'block_withdrawn',
    'block_closed',
    'block_below_least',
    'block_above_most',
    'block_left',
    'no_price',
    'limit_out_of_range',
    'amount_too_large',
    'insufficient_balance',
  ],
})

/** Take an application back: until it is approved, and after that until 16:00 of its day, when its price is made. */
export const cancelBlock = write({
  path: '/blocks/cancel',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Take an application for a block back before its price is made',
  input: z.strictObject({ id: Id }),
  reply: z.object({ id: Id, cancelledAt: Moment, released: Money }),
  refusals: ['unknown_block', 'block_priced'],
})

const Answer = { input: z.strictObject({ id: Id, seen: z.string().check(z.maxLength(64)) }) }
const Answered = z.object({ id: Id, state: z.enum(BLOCK_STATES) })

/** Accept fewer shares. The hold for the others is free again. */
export const acceptBlock = write({
  path: '/blocks/accept',
  caller: 'customer',
  restrictedFrom: 1,
  key: 'header',
  summary: 'Accept the fewer shares that staff offer',
  ...Answer,
  reply: Answered,
  refusals: ['unknown_block', 'review_over', 'payload_changed', 'block_withdrawn'],
})

/** Decline fewer shares. The application ends, and its hold is free again. */
export const declineBlock = write({
  path: '/blocks/decline',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Decline the fewer shares that staff offer',
  ...Answer,
  reply: Answered,
  refusals: ['unknown_block', 'review_over', 'payload_changed'],
})

export const blocksCalls = {
  listBlockOffers,
  listBlockApplications,
  listBlockPurchases,
  readBlock,
  applyForBlock,
  cancelBlock,
  acceptBlock,
  declineBlock,
}
