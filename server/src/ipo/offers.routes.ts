import type { ReplyOf } from '@lonja/core/base/contract'
import { assert } from '@lonja/core/base/assert'
import { recordNumber } from '@lonja/core/base/numbers'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { DRAFTS_SHOWN, decideOfferWithdrawal, postponedTerms, type OfferDraft } from '@lonja/core/ipo/house.rules'
import { offerReview } from '@lonja/core/ipo/ipo.review'
import {
  decideOfferReview,
  discardOfferDraft,
  listOfferDrafts,
  openOfferReview,
  proposeOffer,
  proposeOfferWithdrawal,
  proposePostponement,
  saveOfferDraft,
} from '@lonja/core/ipo/offers.staff.contract'
import { readTerms, termsHash, termsText, type Terms } from '@lonja/core/ipo/terms.text'
import { recordAct } from '../audit/audit.actions.ts'
import type { Tx } from '../database/db.ts'
import { HOUSE } from '../database/locks.ts'
import { onStaffRead, onStaffWrite, type StaffWriteContext } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { reviewedRoutes, type Reviews } from '../review/review.frame.ts'
import { reasonsIn } from '../review/review.replies.ts'
import { findDraft, insertDraft, listDrafts, updateDraft, type DraftRow } from './drafts.store.ts'
import { countRunning, findOffer } from './ipo.store.ts'
import {
  APPROVALS,
  NO_CONTENT,
  carryOut,
  decideCarrying,
  lockStanding,
  payloadOf,
  postponedBy,
  proposeAbout,
  termsOfDraft,
  type HouseOfferParts,
} from './offers.actions.ts'
import { findProposal, listWaiting, type ProposalRow } from './proposals.store.ts'

/** The calls by which operations make offers, withdraw them in public, and postpone them. */
export const offersRoutes = (reviews: Reviews, parts: HouseOfferParts): Route[] => [
  ...draftRoutes(parts),
  ...proposalRoutes(parts),

  ...reviewedRoutes(reviews, {
    kind: offerReview,
    open: openOfferReview,
    decide: decideOfferReview,
    unknown: refuse('unknown_proposal'),
    topics: { opened: [], judged: [] },
    find: findProposal,
    opened: async () => {},
    evidence: evidenceFor,
    ready: async ({ tx, now }, proposal, { opinion }) => {
      const refused = opinion === 'approve' ? await decideCarrying(tx, parts, proposal, now) : null
      return refused ?? { payload: payloadOf(proposal) }
    },
    decided: async (context, proposal, { result }) => {
      if (result === 'approved') await carryOut(context, proposal)
    },
    stateOf: ({ review }) => review,
  }),
]

const draftRoutes = (parts: HouseOfferParts): Route[] => [
  onStaffRead(listOfferDrafts, async ({ tx }) => {
    const waiting = new Map((await listWaiting(tx)).map(({ draft, review }) => [draft, review]))
    const rows = (await listDrafts(tx, DRAFTS_SHOWN)).map((draft) => draftReply(draft, waiting.get(draft.id) ?? null))
    return {
      rows,
      hasOffers: parts.house !== null,
      beacon: parts.house?.chain ? ('drand' as const) : ('seeds' as const),
    }
  }),

  onStaffWrite(saveOfferDraft, {
    customerOf: () => HOUSE,
    handle: async (context, { id, version, ...draft }) => {
      const { tx, seat, now } = context
      const earlier = await findDraft(tx, id)
      if (version === 0 && earlier) return refuse('draft_changed')
      if (version > 0 && (!earlier || earlier.endedAt !== null)) return refuse('unknown_draft')
      if (earlier && earlier.version !== version) return refuse('draft_changed')
      const drafted = await termsOfDraft(tx, parts, draft, context)
      if (isRefused(drafted)) return drafted
      const by = { seat: seat.id, number: seat.number, role: seat.role }
      const changedAt = Math.max(now, earlier?.changedAt ?? now)
      const row: DraftRow = { ...draft, id, version: version + 1, by, changedAt, endedAt: null }
      await (earlier ? updateDraft(tx, row) : insertDraft(tx, row))
      await recordDraft(context, 'offer_draft_saved', row)
      return { id, version: row.version }
    },
  }),

  onStaffWrite(discardOfferDraft, {
    customerOf: () => HOUSE,
    handle: async (context, { id }) => {
      const { tx, now } = context
      const draft = await findDraft(tx, id)
      if (!draft || draft.endedAt !== null) return refuse('unknown_draft')
      if (await isWaiting(tx, 'draft', id)) return refuse('offer_waits')
      await updateDraft(tx, { ...draft, endedAt: Math.max(now, draft.changedAt) })
      await recordDraft(context, 'offer_draft_discarded', draft)
      return { id }
    },
  }),

  onStaffWrite(proposeOffer, {
    customerOf: () => HOUSE,
    handle: async (context, { id, version }) => {
      const { tx } = context
      const row = await findDraft(tx, id)
      if (!row || row.endedAt !== null) return refuse('unknown_draft')
      if (row.version !== version) return refuse('draft_changed')
      if (await isWaiting(tx, 'draft', id)) return refuse('offer_waits')
      const drafted = await termsOfDraft(tx, parts, contentOf(row), context)
      if (isRefused(drafted)) return drafted
      const { terms, number, prospectus } = drafted
      const content = { ...NO_CONTENT, what: 'publish', offer: terms.offer, draft: id, number, prospectus } as const
      return proposeAbout(context, { ...content, terms: termsText(terms) }, parts)
    },
  }),
]

