import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import {
  Cents,
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
import { SECTORS } from '../market/instruments.ts'
import { wholeLots, type Lots as WholeLots } from './terms.text.ts'

/**
 * Spec section 4: not started, subscribing, expired, ended. `ended` is closed and not yet drawn; `cancelled` (expired) is an
 * offer that the house withdrew, with everything released.
 */
export const OFFER_STATES = ['not_started', 'subscribing', 'ended', 'drawn', 'listed', 'cancelled'] as const
export type OfferState = (typeof OFFER_STATES)[number]

/**
 * Spec section 4: subscription successful, lottery won or not won, subscription failed. `refused` ends with a cancelled
 * offer, `withdrawn` is by the customer.
 */
export const APPLICATION_STATES = ['subscribed', 'won', 'not_won', 'refused', 'withdrawn'] as const
export type ApplicationState = (typeof APPLICATION_STATES)[number]

/** Whole lots, `"10"`: at least one. */
export const Lots = z.codec(
  z.string().check(z.regex(/^[1-9][0-9]{0,8}$/)),
  z.custom<WholeLots>((value) => typeof value === 'bigint'),
  { decode: (text) => wholeLots(BigInt(text)), encode: (lots) => lots.toString() },
)

/** Lots that may be none, such as those allotted. */
export const LotsOrNone = z.codec(
  z.string().check(z.regex(/^(0|[1-9][0-9]{0,8})$/)),
  z.custom<WholeLots>((value) => typeof value === 'bigint'),
  { decode: (text) => wholeLots(BigInt(text)), encode: (lots) => lots.toString() },
)

/** The size of an application: lots, or an amount that is rounded down to whole lots. */
export const Wish = z.union([z.strictObject({ lots: Lots }), z.strictObject({ amount: Money })])
export type Wish = z.output<typeof Wish>

/** The beacon that orders the tickets, announced with the terms. */
const BeaconReply = z.object({
  kind: z.enum(['drand', 'seeds']),
  chain: z.nullable(z.string()),
  round: z.nullable(z.int()),
})

const OfferRow = z.object({
  id: Id,
  company: z.string(),
  sector: z.enum([...SECTORS, 'none']),
  listing: Listing,
  venue: VenueCode,
  currency: CurrencyCode,
  state: z.enum(OFFER_STATES),
  price: Price,
  lot: Shares,
  lots: Lots,
  most: Lots,
  opens: Moment,
  closes: Moment,
  draws: Moment,
  delivers: Moment,
  lists: Moment,
  /** The demand of customers, and that of the crowd: null until the crowd is known. */
  customersLots: LotsOrNone,
  crowdLots: z.nullable(LotsOrNone),
  /** The last price, and the result of a share against the subscription price: null before the listing. */
  market: z.nullable(Price),
  difference: z.nullable(z.string()),
  returnBps: z.nullable(z.int()),
})

/** The offers, newest first, of all states or of one. */
export const listOffers = read({
  path: '/ipo/offers',
  caller: 'customer',
  summary: 'Offers of shares before they trade, by state, newest first',
  input: z.strictObject({ ...Page, state: z.optional(z.enum(OFFER_STATES)) }),
  reply: pageOf(OfferRow),
})

const ApplicationReply = z.object({
  id: Id,
  /** The record number that people read out. */
  number: z.string(),
  offer: Id,
  state: z.enum(APPLICATION_STATES),
  ticket: z.int(),
  /** The leaf of the application in hex: the row on the frozen list gives the same. */
  leaf: z.string(),
  lots: Lots,
  hold: Money,
  at: Moment,
  changedAt: z.nullable(Moment),
  /** The result of the draw; null until then. */
  result: z.nullable(
    z.object({
      place: z.int(),
      ballot: LotsOrNone,
      proRata: LotsOrNone,
      byPlace: LotsOrNone,
      paid: Cents,
      released: Cents,
      at: Moment,
    }),
  ),
})

/** One offer with its frozen terms, its beacon, its roots and the customer's own application. */
export const readOffer = read({
  path: '/ipo/offer',
  caller: 'customer',
  summary: 'One offer with its terms, dates, roots and own application',
  input: z.strictObject({ id: Id }),
  reply: z.object({
    ...OfferRow.shape,
    /** The hash that froze the terms, and their text. */
    termsHash: z.string(),
    terms: z.string(),
    beacon: BeaconReply,
    crowd: z.boolean(),
    customersRoot: z.nullable(z.string()),
    root: z.nullable(z.string()),
    application: z.nullable(ApplicationReply),
  }),
  refusals: ['unknown_offer'],
})

/**
 * Apply for shares of an offer. The full amount is held until the draw; there is no fee. The id of the application stays on
 * the customer's device and marks the row on the list.
 */
export const subscribeToOffer = write({
  path: '/ipo/subscribe',
  caller: 'customer',
  restrictedFrom: 1,
  key: 'id',
  summary: 'Apply for shares of an offer, by lots or by amount',
  input: z.strictObject({ id: Id, offer: Id, wish: Wish }),
  reply: ApplicationReply,
  refusals: [
    'unknown_offer',
    'offer_not_open',
    'offer_closed',
    'application_exists',
    'wrong_currency',
    'minimum_application',
    'application_too_large',
    'insufficient_balance',
  ],
})

/** Change an application until the last instant of the deadline. The hold follows, up or down. */
export const changeApplication = write({
  path: '/ipo/change',
  caller: 'customer',
  restrictedFrom: 1,
  key: 'header',
  summary: 'Change an application while the offer is open',
  input: z.strictObject({ id: Id, wish: Wish }),
  reply: ApplicationReply,
  refusals: [
    'unknown_application',
    'offer_closed',
    'wrong_currency',
    'minimum_application',
    'application_too_large',
    'insufficient_balance',
  ],
})

/** Withdraw an application until the last instant of the deadline. The same posting frees the hold. */
export const withdrawApplication = write({
  path: '/ipo/withdraw',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Withdraw an application while the offer is open',
  input: z.strictObject({ id: Id }),
  reply: z.object({ id: Id, withdrawnAt: Moment, released: Money }),
  refusals: ['unknown_application', 'offer_closed'],
})

/** The published draw of an offer as the text that docs/DRAW.md describes. */
export const readDraw = read({
  path: '/ipo/draw',
  caller: 'anyone',
  summary: 'The published draw of an offer, which anybody can run again',
  input: z.strictObject({ id: Id }),
  reply: z.string(),
  file: ['text/plain'],
  refusals: ['unknown_offer', 'not_drawn'],
})

export const ipoCalls = {
  listOffers,
  readOffer,
  subscribeToOffer,
  changeApplication,
  withdrawApplication,
  readDraw,
}
