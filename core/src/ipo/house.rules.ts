import { currencyFor, priceE4, venueOf, type ListingId, type PriceE4, type Shares } from '../base/amount.ts'
import { HOUR, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { formatNamedPrice } from '../base/formats.ts'
import type { Language } from '../base/language.ts'
import { DAY_MS, dayNumberAt, zoneOf } from '../calendar/days.ts'
import { sessionAt, type Hours } from '../calendar/sessions.ts'
import type { Sector } from '../market/instruments.ts'
import { promiseIn } from '../notices/promises.rules.ts'
import type { NewListing } from '../practice/plan.ts'
import type { PracticeShare } from '../universe/companies.ts'
import { roundAfter, type DrandChain } from './beacon.rules.ts'
import { decideTerms, type TermsFacts, type TermsRefusal } from './ipo.rules.ts'
import { PRACTICE_OFFERS } from './practice.rules.ts'
import { houseProfile } from './prospectus.text.ts'
import type { Lots, Terms } from './terms.text.ts'

/*
 * The offers that operations make. People choose name, sector, market, sizes, price and dates. Everything by which the price moves
 * follows from the running number of the offer and from the day seeds, so nobody chooses a path.
 */

/** The markets that an offer can be made for. */
export const OFFER_MARKETS = ['new_york', 'madrid'] as const
export type OfferMarket = (typeof OFFER_MARKETS)[number]

/** An offer as a seat writes it. It is no offer before two people have read its terms. */
export interface OfferDraft {
  readonly company: string
  readonly sector: Exclude<Sector, 'none'>
  readonly market: OfferMarket
  readonly price: PriceE4
  readonly lot: Shares
  readonly lots: Lots
  readonly most: Lots
  readonly opens: Instant
  readonly closes: Instant
  readonly draws: Instant
  /** The shares trade from the first session of their market that opens at this instant or later. */
  readonly lists: Instant
  /** True if invented applicants take part. */
  readonly crowd: boolean
}

/** Every third company of the list of offered ones is Madrid's. */
const marketOfNumber = (number: number): OfferMarket => (number % 3 === 1 ? 'madrid' : 'new_york')

/**
 * The running number of the next offer for a market: the first behind those of the practice offers that no offer has, and none
 * that waits for its second person. A refused proposal gives its number back, so nobody passes over one.
 */
export function nextHouseNumber(market: OfferMarket, used: ReadonlySet<number>): number {
  let number = PRACTICE_OFFERS
  while (marketOfNumber(number) !== market || used.has(number)) number++
  return number
}

/** The shares are delivered so long after the draw, hours before they trade. */
const DELIVERS_AFTER_MS = 14 * HOUR

/** The facts beside a draft from which the terms of its offer follow. */
export interface HouseFacts {
  readonly offer: string
  readonly listing: ListingId
  readonly hours: Hours
  /** The drand chain that the house follows; null for a house that draws by day seeds. */
  readonly chain: DrandChain | null
  readonly seeds: Terms['seeds']
  /** The hash of the prospectus, in hex. */
  readonly prospectus: string
}

/** The terms of the offer of a draft. */
export function houseTerms(draft: OfferDraft, facts: HouseFacts): Terms {
  const { company, sector, price, lot, lots, most, opens, closes, draws, crowd } = draft
  const { offer, listing, hours, chain, seeds, prospectus } = facts
  return {
    offer,
    company,
    sector,
    listing,
    price,
    lot,
    lots,
    most,
    opens,
    closes,
    draws,
    delivers: draws + DELIVERS_AFTER_MS,
    lists: openFrom(listing, draft.lists, hours),
    prospectus,
    seeds,
    crowd,
    beacon: beaconFor(chain, draws),
  }
}

/** The first round after the draw, so nobody chooses it. */
const beaconFor = (chain: DrandChain | null, draws: Instant): Terms['beacon'] =>
  chain ? { kind: 'drand', chain: chain.hash, round: roundAfter(chain, draws) } : { kind: 'seeds' }

/** The first open of a listing's venue at an instant or after it. */
function openFrom(listing: ListingId, from: Instant, hours: Hours): Instant {
  const venue = venueOf(listing)
  const session = sessionAt(venue, from, hours)
  return session.open >= from ? session.open : sessionAt(venue, session.close + 1, hours).open
}

/** The least and the highest price of a share, in ten-thousandths. */
export const PRICE_LEAST = priceE4(10_000n)
export const PRICE_MOST = priceE4(5_000_000n)
/** The most drafts of offers that the console lists. */
export const DRAFTS_SHOWN = 100
/** The dates of an offer are at most this far away. */
const AHEAD_MOST_MS = 730 * DAY_MS

export type DraftRefusal = TermsRefusal | 'promise_word' | 'offer_too_far' | 'offer_price'

/** The fields of a form that the fields of terms come from. */
const FIELDS: Readonly<Record<string, string>> = { delivers: 'lists', listing: 'company', beacon: 'draws' }

/** Refuse a draft whose terms no house may have, with the field to correct. The language is that of the caller. */
export function decideDraft(
  draft: OfferDraft,
  house: HouseFacts,
  facts: Omit<TermsFacts, 'chain' | 'listsInSession'> & { readonly chain: DrandChain; readonly language: Language },
): Refused<DraftRefusal> | null {
  const word = promiseIn(draft.company)
  if (word !== null) return refuse('promise_word', { word }, 'company')
  if (draft.price < PRICE_LEAST || draft.price > PRICE_MOST) {
    const named = (price: PriceE4) => formatNamedPrice(price, facts.language, currencyFor(house.listing))
    return refuse('offer_price', { least: named(PRICE_LEAST), most: named(PRICE_MOST) }, 'price')
  }
  const far = (['opens', 'closes', 'draws', 'lists'] as const).find((date) => draft[date] > facts.now + AHEAD_MOST_MS)
  if (far !== undefined) return refuse('offer_too_far', {}, far)
  return asDraft(decideTerms(houseTerms(draft, house), { ...facts, listsInSession: true }))
}

const asDraft = (refused: Refused<TermsRefusal> | null): Refused<TermsRefusal> | null =>
  refused && { ...refused, field: FIELDS[refused.field ?? ''] ?? refused.field ?? 'company' }

/**
 * The company of an offer that operations made, as it lists. It moves as the company of its running number does, whatever name
 * and sector it was given, from the price of its terms.
 */
export function houseListing(terms: Terms, numbered: PracticeShare): NewListing {
  const { listing, sharesInIssue, traits, sector } = numbered
  const company: PracticeShare = {
    listing,
    kind: 'share',
    name: terms.company,
    sector: terms.sector,
    sharesInIssue,
    profile: houseProfile(),
    traits: { ...traits, movesWith: sector },
  }
  return { company, first: { day: dayNumberAt(zoneOf(venueOf(listing)), terms.lists), price: Number(terms.price) } }
}

/** The state of an offer by which staff may end or postpone it. */
export interface OfferStanding {
  readonly isCancelled: boolean
  /** The customers' list is frozen; the whole root is there. */
  readonly isFrozen: boolean
  readonly hasRoot: boolean
}

/** An offer may be withdrawn until the root of its whole list is there: from then on its beacon might be known. */
export function decideOfferWithdrawal({ isCancelled, hasRoot }: OfferStanding): Refused<'offer_over'> | null {
  return isCancelled || hasRoot ? refuse('offer_over') : null
}

/** The later dates of an offer. */
export type LaterDates = Pick<OfferDraft, 'closes' | 'draws' | 'lists'>

/** The terms of an offer with later dates. The round of its beacon follows from the later draw. */
export function postponedTerms(
  terms: Terms,
  { closes, draws, lists }: LaterDates,
  house: Pick<HouseFacts, 'hours' | 'chain'>,
): Terms {
  const isSame = draws === terms.draws
  return {
    ...terms,
    closes,
    draws,
    delivers: isSame ? terms.delivers : draws + DELIVERS_AFTER_MS,
    lists: lists === terms.lists ? lists : openFrom(terms.listing, lists, house.hours),
    // The kind of the beacon stays as it was announced.
    beacon: terms.beacon.kind === 'drand' && !isSame ? beaconFor(house.chain, draws) : terms.beacon,
  }
}

export type PostponeRefusal =
  TermsRefusal | 'offer_over' | 'offer_frozen' | 'offer_by_itself' | 'only_later' | 'offer_too_far'

/** Refuse to postpone an offer at all, whatever its later dates are: one that is over, frozen, or came by itself. */
export function decidePostponable(
  { closes }: Pick<Terms, 'closes'>,
  {
    now,
    isCancelled,
    isFrozen,
    isByItself,
  }: Omit<OfferStanding, 'hasRoot'> & {
    readonly now: Instant
    readonly isByItself: boolean
  },
): Refused<'offer_over' | 'offer_frozen' | 'offer_by_itself'> | null {
  if (isCancelled) return refuse('offer_over')
  if (isFrozen || now > closes) return refuse('offer_frozen')
  // Its dates follow from its number.
  return isByItself ? refuse('offer_by_itself') : null
}

/**
 * Refuse later dates of an offer. No date comes forward, and none moves once the deadline is over: the terms are in the root
 * of the frozen list.
 */
export function decidePostponement(
  terms: Terms,
  dates: LaterDates,
  house: Pick<HouseFacts, 'hours' | 'chain'>,
  facts: OfferStanding &
    Pick<TermsFacts, 'now' | 'links'> & { readonly chain: DrandChain; readonly isByItself: boolean },
): Refused<PostponeRefusal> | null {
  const { now, links, chain } = facts
  const refused = decidePostponable(terms, facts)
  if (refused) return refused
  const names = ['closes', 'draws', 'lists'] as const
  const far = names.find((date) => dates[date] > now + AHEAD_MOST_MS)
  if (far !== undefined) return refuse('offer_too_far', {}, far)
  const earlier = names.find((date) => dates[date] < terms[date])
  if (earlier !== undefined) return refuse('only_later', {}, earlier)
  const later = postponedTerms(terms, dates, house)
  if (names.every((date) => later[date] === terms[date])) return refuse('only_later', {}, 'closes')
  // An offer that is open keeps its opening: only what comes after now is decided.
  const known = { now: Math.min(now, terms.opens - 1), chain, links, isTaken: false, listsInSession: true }
  return asDraft(decideTerms(later, known))
}
