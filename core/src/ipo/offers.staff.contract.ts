import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Id, Listing, Moment, Page, Price, Shares, pageOf } from '../base/wire.ts'
import { SECTORS } from '../market/instruments.ts'
import { REVIEW_STATES, SeatReply } from '../review/review.contract.ts'
import { OPINION_REFUSALS, evidenceFields, opinionFields, outcomeFields } from '../review/review.staff.contract.ts'
import { readersOf } from '../review/review.rules.ts'
import { OFFER_MARKETS } from './house.rules.ts'
import { OFFER_WITHDRAWAL_REASONS, OfferDates, OfferWithdrawal } from './acts.contract.ts'
import { Lots, OFFER_STATES } from './ipo.contract.ts'
import { offerReview } from './ipo.review.ts'
import { Company } from './terms.text.ts'

const { roles } = offerReview
const readers = readersOf(offerReview)

/** An offer as a seat writes it, without the listing and the chains, which the house adds. */
const draftFields = {
  company: Company,
  sector: z.enum(SECTORS),
  market: z.enum(OFFER_MARKETS),
  price: Price,
  /** The shares of a lot, the lots of the offer, and the most lots that one application may ask for. */
  lot: Shares,
  lots: Lots,
  most: Lots,
  opens: Moment,
  closes: Moment,
  draws: Moment,
  /** The shares trade from the first session that opens then or later. */
  lists: Moment,
  /** Whether invented applicants take part. */
  crowd: z.boolean(),
}

const TERMS_REFUSALS = [
  'promise_word',
  'offer_price',
  'offer_size',
  'offer_dates',
  'offer_too_far',
  'draw_too_early',
  'beacon_differs',
  'seeds_end',
  'company_taken',
  'no_session',
] as const

/** The drafts that are neither published nor thrown away, those that changed last before the others. */
export const listOfferDrafts = read({
  path: '/staff/ipo/drafts',
  caller: 'seat',
  roles: readers,
  summary: 'The drafts of offers, those that changed last first',
  input: z.strictObject({}),
  reply: z.object({
    rows: z.array(
      z.object({
        ...draftFields,
        id: Id,
        version: z.int(),
        changedBy: SeatReply,
        changedAt: Moment,
        /** The review in which its terms wait for a second person; null if they do not. */
        review: z.nullable(Id),
      }),
    ),
    /** False in a house on a replay or a live feed: offers exist on practice prices alone. */
    hasOffers: z.boolean(),
    /** The beacon of a new offer: a round of drand, or the seed of a day. */
    beacon: z.enum(['drand', 'seeds']),
  }),
})

/** Store a draft. Its terms are checked as if it were proposed now. A change names the version that the seat saw. */
export const saveOfferDraft = write({
  path: '/staff/ipo/save-draft',
  caller: 'seat',
  roles,
  key: 'header',
  summary: 'Store the draft of an offer, or change it',
  input: z.strictObject({
    id: Id,
    /** 0 for a new draft. */
    version: z.int().check(z.gte(0), z.lte(1_000_000)),
    ...draftFields,
  }),
  reply: z.object({ id: Id, version: z.int() }),
  refusals: ['no_offers', 'unknown_draft', 'draft_changed', ...TERMS_REFUSALS],
})

/** Throw a draft away. One that waits for a second person is refused first. */
export const discardOfferDraft = write({
  path: '/staff/ipo/discard-draft',
  caller: 'seat',
  roles,
  key: 'header',
  summary: 'Throw the draft of an offer away',
  input: z.strictObject({ id: Id }),
  reply: z.object({ id: Id }),
  refusals: ['unknown_draft', 'offer_waits'],
})

/** The offer, and the review in which it waits for a second person: null if one person decides, and it is done. */
const Proposed = z.object({ offer: Id, review: z.nullable(Id) })

/** Propose the terms of a draft. From here on they stay as they are: a second person publishes exactly them. */
export const proposeOffer = write({
  path: '/staff/ipo/propose',
  caller: 'seat',
  roles,
  key: 'header',
  summary: 'Propose the terms of a draft, which a second person reads and publishes',
  input: z.strictObject({ id: Id, version: z.int().check(z.gte(1), z.lte(1_000_000)) }),
  reply: Proposed,
  refusals: ['no_offers', 'unknown_draft', 'draft_changed', 'offer_waits', ...TERMS_REFUSALS],
})

