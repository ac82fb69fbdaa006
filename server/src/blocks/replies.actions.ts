import {
  currencyFor,
  divideHalfEven,
  priceE4,
  venueOf,
  wholeShares,
  type PriceE4,
  type Shares,
} from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId, LotId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { recordNumber } from '@lonja/core/base/numbers'
import type { PurchaseState, listBlockOffers, listBlockPurchases, readBlock } from '@lonja/core/blocks/blocks.contract'
import { blockOfferReview, blockReview, blockWithdrawalReview } from '@lonja/core/blocks/blocks.review'
import { blockHold, blockOfferStateFor, blockPrice, mostFor, priceAfterFor } from '@lonja/core/blocks/blocks.rules'
import { lotNumberFor, standingOf, type Lot } from '@lonja/core/orders/lots.rules'
import type { QueueSubject } from '@lonja/core/review/review.staff.contract'
import type { Tx } from '../database/db.ts'
import { nameOf } from '../market/market.replies.ts'
import type { Market } from '../market/market.quotes.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import { sumClosingsOfLots, type LotEnds } from '../orders/results.store.ts'
import { findOffer } from '../review/offers.store.ts'
import type { SubjectsOf } from '../review/queue.actions.ts'
import { reasonIn } from '../review/review.replies.ts'
import { readReview } from '../review/review.actions.ts'
import { heldOf } from './blocks.actions.ts'
import type { PriceEvent, ReviewedBlock } from './blocks.store.ts'
import { findBlockOffer, listOfferSubjects, type BlockOffer, type ListedOffer } from './offers.store.ts'
import { findPurchase, type PurchaseView } from './purchases.store.ts'
import { listWithdrawalSubjects } from './withdrawals.store.ts'

/** The reader of a reply: the language of names and reasons, and the market of figures. */
export interface Reading {
  readonly market: Market
  readonly language: Language
}

/** The terms of an offer as customers and staff read them. */
const termsOf = ({ terms }: BlockOffer, { market, language }: Reading) => ({
  offer: terms.offer,
  offerNumber: recordNumber(blockOfferReview, terms.offer),
  listing: terms.listing,
  company: nameOf(market, terms.listing, language),
  venue: venueOf(terms.listing),
  currency: currencyFor(terms.listing),
  discountBps: terms.discountBps,
  lockDays: terms.lockDays,
})

/** The whole terms of an offer as staff read them. */
export const offerTermsReply = (offer: BlockOffer, reading: Reading) => {
  const { shares, least, most, endsAt } = offer.terms
  const { listing, company, venue, currency, discountBps, lockDays } = termsOf(offer, reading)
  const what = { listing, company, venue, currency, discountBps, lockDays }
  return { ...what, shares, least, most, endsAt, terms: offer.text, termsHash: offer.hash }
}

/** The market's ask with the price that it would make, and the instant after which a price is made. */
export function pricesNow({ terms }: BlockOffer, { market }: Pick<Reading, 'market'>) {
  const quote = market.quote(terms.listing)
  const ask = quote && quote.ask > 0n ? quote.ask : null
  const priceAfter = priceAfterFor(terms.listing, market.now())
  return {
    ask,
    price: ask && blockPrice(ask, terms.discountBps),
    quotedAt: quote && serverTime(market, quote.at),
    priceAfter: serverTime(market, priceAfter),
  }
}

/** The withdrawal of an offer with its reason in words; null without one. */
const withdrawalReply = ({ withdrawal }: BlockOffer, { language }: Reading) =>
  withdrawal && { at: withdrawal.at, reason: reasonIn(language, blockWithdrawalReview, withdrawal.reason) }

/** An instant of the source's clock in the server's time. Both are the same but on a replay. */
const serverTime = (market: Pick<Market, 'serverTimeOf'>, at: Instant): Instant => market.serverTimeOf(at) ?? at

export function offerReply(
  offer: ListedOffer,
  { own, now, ...reading }: Reading & { readonly own: Shares; readonly now: Instant },
): ReplyOf<typeof listBlockOffers>['rows'][number] {
  const { terms, taken } = offer
  const { shares, least, most, endsAt, listing } = terms
  return {
    ...termsOf(offer, reading),
    state: blockOfferStateFor(terms, { now, taken, isWithdrawn: offer.withdrawal !== null }),
    withdrawal: withdrawalReply(offer, reading),
    shares,
    least,
    most,
    left: shares - taken,
    mostNow: mostFor(terms, { taken, own }),
    endsAt,
    applications: offer.applications,
    ...pricesNow(offer, reading),
    last: reading.market.last(listing),
    termsHash: offer.hash,
    terms: offer.text,
  }
}

type PurchaseReply = ReplyOf<typeof listBlockPurchases>['rows'][number]

/** The open lots of a customer, and what became of those that purchases name. */
interface LotsNow {
  readonly open: ReadonlyMap<LotId, Lot>
  readonly ends: ReadonlyMap<LotId, LotEnds>
}

async function lotsNow(tx: Tx, customer: CustomerId, lots: readonly LotId[]): Promise<LotsNow> {
  const open = (await listOpenLots(tx, customer)).filter(({ id }) => lots.includes(id))
  return { open: new Map(open.map((lot) => [lot.id, lot])), ends: await sumClosingsOfLots(tx, customer, lots) }
}

