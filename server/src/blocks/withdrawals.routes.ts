import { recordNumber } from '@lonja/core/base/numbers'
import { refuse } from '@lonja/core/base/refusal'
import { assert } from '@lonja/core/base/assert'
import { blockOfferReview, blockWithdrawalReview } from '@lonja/core/blocks/blocks.review'
import {
  decideBlockWithdrawal,
  listRunningBlockOffers,
  openBlockWithdrawal,
  proposeBlockWithdrawal,
} from '@lonja/core/blocks/withdrawals.staff.contract'
import { dueAtFor } from '@lonja/core/review/review.rules'
import { HOUSE } from '../database/locks.ts'
import { onStaffRead, onStaffWrite, type StaffWriteContext } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { nameOf } from '../market/market.replies.ts'
import type { Payload } from '../review/review.actions.ts'
import { proposeReview } from '../review/proposing.actions.ts'
import { reviewedRoutes, type Reviews } from '../review/review.frame.ts'
import { reasonIn, reasonsIn } from '../review/review.replies.ts'
import type { BlockParts } from './blocks.actions.ts'
import { findBlockOffer, listRunningOffers } from './offers.store.ts'
import { offerTermsReply } from './replies.actions.ts'
import { demandOf, endingOf, withdrawalRefusal, withdrawOffer } from './withdrawals.actions.ts'
import {
  findReviewedWithdrawal,
  findWaitingWithdrawals,
  insertWithdrawal,
  isWithdrawalId,
  sumDemand,
  type ProposedWithdrawal,
  type ReviewedWithdrawal,
} from './withdrawals.store.ts'

/** The calls by which operations withdraw a published block offer: one seat proposes it, and another one confirms it. */
export const withdrawalsRoutes = (reviews: Reviews, parts: BlockParts): Route[] => [
  runningRoute(parts),
  proposeRoute(parts),

  ...reviewedRoutes(reviews, {
    kind: blockWithdrawalReview,
    open: openBlockWithdrawal,
    decide: decideBlockWithdrawal,
    unknown: refuse('unknown_block_withdrawal'),
    topics: { opened: [], judged: [] },
    find: findReviewedWithdrawal,
    opened: async () => {},
    evidence: (context, withdrawal) => evidenceFor(context, withdrawal, parts),
    ready: async (context, withdrawal, { opinion, reason }) => {
      if (opinion === 'approve' && reason !== withdrawal.reason) return refuse('unknown_reason')
      const refused = opinion === 'approve' ? await withdrawalRefusal(context, withdrawal.offer) : null
      return refused ?? { payload: payloadOf(withdrawal) }
    },
    decided: async (context, withdrawal, { result }) => {
      if (result === 'approved') await withdrawOffer(context, withdrawal)
    },
    stateOf: ({ review }) => review,
  }),
]

/** A second person confirms exactly this offer and this public reason. */
const payloadOf = ({ offer, reason, madeAt }: ProposedWithdrawal): Payload => ({ offer, reason, at: String(madeAt) })

const runningRoute = ({ market }: BlockParts): Route =>
  onStaffRead(listRunningBlockOffers, async ({ tx, now, language }) => {
    const offers = await listRunningOffers(tx, now)
    const ids = offers.map(({ terms }) => terms.offer)
    const [demand, waiting] = [await sumDemand(tx, ids), await findWaitingWithdrawals(tx, ids)]
    return {
      rows: offers.map((offer) => {
        const { offer: id, listing, endsAt, shares } = offer.terms
        const head = { id, number: recordNumber(blockOfferReview, id), company: nameOf(market, listing, language) }
        return { ...head, listing, endsAt, shares, ...endingOf(offer, demand.get(id)), review: waiting.get(id) ?? null }
      }),
    }
  })

const proposeRoute = ({ settings }: BlockParts): Route =>
  onStaffWrite(proposeBlockWithdrawal, {
    customerOf: () => HOUSE,
    handle: async (context, { id, offer, reason }) => {
      const { tx, now, seat } = context
      if (await isWithdrawalId(tx, id)) return refuse('key_reused')
      if (((await findBlockOffer(tx, offer))?.publishedAt ?? null) === null) return refuse('unknown_block_offer')
      const refused = await withdrawalRefusal(context, offer)
      if (refused) return refused
      if ((await findWaitingWithdrawals(tx, [offer])).size > 0) return refuse('block_withdrawal_waits')
      const by = { seat: seat.id, number: seat.number, role: seat.role }
      const withdrawal: ProposedWithdrawal = { id, offer, reason, by, madeAt: now }
      await insertWithdrawal(tx, withdrawal)
      const dueAt = dueAtFor(blockWithdrawalReview, settings.dueMs, now)
      const { review, outcome } = await proposeReview(
        context,
        blockWithdrawalReview,
        { record: id, dueAt, payload: payloadOf(withdrawal), reason, act: 'block_withdrawal_proposed' },
        settings,
      )
      if (outcome === 'decided') await withdrawOffer(context, withdrawal)
      return { id, number: recordNumber(blockWithdrawalReview, id), review: outcome === 'decided' ? null : review }
    },
  })

async function evidenceFor(
  { tx, language }: StaffWriteContext,
  withdrawal: ReviewedWithdrawal,
  { market }: BlockParts,
) {
  const { id, reviewId, review, reason, by, madeAt, dueAt } = withdrawal
  const offer = await findBlockOffer(tx, withdrawal.offer)
  assert(offer !== null, 'a withdrawal is of an offer')
  const demand = await demandOf(tx, withdrawal.offer)
  const reasons = { approve: [reason], refuse: blockWithdrawalReview.reasons.refuse }
  return {
    id: reviewId,
    number: recordNumber(blockWithdrawalReview, id),
    state: review,
    offerNumber: recordNumber(blockOfferReview, withdrawal.offer),
    ...offerTermsReply(offer, { market, language }),
    reason: reasonIn(language, blockWithdrawalReview, reason),
    ...endingOf(offer, demand),
    staying: demand.staying,
    proposedBy: { role: by.role, number: by.number },
    at: madeAt,
    dueAt,
    reasons: reasonsIn(language, blockWithdrawalReview, reasons),
  }
}
