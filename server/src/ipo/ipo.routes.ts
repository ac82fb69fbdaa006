import { cents, currencyFor, type Amount, type Cents, type Currency } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import {
  changeApplication,
  listOffers,
  listOwnApplications,
  readDraw,
  readOffer,
  subscribeToOffer,
  withdrawApplication,
} from '@lonja/core/ipo/ipo.contract'
import { noticeOfApplication } from '@lonja/core/ipo/ipo.notices'
import {
  decideApplication,
  decideChange,
  decideWithdraw,
  holdChange,
  OFFERS_PAGE,
  APPLICATION_STEPS_MOST,
} from '@lonja/core/ipo/ipo.rules'
import { hold, release, type Line, type PostingCause } from '@lonja/core/ledger/ledger.rules'
import { newId } from '../base/ids.ts'
import type { Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { placeIn } from '../door/cursors.ts'
import { onLookFile } from '../door/serve.files.ts'
import { onRead, onWrite, type Route } from '../door/serve.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { listEntriesOf } from '../ledger/entries.store.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { findSteps } from './draws.store.ts'
import { findWithdrawalReason, listPostponements } from './house.store.ts'
import {
  findApplication,
  findOffer,
  findRunning,
  insertApplication,
  shareOffer,
  updateApplication,
  updateWithdrawn,
  type ApplicationRow,
  type NewApplication,
  type OfferRow,
} from './ipo.store.ts'
import { findProspectus } from './practice.store.ts'
import {
  ALL_OWN,
  findNewest,
  findOfferView,
  findOwn,
  listDrawn,
  listOfferViews,
  listOwn,
  type ApplicationView,
  type OfferView,
} from './reading.store.ts'
import { applicationReply, moneyStep, offerReply, ownReply, postponementReply, termsReply } from './replies.actions.ts'
import { findDrawPieces } from './results.actions.ts'

/** The parts that the calls on offers need. */
export interface IpoOptions {
  readonly market: Market
  /** False in a house on a replay or a live feed: offers exist on practice prices alone. */
  readonly hasOffers: boolean
}

/** The customer's calls on offers: what is offered, the own applications, and the published draws. */
export const ipoRoutes = (options: IpoOptions): Route[] => [...readRoutes(options), ...applyRoutes]

const readRoutes = ({ market, hasOffers }: IpoOptions): Route[] => [
  onRead(listOffers, async ({ tx, now, language }, { cursor, limit = OFFERS_PAGE, state = null }) => {
    const place = placeIn(cursor)
    const behind = place && { opens: place.at, offer: place.id }
    const views = await listOfferViews(tx, { state, now, behind }, limit + 1)
    const rows = views.slice(0, limit).map((view) => offerReply(view, market, { now, language }))
    const last = rows.at(-1)
    return { rows, cursor: views.length > limit && last ? `${last.opens}.${last.id}` : null, hasOffers }
  }),

  onRead(readOffer, async ({ tx, customer, now, language }, { id }) => {
    const view = (await findOfferView(tx, id)) ?? (await findOfferApplied(tx, customer, id))
    if (!view) return refuse('unknown_offer')
    const own = await findNewest(tx, customer, view.terms.offer)
    return {
      ...offerReply(view, market, { now, language }),
      ...termsReply(view),
      prospectus: await findProspectus(tx, view.terms.prospectus),
      ...(await publicActsOf(tx, view)),
      application: own && applicationReply(own),
      money: own ? await moneyOf(tx, own) : [],
    }
  }),

  onRead(listOwnApplications, async ({ tx, customer, now, language }, { cursor, limit = OFFERS_PAGE, which }) => {
    const behind = placeIn(cursor)
    const views = which
      ? await listDrawn(tx, customer, { isInventory: which === 'inventory', now }, behind, limit + 1)
      : await listOwn(tx, customer, ALL_OWN, behind, limit + 1)
    const rows = views.slice(0, limit).map((view) => ownReply(view, { now, language }))
    const last = rows.at(-1)
    return { rows, cursor: views.length > limit && last ? `${last.at}.${last.id}` : null }
  }),

  onLookFile(readDraw, async ({ db }, { id }) => {
    if (!(await db.read((tx) => findOffer(tx, id)))) return refuse('unknown_offer')
    const pieces = await findDrawPieces(db, id)
    if (!pieces) return refuse('not_drawn')
    return { file: { name: `lonja-draw-${id}.txt`, type: 'text/plain; charset=utf-8', pieces } }
  }),
]

/** The offer that an own application is for; null if the customer has none with this id. */
async function findOfferApplied(tx: Tx, customer: CustomerId, id: string): Promise<OfferView | null> {
  const own = await findOwn(tx, customer, id)
  return own && (await findOfferView(tx, own.offer.terms.offer))
}

/** The acts of the house on an offer in public: its withdrawal, and its later dates. */
async function publicActsOf(tx: Tx, { terms: { offer }, cancelledAt }: OfferView) {
  const postponements = await listPostponements(tx, offer)
  return {
    withdrawal: cancelledAt === null ? null : { at: cancelledAt, reason: await findWithdrawalReason(tx, offer) },
    postponements: postponements.map(postponementReply),
  }
}

async function moneyOf(tx: Tx, { application: { customer, id } }: ApplicationView) {
  const any = { kind: null, asset: null, from: null, to: null, after: null }
  const entries = await listEntriesOf(
    tx,
    customer,
    { ...any, causeKind: 'application', cause: id },
    APPLICATION_STEPS_MOST,
  )
  return entries.toReversed().map(moneyStep)
}

const applyRoutes: Route[] = [
  onWrite(subscribeToOffer, async ({ tx, customer, now, publish }, { id, offer: offerId, wish }) => {
    const facts = await factsOf(tx, customer, offerId, now)
    if (!facts) return refuse('unknown_offer')
    if (facts.isFrozen) return refuse('offer_closed')
    const { offer } = facts
    const running = await findRunning(tx, customer, offerId)
    const decision = decideApplication(wish, running && 'subscribed', facts)
    if (isRefused(decision)) return decision
    // The customer has used the id for an application whose stored answer is purged.
    if (await findApplication(tx, customer, id)) return refuse('key_reused')
    const { lots } = decision
    const application = { customer, id, offer: offerId, lots, ...heldBy(decision.hold), at: now }
    await post(tx, application, now, hold([decision.hold]))
    const ticket = await insertApplication(tx, application)
    await noteStep(tx, application, 'application_received', offer, now)
    publish(...TOLD)
    return reply({ ...application, ticket, changedAt: null, withdrawnAt: null }, offer)
  }),

  onWrite(changeApplication, async ({ tx, customer, now, publish }, { id, wish }) => {
    const own = await findApplication(tx, customer, id)
    if (!own) return refuse('unknown_application')
    const facts = await factsOf(tx, customer, own.offer, now)
    if (!facts || facts.isFrozen) return refuse('offer_closed')
    const decision = decideChange(wish, { state: stateOf(own), held: own.held }, facts)
    if (isRefused(decision)) return decision
    const at = notBefore(own, now)
    const row = { ...own, lots: decision.lots, ...heldBy(decision.hold), changedAt: at }
    const lines = holdChange(own.held, decision.hold)
    if (lines.length > 0) await post(tx, own, now, lines)
    await updateApplication(tx, row, at)
    await noteStep(tx, row, 'application_changed', facts.offer, now)
    publish(...TOLD)
    return reply(row, facts.offer)
  }),

  onWrite(withdrawApplication, async ({ tx, customer, now, publish }, { id }) => {
    const own = await findApplication(tx, customer, id)
    if (!own) return refuse('unknown_application')
    const facts = await factsOf(tx, customer, own.offer, now)
    if (!facts || facts.isFrozen) return refuse('offer_closed')
    const decision = decideWithdraw({ state: stateOf(own), held: own.held }, facts.terms, facts)
    if (isRefused(decision)) return decision
    const { released } = decision
    const withdrawnAt = notBefore(own, now)
    await post(tx, own, now, release([released]))
    await updateWithdrawn(tx, customer, id, withdrawnAt)
    await noteStep(tx, own, 'application_withdrawn', facts.offer, now)
    publish(...TOLD)
    return { id, withdrawnAt, released }
  }),
]

/** Reads what an application is decided by, and keeps its offer from being frozen or withdrawn. Null without such an offer. */
async function factsOf(tx: LockedTx, customer: CustomerId, id: string, now: Instant) {
  const offer = await shareOffer(tx, id)
  if (!offer) return null
  // The list is read behind the lock: a freeze that has come first is there.
  const { frozenAt } = await findSteps(tx, id)
  const balances = await listBalances(tx, customer)
  const currency = currencyFor(offer.terms.listing)
  const free = cents(balances.find(({ asset }) => asset === currency)?.free ?? 0n)
  const isCancelled = offer.cancelledAt !== null
  return { offer, terms: offer.terms, now, free, isFrozen: frozenAt !== null, isCancelled, isDrawn: false }
}

const TOLD = ['ipo', 'balances', 'notices'] as const

/** Sends the customer a notice about a step of an application. */
async function noteStep(
  tx: LockedTx,
  { customer, lots, asset, held }: NewApplication,
  code: 'application_received' | 'application_changed' | 'application_withdrawn',
  { terms: { company } }: OfferRow,
  now: Instant,
): Promise<void> {
  const facts = { company, count: lots, amount: { asset, units: held } }
  await insertNotices(tx, [noticeOfApplication({ customer, id: newId(), at: now }, code, facts)])
}

const stateOf = ({ withdrawnAt }: ApplicationRow) => (withdrawnAt === null ? 'subscribed' : 'withdrawn')

/** An instant of a change that is not before those of the application: the request may have come before the last one. */
const notBefore = ({ at, changedAt }: ApplicationRow, now: Instant): Instant => Math.max(now, at, changedAt ?? at)

const heldBy = ({ asset, units }: Amount): { readonly asset: Currency; readonly held: Cents } => ({
  asset: asset as Currency,
  held: cents(units),
})

async function post(
  tx: LockedTx,
  { customer, id }: Pick<ApplicationRow, 'customer' | 'id'>,
  at: Instant,
  lines: Line[],
) {
  const cause: PostingCause = { kind: 'application', id }
  await postNow(tx, { customer, cause, at, lines })
}

const reply = (application: ApplicationRow, offer: OfferRow) =>
  applicationReply({ application, offer, drawnAt: null, result: null })