/** Purchases as their customer reads them. */
export async function purchaseReplies(
  tx: Tx,
  views: readonly PurchaseView[],
  reading: Reading,
): Promise<PurchaseReply[]> {
  const [first] = views
  if (!first) return []
  const lots = await lotsNow(
    tx,
    first.customer,
    views.map(({ lot }) => lot),
  )
  const replies: PurchaseReply[] = []
  for (const view of views) replies.push(purchaseReply(view, await readOffer(tx, view.offer), lots, reading))
  return replies
}

function purchaseReply(
  view: PurchaseView,
  offer: BlockOffer,
  { open, ends }: LotsNow,
  reading: Reading,
): PurchaseReply {
  const { market } = reading
  const { application, lot, shares, price, cost, fee, at, event, until, freed } = view
  const own = open.get(lot)
  const end = ends.get(lot)
  assert(end !== undefined, 'each lot has its sums')
  const listing = own?.listing ?? freed?.listing ?? view.listing
  const left = own?.left ?? wholeShares(0n)
  const last = market.last(listing)
  const standing = own ? standingOf(left, own.costLeft, last) : null
  const terms = { ...offer, terms: { ...offer.terms, listing } }
  return {
    ...termsOf(terms, reading),
    id: application,
    number: lotNumberFor(lot),
    lot,
    state: purchaseState(own, end),
    shares,
    left,
    price,
    cost: cost + fee,
    fee,
    boughtAt: at,
    evidence: evidenceOf(market, event),
    until: serverTime(market, until),
    freedAt: freed?.at ?? null,
    value: standing?.value ?? null,
    estimated: standing?.result ?? null,
    last,
    sold: end.shares,
    sellPrice: end.shares > 0n ? averagePrice(end) : null,
    realised: end.realised,
  }
}

const purchaseState = (lot: Lot | undefined, { isReturned }: LotEnds): PurchaseState =>
  lot ? 'hold' : isReturned ? 'handed_back' : 'sold'

const averagePrice = ({ valueE4, shares }: LotEnds): PriceE4 => priceE4(divideHalfEven(valueE4, shares))

const evidenceOf = ({ name }: Market, { at, ask }: PriceEvent) => ({ source: name, at, ask })

async function readOffer(tx: Tx, id: string): Promise<BlockOffer> {
  const offer = await findBlockOffer(tx, id)
  assert(offer !== null, 'an application is for an offer')
  return offer
}

/** An application as its customer reads it. */
export async function blockReply(tx: Tx, block: ReviewedBlock, reading: Reading): Promise<ReplyOf<typeof readBlock>> {
  const { market, language } = reading
  const { customer, id, state, shares, cap, at, dueAt, granted, priceAfter, event, end, endedAt, reason, reviewedAt } =
    block
  const offer = await readOffer(tx, block.offer)
  const purchase = end === 'bought' ? await findPurchase(tx, customer, id) : null
  const [bought = null] = purchase ? await purchaseReplies(tx, [purchase], reading) : []
  return {
    ...termsOf(offer, reading),
    id,
    number: recordNumber(blockReview, id),
    state,
    shares,
    cap,
    held: end === null ? heldOf(block) : { ...heldOf(block), units: 0n },
    at,
    dueAt,
    offered: state === 'offered' ? await offeredOf(tx, block) : null,
    granted: state === 'offered' ? null : granted,
    approvedAt: priceAfter === null ? null : reviewedAt,
    priceAfter: priceAfter === null ? null : serverTime(market, priceAfter),
    reason: reason === null ? null : reasonIn(language, blockReview, reason),
    withdrawal: withdrawalReply(offer, reading),
    aboveCap:
      end === 'above_cap' && event
        ? { ...evidenceOf(market, event), price: blockPrice(event.ask, offer.terms.discountBps) }
        : null,
    endedAt,
    purchase: bought,
  }
}

/** The fewer shares that staff offer, with the hash that the customer's answer names. */
async function offeredOf(tx: Tx, { reviewId, listing, cap, feeTable }: ReviewedBlock) {
  const { review } = await readReview(tx, reviewId)
  const offer = await findOffer(tx, review)
  assert(offer !== null, 'an offered application has its offer')
  const fewer = wholeShares(offer.units)
  return {
    shares: fewer,
    hold: blockHold(listing, fewer, cap, feeTable),
    seen: offer.payloadHash,
    endsAt: offer.endsAt,
  }
}

/** The companies of block offers and of their withdrawals, in the queues of those who decide them. */
export const blockSubjects = (market: Market): { block_offer: SubjectsOf; block_withdrawal: SubjectsOf } => {
  const subjectsBy =
    (act: QueueSubject['act'], list: typeof listOfferSubjects): SubjectsOf =>
    async (tx, records, language) =>
      new Map(
        (await list(tx, records)).map(({ id, listing }) => [
          id,
          { act, name: nameOf(market, listing, language), listing },
        ]),
      )
  return {
    block_offer: subjectsBy('publish', listOfferSubjects),
    block_withdrawal: subjectsBy('withdraw', listWithdrawalSubjects),
  }
}