const proposalRoutes = (parts: HouseOfferParts): Route[] => [
  onStaffWrite(proposeOfferWithdrawal, {
    customerOf: () => HOUSE,
    handle: async (context, { offer, reason }) => {
      const { tx } = context
      const standing = await lockStanding(tx, offer)
      if (!standing) return refuse('unknown_offer')
      const refused = decideOfferWithdrawal(standing)
      if (refused) return refused
      if (await isWaiting(tx, 'offer', offer)) return refuse('offer_waits')
      return proposeAbout(context, { ...NO_CONTENT, what: 'withdraw', offer, reason }, parts)
    },
  }),

  onStaffWrite(proposePostponement, {
    customerOf: () => HOUSE,
    handle: async (context, { offer, ...dates }) => {
      const { tx, now } = context
      const standing = await lockStanding(tx, offer)
      if (!standing) return refuse('unknown_offer')
      const refused = await postponedBy(tx, parts, standing, dates, now)
      if (isRefused(refused)) return refused.refused === 'no_offers' ? refuse('unknown_offer') : refused
      if (await isWaiting(tx, 'offer', offer)) return refuse('offer_waits')
      const { house } = parts
      assert(house !== null, 'a house with offers is a practice house')
      const before = standing.offer.terms
      const terms = termsText(postponedTerms(before, dates, house))
      return proposeAbout(context, { ...NO_CONTENT, what: 'postpone', offer, before: termsText(before), terms }, parts)
    },
  }),
]

const isWaiting = async (tx: Tx, of: 'draft' | 'offer', id: string): Promise<boolean> =>
  (await listWaiting(tx)).some((proposal) => proposal[of] === id)

/** The part of a draft that a seat writes. */
function contentOf({
  company,
  sector,
  market,
  price,
  lot,
  lots,
  most,
  opens,
  closes,
  draws,
  lists,
  crowd,
}: OfferDraft) {
  return { company, sector, market, price, lot, lots, most, opens, closes, draws, lists, crowd }
}

const draftReply = (row: DraftRow, review: string | null): ReplyOf<typeof listOfferDrafts>['rows'][number] => ({
  ...contentOf(row),
  id: row.id,
  version: row.version,
  changedBy: { role: row.by.role, number: row.by.number },
  changedAt: row.changedAt,
  review,
})

const recordDraft = (
  { tx, seat, now }: StaffWriteContext,
  act: 'offer_draft_saved' | 'offer_draft_discarded',
  { id, version, company }: DraftRow,
): Promise<void> =>
  recordAct(tx, {
    customer: null,
    seat,
    act,
    about: { kind: 'offer_draft', id },
    detail: { version, company },
    at: now,
  })

async function evidenceFor({ tx, language }: StaffWriteContext, proposal: ProposalRow) {
  const { id, reviewId, review, what, offer, prospectus, reason, by, madeAt, dueAt } = proposal
  const terms = await termsShown(tx, proposal)
  const reasons = { approve: [APPROVALS[what]], refuse: offerReview.reasons.refuse }
  return {
    id: reviewId,
    number: recordNumber(offerReview, id),
    state: review,
    what,
    offer,
    company: terms.company,
    listing: terms.listing,
    terms: termsText(terms),
    termsHash: termsHash(terms),
    termsBefore: proposal.before,
    prospectus,
    reason,
    applications: await countRunning(tx, offer),
    proposedBy: { role: by.role, number: by.number },
    at: madeAt,
    dueAt,
    reasons: reasonsIn(language, offerReview, reasons),
  }
}

/** The terms that become public, or those of the offer that is withdrawn. */
async function termsShown(tx: Tx, { terms: text, offer }: ProposalRow): Promise<Terms> {
  const terms = text === null ? (await findOffer(tx, offer))?.terms : readTerms(text)
  assert(terms !== undefined && terms !== null, 'a proposal is about terms')
  return terms
}
