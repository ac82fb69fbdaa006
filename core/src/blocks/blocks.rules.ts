import {
  BPS,
  E4_PER_CENT,
  cents,
  currencyFor,
  divideHalfEven,
  divideUp,
  minOf,
  priceE4,
  venueOf,
  wholeShares,
  type Amount,
  type Cents,
  type ListingId,
  type PriceE4,
  type Shares,
} from '../base/amount.ts'
import { HOUR, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { DAY_MS, dayNumberAt, localInstant, zoneOf } from '../calendar/days.ts'
import { heldLine, spend, type Line } from '../ledger/ledger.rules.ts'
import type { MarketAction } from '../market/actions.ts'
import type { InstrumentKind } from '../market/instruments.ts'
import type { Quote } from '../market/market.contract.ts'
import { feeFor, type FeeTableVersion } from '../orders/fees.rules.ts'
import { COST_MOST } from '../orders/holds.rules.ts'
import { withinReach } from '../orders/placing.rules.ts'
import type { BlockOfferState, BlockState } from './blocks.contract.ts'
import type { BlockTerms } from './terms.text.ts'

/** The rows of a page, if the caller names no other number. */
export const BLOCKS_PAGE = 30

/** The house's stated range: no offer has a smaller discount, or a larger one. */
export const DISCOUNT_LEAST_BPS = 100
export const DISCOUNT_MOST_BPS = 1_000
/** The longest lock-up, and the most shares of an offer. */
export const LOCK_DAYS_MOST = 90
export const BLOCK_SHARES_MOST = 1_000_000_000n
/** An offer takes applications for at least an hour, and for at most so many days. */
export const OFFER_LEAST_MS = HOUR
export const OFFER_DAYS_MOST = 60
/** The price of a block is made by the first event after this time of the venue's day. */
export const PRICE_HOUR = 16 * HOUR

/** The facts that decide the terms of an offer. */
export interface BlockTermsFacts {
  readonly now: Instant
  /** Null for a listing that the market does not have. */
  readonly kind: InstrumentKind | null
  /** True if the listing has no quotes in this house. */
  readonly isUnquoted: boolean
}

export type BlockTermsRefusal =
  'unknown_listing' | 'not_tradable' | 'never_quoted' | 'block_discount' | 'block_size' | 'block_lock' | 'block_end'

/** Accept the terms of an offer, or refuse them with the field to correct. Refusals are tried in this order. */
export function decideBlockTerms(terms: BlockTerms, facts: BlockTermsFacts): Refused<BlockTermsRefusal> | null {
  const { discountBps, shares, least, most, lockDays, endsAt } = terms
  if (facts.kind === null) return refuse('unknown_listing', {}, 'listing')
  if (facts.kind !== 'share') return refuse('not_tradable', {}, 'listing')
  if (facts.isUnquoted) return refuse('never_quoted', {}, 'listing')
  if (discountBps < DISCOUNT_LEAST_BPS || discountBps > DISCOUNT_MOST_BPS)
    return refuse('block_discount', {}, 'discountBps')
  if (shares > BLOCK_SHARES_MOST) return refuse('block_size', {}, 'shares')
  if (most > shares) return refuse('block_size', {}, 'most')
  if (least > most) return refuse('block_size', {}, 'least')
  if (lockDays < 1 || lockDays > LOCK_DAYS_MOST) return refuse('block_lock', {}, 'lockDays')
  const left = endsAt - facts.now
  return left < OFFER_LEAST_MS || left > OFFER_DAYS_MOST * DAY_MS ? refuse('block_end', {}, 'endsAt') : null
}

/** The state of an offer. Its last instant still takes applications. */
export function blockOfferStateFor(
  { endsAt, shares, least }: Pick<BlockTerms, 'endsAt' | 'shares' | 'least'>,
  { now, taken, isWithdrawn }: { readonly now: Instant; readonly taken: Shares; readonly isWithdrawn: boolean },
): BlockOfferState {
  if (isWithdrawn) return 'withdrawn'
  if (now > endsAt) return 'ended'
  return shares - taken < least ? 'sold_out' : 'open'
}

/** The price that a quote event makes: what a share costs in the market, less the discount. Rounded up: the customer pays it. */
export const blockPrice = (ask: PriceE4, discountBps: number): PriceE4 =>
  priceE4(divideUp(ask * (BPS - BigInt(discountBps)), BPS))

/** The first 16:00 of the venue's clock after an instant. An approval at 16:00 or later waits for the next day's. */
export function priceAfterFor(listing: ListingId, at: Instant): Instant {
  const zone = zoneOf(venueOf(listing))
  const day = dayNumberAt(zone, at)
  const own = localInstant(zone, day, PRICE_HOUR)
  return at < own ? own : localInstant(zone, day + 1, PRICE_HOUR)
}

/** The first quote event among some, in order, that has an ask: it makes the price. */
export const pricingEvent = (events: Iterable<Quote>): Quote | null => {
  for (const event of events) if (event.ask > 0n) return event
  return null
}

/** The end of the lock: so many whole days after the event that made the price. */
export const lockedUntil = ({ lockDays }: Pick<BlockTerms, 'lockDays'>, { at }: Pick<Quote, 'at'>): Instant =>
  at + lockDays * DAY_MS

/** The cost of shares at a price, and the fee of a buy. */
export interface BlockCost {
  readonly cost: Cents
  readonly fee: Cents
}

/** Cost and fee of some shares, both rounded up: the customer pays them. */
export function blockCost(listing: ListingId, shares: Shares, price: PriceE4, feeTable: FeeTableVersion): BlockCost {
  const cost = cents(divideUp(price * shares, E4_PER_CENT))
  return { cost, fee: feeFor(feeTable, 'buy', cost, currencyFor(listing)) }
}

/** The hold of an application: its shares at the customer's own cap, with the fee. It is also the worst case. */
export function blockHold(listing: ListingId, shares: Shares, cap: PriceE4, feeTable: FeeTableVersion): Amount {
  const { cost, fee } = blockCost(listing, shares, cap, feeTable)
  return { asset: currencyFor(listing), units: cost + fee }
}

/** The most shares that a customer can still have of an offer. */
export const mostFor = (
  { shares, most }: Pick<BlockTerms, 'shares' | 'most'>,
  { taken, own }: { readonly taken: Shares; readonly own: Shares },
): Shares => {
  const left = minOf(wholeShares(shares - taken), wholeShares(most - own))
  return left > 0n ? left : wholeShares(0n)
}

/** The facts that decide an application. */
export interface BlockFacts {
  readonly now: Instant
  readonly terms: BlockTerms
  readonly isWithdrawn: boolean
  /** The shares of the offer that approvals have taken. */
  readonly taken: Shares
  /** The shares of it that the customer has, or has asked for. */
  readonly own: Shares
  /** The last price; null without one. */
  readonly last: PriceE4 | null
  readonly feeTable: FeeTableVersion
  /** The free cents of the customer in the currency of the listing. */
  readonly free: bigint
}

export type BlockRefusal =
  | 'block_withdrawn'
  | 'block_closed'
  | 'block_below_least'
  | 'block_above_most'
  | 'block_left'
  | 'no_price'
  | 'limit_out_of_range'
  | 'amount_too_large'
  | 'insufficient_balance'

/** Accept an application with its hold, or refuse it. A refusal of its size says which requirement it does not meet. */
export function decideBlock(
  { shares, cap }: { readonly shares: Shares; readonly cap: PriceE4 },
  { now, terms, isWithdrawn, taken, own, last, feeTable, free }: BlockFacts,
): { readonly hold: Amount } | Refused<BlockRefusal> {
  const { listing, least, most } = terms
  if (isWithdrawn) return refuse('block_withdrawn')
  if (now > terms.endsAt) return refuse('block_closed')
  if (shares < least) return refuse('block_below_least', { least: least.toString() }, 'shares')
  if (shares > most - own) return refuse('block_above_most', { most: most.toString(), own: own.toString() }, 'shares')
  const left = mostFor(terms, { taken, own })
  if (shares > left) return refuse('block_left', { left: left.toString() }, 'shares')
  if (last === null) return refuse('no_price')
  if (!withinReach(cap, last)) return refuse('limit_out_of_range', {}, 'cap')
  const hold = blockHold(listing, shares, cap, feeTable)
  if (hold.units > COST_MOST) return refuse('amount_too_large', {}, 'shares')
  if (hold.units > free) {
    return refuse('insufficient_balance', { needed: hold, free: { asset: hold.asset, units: free } }, 'shares')
  }
  return { hold }
}

/** Let a customer take an application back, or refuse: from 16:00 of its day on, its price is being made. */
export function decideBlockCancel(
  { state, priceAfter }: { readonly state: BlockState; readonly priceAfter: Instant | null },
  marketNow: Instant,
): Refused<'unknown_block' | 'block_priced'> | null {
  if (state === 'pending' || state === 'in_review') return null
  if (state !== 'approved' || priceAfter === null) return refuse('unknown_block')
  return marketNow < priceAfter ? null : refuse('block_priced')
}

/** The facts by which an offer can still be withdrawn. */
export interface OfferToWithdraw {
  readonly isWithdrawn: boolean
  readonly endsAt: Instant
  /** The applications for it that wait for staff or for their customer. */
  readonly waiting: number
}

/** Let two people withdraw an offer, or refuse: one whose time is over, and for which nobody waits, has nothing to withdraw. */
export function decideBlockOfferWithdrawal(
  { isWithdrawn, endsAt, waiting }: OfferToWithdraw,
  now: Instant,
): Refused<'block_withdrawn' | 'block_closed'> | null {
  if (isWithdrawn) return refuse('block_withdrawn')
  return now > endsAt && waiting === 0 ? refuse('block_closed') : null
}

/** True if an application ends with the withdrawal of its offer: it is not approved yet. An approved one goes on to its price. */
export const endsWithOffer = (state: BlockState): boolean =>
  state === 'pending' || state === 'in_review' || state === 'offered'

/** The outcome of a quote event for an approved application. */
export type Pricing =
  | {
      readonly end: 'bought'
      readonly price: PriceE4
      readonly cost: Cents
      readonly fee: Cents
      readonly until: Instant
    }
  | { readonly end: 'above_cap'; readonly price: PriceE4 }

/** Prices an approved application on its event: the shares at the price, or its end where that is above the cap. */
export function priceBlock(
  terms: BlockTerms,
  approved: { readonly shares: Shares; readonly cap: PriceE4; readonly feeTable: FeeTableVersion },
  event: Pick<Quote, 'at' | 'ask'>,
): Pricing {
  const price = blockPrice(event.ask, terms.discountBps)
  if (price > approved.cap) return { end: 'above_cap', price }
  const cost = blockCost(terms.listing, approved.shares, price, approved.feeTable)
  return { end: 'bought', price, ...cost, until: lockedUntil(terms, event) }
}

/** The lines of a purchase: cost and fee out of the hold, the shares into it, and the rest of the cash free again. */
export function purchaseLines(
  { listing }: Pick<BlockTerms, 'listing'>,
  held: Amount,
  { shares, cost, fee }: { readonly shares: Shares; readonly cost: Cents; readonly fee: Cents },
): Line[] {
  const paid = [
    heldLine('block', 'blocks', { asset: held.asset, units: 0n - cost }),
    heldLine('fee', 'fees', { asset: held.asset, units: 0n - fee }),
  ].filter(({ held: units }) => units !== 0n)
  return [...spend([held], paid), heldLine('block', 'blocks', { asset: listing, units: shares })]
}

/** True if a split or a new ticker of the listing has taken effect since the application: its shares and its cap are no longer those. */
export const isChangedSince = (
  actions: readonly MarketAction[],
  listing: ListingId,
  { since, until }: { readonly since: Instant; readonly until: Instant },
): boolean =>
  actions.some(
    (action) =>
      action.listing === listing && action.kind !== 'dividend' && action.recordAt >= since && action.recordAt < until,
  )

/** The result of a block when its lock ended: its shares at the bid of the first event after it, against what it cost. */
export const freedResultBps = (
  { shares, cost }: { readonly shares: Shares; readonly cost: Cents },
  bid: PriceE4,
): number => Number(divideHalfEven((bid * shares - cost * E4_PER_CENT) * BPS, cost * E4_PER_CENT))
