import * as z from 'zod/mini'
import { priceE4 } from '../base/amount.ts'
import { read, write } from '../base/contract.ts'
import { nameOf } from '../base/lists.ts'
import {
  Count,
  CurrencyCode,
  Id,
  Listing,
  Moment,
  Money,
  Page,
  Price,
  Quantity,
  Shares,
  VenueCode,
  pageOf,
  priceText,
} from '../base/wire.ts'
import type { EntryKind } from '../ledger/ledger.contract.ts'
import { SECTORS } from '../market/instruments.ts'
import { publicActs } from './acts.contract.ts'
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

const lotsText = (form: RegExp) =>
  z.codec(
    z.string().check(z.regex(form)),
    z.custom<WholeLots>((value) => typeof value === 'bigint'),
    {
      decode: (text) => wholeLots(BigInt(text)),
      encode: (lots) => lots.toString(),
    },
  )

/** Whole lots, `"10"`: at least one. */
export const Lots = lotsText(/^[1-9][0-9]{0,8}$/)

/** Lots that may be none, such as those allotted. */
export const LotsOrNone = lotsText(/^(0|[1-9][0-9]{0,8})$/)

/** The size of an application: lots, or an amount that is rounded down to whole lots. */
export const Wish = z.union([z.strictObject({ lots: Lots }), z.strictObject({ amount: Money })])
export type Wish = z.output<typeof Wish>

/** A price less another one, `"-0.35"`. */
export const PriceDifference = z.codec(
  z.string().check(z.regex(/^-?(0|[1-9][0-9]{0,10})(\.[0-9]{1,4})?$/)),
  z.custom<bigint>((value) => typeof value === 'bigint'),
  {
    decode: (text): bigint => (text.startsWith('-') ? -BigInt(z.decode(Price, text.slice(1))) : z.decode(Price, text)),
    encode: (units) => (units < 0n ? `-${priceText(priceE4(-units))}` : priceText(priceE4(units))),
  },
)

/** The beacon that orders the tickets, announced with the terms. Chain and round are null for a draw by day seeds. */
const BeaconReply = z.object({
  kind: z.enum(['drand', 'seeds']),
  chain: z.nullable(z.string()),
  round: z.nullable(z.int()),
})

/** Spec section 3, the fields of an IPO. The result of an application is beside it. */
const OfferReply = z.object({
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
  /** The most lots that one application may ask for. */
  most: Lots,
  /** The shares of the whole offer, and those that are applied for: by customers and, once it is known, by the crowd. */
  shares: Shares,
  subscribed: Count,
  /** The part of it that is customers', in lots, and the crowd's: null until the crowd is known. */
  customersLots: LotsOrNone,
  crowdLots: z.nullable(LotsOrNone),
  opens: Moment,
  closes: Moment,
  draws: Moment,
  delivers: Moment,
  lists: Moment,
  /** The time at which the result was published; null before the draw. */
  drawnAt: z.nullable(Moment),
  /** The last price, and the result of a share against the subscription price: null before the listing. */
  market: z.nullable(Price),
  difference: z.nullable(PriceDifference),
  returnBps: z.nullable(z.int()),
})

/** The offers, those that open last first, of all states or of one. */
export const listOffers = read({
  path: '/ipo/offers',
  caller: 'customer',
  summary: 'Offers of shares before they trade, by state, those that open last first',
  topics: ['ipo'],
  input: z.strictObject({ ...Page, state: z.optional(z.enum(OFFER_STATES)) }),
  reply: z.object({
    ...pageOf(OfferReply).shape,
    /** False in a house on a replay or a live feed: offers exist on practice prices alone. */
    hasOffers: z.boolean(),
  }),
})

/**
 * An application with its receipt: its row on the list, and the leaf of that row. Once the offer is drawn, the row is in the file
 * at `draw`, and the leaf is under the published root.
 */
const ApplicationReply = z.object({
  id: Id,
  /** The record number that people read out. */
  number: z.string(),
  offer: Id,
  state: z.enum(APPLICATION_STATES),
  ticket: z.int(),
  row: z.string(),
  leaf: z.string(),
  draw: z.string(),
  lots: Lots,
  shares: Shares,
  /** The amount that was held for it. */
  hold: Money,
  at: Moment,
  changedAt: z.nullable(Moment),
  withdrawnAt: z.nullable(Moment),
  /** The result of the draw; null until then. */
  result: z.nullable(
    z.object({
      /** Its place in the order of the draw, from 1. */
      place: z.int(),
      /** The allotted lots by their reason, and the shares that they are. */
      ballot: LotsOrNone,
      proRata: LotsOrNone,
      byPlace: LotsOrNone,
      won: Count,
      /** The amount payable for them, and the part of it that is still due: nothing, because it was held. */
      payable: Money,
      due: Money,
      /** The rest of the hold. */
      refund: Money,
    }),
  ),
})

/** A step of the way that the money of an application took. */
const MoneyStep = z.object({
  posting: z.int(),
  kind: nameOf<EntryKind>(),
  /** The changes of the free and the held balance. */
  free: Quantity,
  held: Quantity,
  at: Moment,
})

/** One offer, by its id or that of an own application, with its frozen terms, its beacon, its roots and the customer's newest application. */
export const readOffer = read({
  path: '/ipo/offer',
  caller: 'customer',
  summary: 'One offer with its terms, dates, roots and own application',
  topics: ['ipo'],
  input: z.strictObject({ id: Id }),
  reply: z.object({
    ...OfferReply.shape,
    /** The hash that froze the terms, and their text. */
    termsHash: z.string(),
    terms: z.string(),
    /** Null if the house keeps no text with the hash that the terms name. */
    prospectus: z.nullable(z.string()),
    beacon: BeaconReply,
    /** Whether invented applicants take part. */
    crowd: z.boolean(),
    /** The root of the customers' list, that of the whole list, and the time at which that one was published. */
    customersRoot: z.nullable(z.string()),
    root: z.nullable(z.string()),
    rootAt: z.nullable(Moment),
    ...publicActs,
    application: z.nullable(ApplicationReply),
    /** The postings of that application, oldest first. */
    money: z.array(MoneyStep),
  }),
  refusals: ['unknown_offer'],
})

/**
 * The customer's own applications, newest first, each with its offer. `lottery` are those of drawn offers, and `inventory` those
 * of them that won shares of a company that does not trade yet.
 */
export const listOwnApplications = read({
  path: '/ipo/applications',
  caller: 'customer',
  summary: 'Own applications for offers with their state, newest first',
  topics: ['ipo'],
  input: z.strictObject({ ...Page, which: z.optional(z.enum(['lottery', 'inventory'])) }),
  reply: pageOf(
    z.object({
      ...ApplicationReply.shape,
      company: z.string(),
      listing: Listing,
      offerState: z.enum(OFFER_STATES),
      price: Price,
      closes: Moment,
      draws: Moment,
      delivers: Moment,
      lists: Moment,
      drawnAt: z.nullable(Moment),
    }),
  ),
})

/** Apply for shares of an offer. The full amount is held until the draw; there is no fee. The id marks the row on the list. */
export const subscribeToOffer = write({
  path: '/ipo/subscribe',
  caller: 'customer',
  restrictedFrom: 1,
  enters: 'ipo',
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
  file: ['text/plain'],
  input: z.strictObject({ id: Id }),
  reply: z.object({}),
  refusals: ['unknown_offer', 'not_drawn'],
})

export const ipoCalls = {
  listOffers,
  readOffer,
  listOwnApplications,
  subscribeToOffer,
  changeApplication,
  withdrawApplication,
  readDraw,
}
