import { currencyFor, venueOf, type Amount, type PriceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { recordNumber } from '@lonja/core/base/numbers'
import { crowdLotsFor } from '@lonja/core/ipo/crowd.rules'
import { allottedOf, leafOf, markOf, rowText } from '@lonja/core/ipo/draw.rules'
import {
  readDraw,
  type listOffers,
  type listOwnApplications,
  type readOffer,
  type subscribeToOffer,
} from '@lonja/core/ipo/ipo.contract'
import { applicationStateFor, marketFigures, settlementFor, sharesFor, stateFor } from '@lonja/core/ipo/ipo.rules'
import { termsHash, termsText, wholeLots, type Lots, type Terms } from '@lonja/core/ipo/terms.text'
import type { Entry } from '@lonja/core/ledger/ledger.rules'
import type { Market } from '../market/market.quotes.ts'
import type { Postponement } from './house.store.ts'
import type { ApplicationView, ChineseNames, ListedApplication, OfferView } from './reading.store.ts'

type OfferReply = ReplyOf<typeof listOffers>['rows'][number]
type OneOffer = ReplyOf<typeof readOffer>
type ApplicationReply = ReplyOf<typeof subscribeToOffer>

/** The numbering of applications. */
const APPLICATIONS = { mark: 'S', numberIn: 'letters' } as const

/** The lots of the crowd; null until its seed is revealed. */
const crowdLotsOf = ({ terms, crowdSeed }: OfferView): Lots | null => {
  if (!terms.crowd) return wholeLots(0n)
  return crowdSeed && crowdLotsFor(terms, crowdSeed)
}

/** The reader of a reply: its instant and language. */
export interface Reader {
  readonly now: Instant
  readonly language: Language
}

/** The name of a company as the market has it in the reader's language. The frozen terms have the Latin name alone. */
const companyFor = ({ company }: Terms, { nameCn, nameTw }: ChineseNames, language: Language): string =>
  (language === 'cn' ? nameCn : language === 'tw' ? nameTw : null) ?? company

/** An offer as it is at an instant. Its listing has a price once it trades. */
export function offerReply(
  view: OfferView,
  market: Pick<Market, 'find' | 'last'>,
  { now, language }: Reader,
): OfferReply {
  const { terms, customersLots, drawnAt, cancelledAt } = view
  const state = stateFor(terms, { now, isCancelled: cancelledAt !== null, isDrawn: drawnAt !== null })
  const crowdLots = crowdLotsOf(view)
  const figures = marketFigures(terms, state, lastOf(market, terms))
  const { opens, closes, draws, delivers, lists } = terms
  return {
    id: terms.offer,
    company: companyFor(terms, view, language),
    sector: terms.sector,
    listing: terms.listing,
    venue: venueOf(terms.listing),
    currency: currencyFor(terms.listing),
    state,
    price: terms.price,
    lot: terms.lot,
    lots: terms.lots,
    most: terms.most,
    shares: sharesFor(terms, terms.lots),
    subscribed: sharesFor(terms, wholeLots(customersLots + (crowdLots ?? 0n))),
    customersLots,
    crowdLots,
    opens,
    closes,
    draws,
    delivers,
    lists,
    drawnAt,
    market: figures?.market ?? null,
    difference: figures?.difference ?? null,
    returnBps: figures?.returnBps ?? null,
  }
}

const lastOf = (market: Pick<Market, 'find' | 'last'>, { listing }: Terms): PriceE4 | null =>
  market.find(listing) ? market.last(listing) : null

type TermsReply = Pick<OneOffer, 'termsHash' | 'terms' | 'beacon' | 'crowd' | 'customersRoot' | 'root' | 'rootAt'>

/** The frozen terms of an offer with the steps of its draw that are public. */
export function termsReply({ terms, customersRoot, root, rootAt }: OfferView): TermsReply {
  const { beacon } = terms
  return {
    termsHash: termsHash(terms),
    terms: termsText(terms),
    beacon: beacon.kind === 'drand' ? beacon : { kind: 'seeds', chain: null, round: null },
    crowd: terms.crowd,
    customersRoot: customersRoot && customersRoot.toString('hex'),
    // The root counts from the instant at which it was public.
    root: root && rootAt !== null ? root.toString('hex') : null,
    rootAt,
  }
}

/** Later dates of an offer beside those before, and the hash of the terms before. */
export const postponementReply = ({ before, terms, at }: Postponement): OneOffer['postponements'][number] => ({
  at,
  before: datesOf(before),
  after: datesOf(terms),
  termsHash: termsHash(before),
})

const datesOf = ({ closes, draws, lists }: Terms) => ({ closes, draws, lists })

/** An application with its receipt and, once its offer is drawn, its result. */
export function applicationReply(view: ApplicationView): ApplicationReply {
  const { application, offer, result } = view
  const { terms, cancelledAt } = offer
  const { id, ticket, lots, asset, held, at, changedAt, withdrawnAt } = application
  const row = rowText({ ticket, lots, mark: markOf(id) })
  const allotted = result && allottedOf(result.allotment)
  return {
    id,
    number: recordNumber(APPLICATIONS, id),
    offer: terms.offer,
    state: applicationStateFor({ withdrawnAt }, { isCancelled: cancelledAt !== null }, allotted),
    ticket,
    row,
    leaf: Buffer.from(leafOf(row)).toString('hex'),
    draw: `${readDraw.path}?id=${terms.offer}`,
    lots,
    shares: sharesFor(terms, lots),
    hold: { asset, units: held },
    at,
    changedAt,
    withdrawnAt,
    result: resultReply(view),
  }
}

function resultReply({ application: { asset, held }, offer: { terms }, result }: ApplicationView) {
  if (!result) return null
  const { place, allotment } = result
  const { shares, paid, released } = settlementFor(terms, allottedOf(allotment), held)
  const cash = (units: bigint): Amount => ({ asset, units })
  return { place, ...allotment, won: shares, payable: cash(paid), due: cash(0n), refund: cash(released) }
}

/** An application beside its offer. */
export function ownReply(
  view: ListedApplication,
  { now, language }: Reader,
): ReplyOf<typeof listOwnApplications>['rows'][number] {
  const { offer, drawnAt } = view
  const { terms, cancelledAt } = offer
  return {
    ...applicationReply(view),
    company: companyFor(terms, view, language),
    listing: terms.listing,
    offerState: stateFor(terms, { now, isCancelled: cancelledAt !== null, isDrawn: drawnAt !== null }),
    price: terms.price,
    closes: terms.closes,
    draws: terms.draws,
    delivers: terms.delivers,
    lists: terms.lists,
    drawnAt,
  }
}

/** A step of the way that the money of an application took. */
export function moneyStep(entry: Entry): OneOffer['money'][number] {
  const { asset, posting, kind, freeBefore, freeAfter, heldBefore, heldAfter, at } = entry
  return {
    posting,
    kind,
    free: { asset, units: freeAfter - freeBefore },
    held: { asset, units: heldAfter - heldBefore },
    at,
  }
}
