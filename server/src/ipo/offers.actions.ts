import { createHash } from 'node:crypto'
import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { QUICKNET } from '@lonja/core/ipo/beacon.rules'
import {
  decideDraft,
  decideOfferWithdrawal,
  decidePostponement,
  houseTerms,
  nextHouseNumber,
  type HouseFacts,
  type OfferDraft,
  type OfferStanding,
} from '@lonja/core/ipo/house.rules'
import { decideTerms } from '@lonja/core/ipo/ipo.rules'
import { offerReview } from '@lonja/core/ipo/ipo.review'
import { PRACTICE_OFFERS, practiceChain, type PracticeHouse } from '@lonja/core/ipo/practice.rules'
import { houseProspectus } from '@lonja/core/ipo/prospectus.text'
import { readTerms, termsHash, type Terms } from '@lonja/core/ipo/terms.text'
import { dueAtFor } from '@lonja/core/review/review.rules'
import { offeredSteps } from '@lonja/core/universe/universe'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import { inTurns } from '../base/turns.ts'
import type { Tx } from '../database/db.ts'
import type { StaffWriteContext } from '../door/serve.staff.ts'
import type { Market } from '../market/market.quotes.ts'
import { listChains } from '../market/market.store.ts'
import { proposeReview } from '../review/proposing.actions.ts'
import type { SubjectsOf } from '../review/queue.actions.ts'
import type { Payload } from '../review/review.actions.ts'
import type { Reviews } from '../review/review.frame.ts'
import { findDraft, updateDraft } from './drafts.store.ts'
import { findSteps } from './draws.store.ts'
import {
  insertHouseOffer,
  insertPostponement,
  insertWithdrawal,
  isHouseOffer,
  listHouseNumbers,
} from './house.store.ts'
import {
  insertOffer,
  isCompanyOffered,
  lockOffer,
  updateOfferCancelled,
  updateOfferPostponed,
  type OfferRow,
} from './ipo.store.ts'
import { insertProspectus } from './practice.store.ts'
import { insertProposal, listProposalSubjects, listWaiting, type Proposal } from './proposals.store.ts'

/** The parts that the offers of operations need. */
export interface HouseOfferParts {
  /** Null in a house on a replay or a live feed: offers exist on practice prices alone. */
  readonly house: PracticeHouse | null
  readonly market: Pick<Market, 'instruments'>
  readonly settings: Reviews['settings']
}

/**
 * The terms of a draft, or the refusal with the field to correct. The transaction holds the lock of the house, so the running
 * number is the next one until it ends.
 */
export async function termsOfDraft(
  tx: Tx,
  { house, market }: HouseOfferParts,
  draft: OfferDraft,
  { now, language }: { readonly now: Instant; readonly language: Language },
) {
  if (!house) return refuse('no_offers')
  const number = nextHouseNumber(draft.market, await usedNumbers(tx))
  const { listing } = await inTurns(offeredSteps(number))
  const chains = await listChains(tx)
  const seeds = practiceChain(chains, draft) ?? chains.at(-1)
  assert(seeds !== undefined, 'a practice house has a chain of day seeds')
  const prospectus = houseProspectus({ ...draft, listing })
  const facts: HouseFacts = {
    offer: newId(),
    listing,
    hours: house.hours,
    chain: house.chain,
    seeds: { firstDay: seeds.firstDay, end: Buffer.from(seeds.end).toString('hex') },
    prospectus: createHash('sha256').update(prospectus).digest('hex'),
  }
  const isTaken = await isCompanyTaken(tx, market, draft.company)
  const chain = house.chain ?? QUICKNET
  const refused = decideDraft(draft, facts, { now, language, chain, links: seeds.links, isTaken })
  return refused ?? { terms: houseTerms(draft, facts), number, prospectus }
}

/** The numbers of published offers, and of those that wait for their second person. */
async function usedNumbers(tx: Tx): Promise<ReadonlySet<number>> {
  const waiting = await listWaiting(tx)
  return new Set([...(await listHouseNumbers(tx)), ...waiting.flatMap(({ number }) => number ?? [])])
}