/** Propose to withdraw an offer in public. With the second approval every application is released. */
export const proposeOfferWithdrawal = write({
  path: '/staff/ipo/propose-withdrawal',
  caller: 'seat',
  roles,
  key: 'header',
  summary: 'Propose to withdraw an offer in public, with the reason that everybody reads',
  input: z.strictObject({ offer: Id, reason: z.enum(OFFER_WITHDRAWAL_REASONS) }),
  reply: Proposed,
  refusals: ['unknown_offer', 'offer_over', 'offer_waits'],
})

/** Propose later dates of an offer. No date comes forward. */
export const proposePostponement = write({
  path: '/staff/ipo/propose-postponement',
  caller: 'seat',
  roles,
  key: 'header',
  summary: 'Propose a later deadline, draw or listing of an offer',
  input: z.strictObject({ offer: Id, closes: Moment, draws: Moment, lists: Moment }),
  reply: Proposed,
  refusals: [
    'unknown_offer',
    'offer_over',
    'offer_frozen',
    'offer_by_itself',
    'offer_waits',
    'only_later',
    ...TERMS_REFUSALS,
  ],
})

/** The offers of the house, those that open last first, with what may still be done about each. */
export const listHouseOffers = read({
  path: '/staff/ipo/offers',
  caller: 'seat',
  roles: readers,
  summary: 'The offers of the house, those that open last first',
  input: z.strictObject({ ...Page }),
  reply: pageOf(
    z.object({
      id: Id,
      company: z.string(),
      listing: Listing,
      state: z.enum(OFFER_STATES),
      price: Price,
      lot: Shares,
      lots: Lots,
      most: Lots,
      opens: Moment,
      ...OfferDates.shape,
      crowd: z.boolean(),
      beacon: z.enum(['drand', 'seeds']),
      termsHash: z.string(),
      publishedAt: Moment,
      /** True if operations made it; false for one that came by itself. */
      isOwn: z.boolean(),
      withdrawal: OfferWithdrawal,
      /** The review in which its withdrawal or its later dates wait. */
      review: z.nullable(Id),
      canWithdraw: z.boolean(),
      canPostpone: z.boolean(),
    }),
  ),
})

const State = z.enum(REVIEW_STATES.filter((state) => state !== 'offered'))

/** Open a proposal: the terms word by word as they are frozen, and what an approval does. */
export const openOfferReview = write({
  path: '/staff/ipo/open',
  caller: 'seat',
  roles: readers,
  key: 'none',
  summary: 'The terms of an offer, its withdrawal or its later dates, for the decision of a second person',
  input: z.strictObject({ id: Id }),
  reply: z.object({
    ...evidenceFields,
    id: Id,
    number: z.string(),
    state: State,
    what: z.enum(['publish', 'withdraw', 'postpone']),
    offer: Id,
    company: z.string(),
    listing: Listing,
    /** The text of the terms with its hash, as they become or stay public. */
    terms: z.string(),
    termsHash: z.string(),
    /** For later dates: the text of the terms as they stand. */
    termsBefore: z.nullable(z.string()),
    /** For terms that wait: the prospectus in five languages. */
    prospectus: z.nullable(z.string()),
    /** For a withdrawal: its public reason. */
    reason: z.nullable(z.enum(OFFER_WITHDRAWAL_REASONS)),
    /** The applications that run now. */
    applications: z.int(),
    proposedBy: SeatReply,
    at: Moment,
    dueAt: Moment,
  }),
  refusals: ['unknown_proposal'],
})

/** Approve or refuse a proposal. With the second approval it takes effect exactly as it was shown. */
export const decideOfferReview = write({
  path: '/staff/ipo/decide',
  caller: 'seat',
  roles,
  key: 'header',
  summary: 'Approve or refuse the terms of an offer, its withdrawal or its later dates',
  input: z.strictObject(opinionFields),
  reply: z.object({ ...outcomeFields, state: State }),
  refusals: [
    'unknown_proposal',
    ...OPINION_REFUSALS,
    'no_offers',
    'offer_over',
    'offer_frozen',
    'offer_by_itself',
    'only_later',
    ...TERMS_REFUSALS,
  ],
})

export const offersStaffCalls = {
  listOfferDrafts,
  saveOfferDraft,
  discardOfferDraft,
  listHouseOffers,
  proposeOffer,
  proposeOfferWithdrawal,
  proposePostponement,
  openOfferReview,
  decideOfferReview,
}