/** True if a company of the market, of an offer, or of one that will come by itself has the name. */
async function isCompanyTaken(tx: Tx, { instruments }: Pick<Market, 'instruments'>, company: string): Promise<boolean> {
  const name = company.toLowerCase()
  if (instruments.some((one) => one.name.toLowerCase() === name)) return true
  if (await isCompanyOffered(tx, company)) return true
  if ((await listWaiting(tx)).some(({ terms }) => terms !== null && readTerms(terms)?.company.toLowerCase() === name))
    return true
  for (let number = 0; number < PRACTICE_OFFERS; number++) {
    const offered = await inTurns(offeredSteps(number))
    if (offered.name.toLowerCase() === name) return true
  }
  return false
}

/** The payload that a decision names: every word that becomes public. */
export const payloadOf = ({ what, offer, number, terms, before, prospectus, reason }: Proposal): Payload => ({
  what,
  offer,
  number: number === null ? null : String(number),
  terms,
  before,
  prospectus,
  reason,
})

const ACTS = {
  publish: 'offer_proposed',
  withdraw: 'offer_withdrawal_proposed',
  postpone: 'offer_postponement_proposed',
} as const

/** The reason to approve each of them. */
export const APPROVALS = { publish: 'terms_read', withdraw: 'withdrawal_needed', postpone: 'delay_needed' } as const

type Content = Omit<Proposal, 'id' | 'by' | 'madeAt'>
export const NO_CONTENT = {
  draft: null,
  number: null,
  terms: null,
  before: null,
  prospectus: null,
  reason: null,
} as const

/** A seat proposes something about an offer, which is its first opinion. Where one person decides, it takes effect at once. */
export async function proposeAbout(
  context: StaffWriteContext,
  content: Content,
  { settings }: Pick<HouseOfferParts, 'settings'>,
): Promise<{ readonly offer: string; readonly review: string | null }> {
  const { tx, seat, now } = context
  const by = { seat: seat.id, number: seat.number, role: seat.role }
  const proposal: Proposal = { ...content, id: newId(), by, madeAt: now }
  await insertProposal(tx, proposal)
  const { review, outcome } = await proposeReview(
    context,
    offerReview,
    {
      record: proposal.id,
      dueAt: dueAtFor(offerReview, offerReview.dueMs, now),
      payload: payloadOf(proposal),
      reason: APPROVALS[content.what],
      act: ACTS[content.what],
    },
    settings,
  )
  if (outcome === 'decided') await carryOut(context, proposal)
  return { offer: proposal.offer, review: outcome === 'decided' ? null : review }
}

/** An offer that is locked until the transaction ends, with what staff may still do about it. Null without such an offer. */
export async function lockStanding(tx: Tx, id: string): Promise<(OfferStanding & { readonly offer: OfferRow }) | null> {
  const offer = await lockOffer(tx, id)
  if (!offer) return null
  const { frozenAt, whole } = await findSteps(tx, id)
  return { offer, isCancelled: offer.cancelledAt !== null, isFrozen: frozenAt !== null, hasRoot: whole !== null }
}

/** The refusal of later dates of an offer as it stands, or its terms with them. */
export async function postponedBy(
  tx: Tx,
  { house }: Pick<HouseOfferParts, 'house'>,
  standing: NonNullable<Awaited<ReturnType<typeof lockStanding>>>,
  dates: Parameters<typeof decidePostponement>[1],
  now: Instant,
) {
  if (!house) return refuse('no_offers')
  const { terms } = standing.offer
  const chains = await listChains(tx)
  const seeds = chains.find(({ firstDay }) => firstDay === terms.seeds.firstDay)
  const { beacon } = terms
  // A house whose relays are gone keeps the chain that the terms name.
  const chain = house.chain ?? QUICKNET
  if (beacon.kind === 'drand' && beacon.chain !== chain.hash) return refuse('beacon_differs', {}, 'draws')
  const isByItself = !(await isHouseOffer(tx, terms.offer))
  const facts = { ...standing, now, chain, links: seeds?.links ?? 0, isByItself }
  return decidePostponement(terms, dates, { hours: house.hours, chain }, facts)
}

/** The refusal to carry a proposal out as things stand now; null if it can be. It holds until the transaction ends. */
export async function decideCarrying(tx: Tx, parts: HouseOfferParts, proposal: Proposal, now: Instant) {
  if (proposal.what === 'publish') return decidePublishing(tx, parts, termsIn(proposal), now)
  const standing = await lockStanding(tx, proposal.offer)
  assert(standing !== null, 'an offer stays')
  if (proposal.what === 'withdraw') return decideOfferWithdrawal(standing)
  const refused = await postponedBy(tx, parts, standing, termsIn(proposal), now)
  return isRefused(refused) ? refused : null
}

async function decidePublishing(tx: Tx, { house, market }: HouseOfferParts, terms: Terms, now: Instant) {
  if (!house) return refuse('no_offers')
  // The house would have no way to its round.
  if (terms.beacon.kind === 'drand' && !house.chain) return refuse('beacon_differs', {}, 'draws')
  const chains = await listChains(tx)
  const links = chains.find(({ firstDay }) => firstDay === terms.seeds.firstDay)?.links ?? 0
  const isTaken = market.instruments.some(({ name }) => name.toLowerCase() === terms.company.toLowerCase())
  return decideTerms(terms, { now, chain: house.chain ?? QUICKNET, links, isTaken, listsInSession: true })
}

function termsIn({ terms: text }: Pick<Proposal, 'terms'>): Terms {
  const terms = text === null ? null : readTerms(text)
  assert(terms !== null, 'a proposal has the terms that were written')
  return terms
}

/** Carries out an approved proposal. `decideCarrying` has accepted it in the same transaction. */
export async function carryOut(context: StaffWriteContext, proposal: Proposal): Promise<void> {
  const { tx, seat, now } = context
  const { what, offer } = proposal
  const about = { kind: 'offer', id: offer }
  const act = { customer: null, seat, about, at: now }
  if (what === 'publish') {
    const terms = termsIn(proposal)
    await publish(context, proposal, terms)
    await recordAct(tx, { ...act, act: 'offer_published', detail: { terms: termsHash(terms) } })
    return
  }
  if (what === 'withdraw') {
    const { reason } = proposal
    assert(reason !== null, 'a withdrawal has its public reason')
    await updateOfferCancelled(tx, offer, now)
    await insertWithdrawal(tx, offer, reason, now)
    await recordAct(tx, { ...act, act: 'offer_withdrawn', detail: { reason } })
    return
  }
  const terms = termsIn(proposal)
  const before = termsIn({ terms: proposal.before })
  await insertPostponement(tx, before, terms, now)
  await updateOfferPostponed(tx, terms)
  await recordAct(tx, { ...act, act: 'offer_postponed', detail: { terms: termsHash(terms) } })
}

async function publish(
  { tx, now }: StaffWriteContext,
  { draft, number, prospectus }: Proposal,
  terms: Terms,
): Promise<void> {
  assert(draft !== null && number !== null && prospectus !== null, 'terms come from a draft')
  await insertProspectus(tx, terms.prospectus, prospectus)
  await insertOffer(tx, terms, now)
  await insertHouseOffer(tx, number, terms.offer)
  const row = await findDraft(tx, draft)
  assert(row !== null, 'a draft stays')
  // A draft that was thrown away meanwhile stays so.
  if (row.endedAt === null) await updateDraft(tx, { ...row, endedAt: Math.max(now, row.changedAt) })
}

/** The companies of proposals in the queue of those who decide them. */
export const offerSubjects: SubjectsOf = async (tx, records) =>
  new Map(
    (await listProposalSubjects(tx, records)).map(({ id, what, terms: { company, listing } }) => [
      id,
      { act: what, name: company, listing },
    ]),
  )
