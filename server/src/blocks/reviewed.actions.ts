import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import { currencyFor, wholeShares, type Amount, type Shares } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import { recordNumber } from '@lonja/core/base/numbers'
import { refuse } from '@lonja/core/base/refusal'
import { blockOfferReview, blockReview } from '@lonja/core/blocks/blocks.review'
import { decideBlock, openBlock } from '@lonja/core/blocks/blocks.staff.contract'
import { readCustomer } from '../accounts/accounts.store.ts'
import type { Tx } from '../database/db.ts'
import type { StaffWriteContext } from '../door/serve.staff.ts'
import type { Payload } from '../review/review.actions.ts'
import type { ReviewedThing } from '../review/review.frame.ts'
import { reasonsIn } from '../review/review.replies.ts'
import { approve, endBlock, heldOf, noteStep, payloadOf, TOLD, type BlockParts } from './blocks.actions.ts'
import { countWaiting, findReviewedBlock, saveGranted, sumOwnOf, type ReviewedBlock } from './blocks.store.ts'
import { findBlockOffer, lockBlockOffer, lockBlockOfferShared, takeShares } from './offers.store.ts'
import { offerTermsReply, pricesNow } from './replies.actions.ts'

type BlockReviews = ReviewedThing<ReviewedBlock, typeof openBlock, typeof decideBlock, { readonly payload: Payload }>

/** Staff approve shares of applications: all that were asked for, or fewer that the customer accepts. Nobody gives a price. */
export const reviewedBlocks = (parts: BlockParts): BlockReviews => ({
  kind: blockReview,
  open: openBlock,
  decide: decideBlock,
  unknown: refuse('unknown_block'),
  topics: { opened: ['blocks', 'notices'], judged: TOLD },
  find: findReviewedBlock,
  opened: ({ tx, now }, block) => noteStep(tx, block, 'block_in_review', now, { amount: heldOf(block) }),
  evidence: (context, block) => evidenceFor(context, block, parts),
  ready: async ({ tx }, block, { opinion, less }) => {
    const grant = opinion === 'approve' && block.granted === null ? sharesIn(block, less) : null
    return (await refusalOf(tx, block, grant)) ?? { payload: payloadOf(block) }
  },
  decided: async ({ tx, now }, block, { result, reason }) => {
    if (result === 'refused') {
      await endBlock(tx, block, { end: 'refused', now, reason })
      return
    }
    await take(tx, block, block.shares)
    await approve(tx, parts.market, block, { shares: block.shares, reason, now })
  },
  less: {
    notLess: refuse('block_not_fewer', {}, 'less'),
    payloadOf: (_tx, block, { units }) => payloadOf(block, wholeShares(units)),
    eurCentsOf: ({ eurCents, shares }, { units }) => (eurCents === null ? null : (eurCents * units) / shares),
    offered: async (tx, block, { amount, at }) => {
      const shares = wholeShares(amount.units)
      await take(tx, block, shares)
      const when = at + blockReview.less.answerMs
      await noteStep(tx, block, 'block_offered', at, { shares, amount: heldOf(block), when })
    },
    answered: async (tx, block, { how, amount, at }) => {
      if (how !== 'accepted') {
        await endBlock(tx, block, { end: how, now: at })
        return
      }
      assert(block.reason !== null, 'fewer shares were offered for a reason')
      await approve(tx, parts.market, block, { shares: wholeShares(amount.units), reason: block.reason, now: at })
    },
  },
  stateOf: ({ state }) => state,
})

/** The refusal to accept fewer shares of an offer that is withdrawn. The offer is locked until the transaction ends. */
export async function acceptRefusal(tx: Tx, { offer: id }: ReviewedBlock) {
  const offer = await lockBlockOfferShared(tx, id)
  return offer?.withdrawal ? refuse('block_withdrawn') : null
}

/** The shares that an opinion approves. */
const sharesIn = ({ shares, listing }: ReviewedBlock, less: Amount | undefined): Shares =>
  less?.asset === listing ? wholeShares(less.units) : shares

/**
 * Approvals take shares under the lock of the offer: of two at once for the last ones, the second is refused. Nobody decides on an
 * application whose offer is withdrawn: it ends with it.
 */
async function refusalOf(tx: Tx, block: ReviewedBlock, shares: Shares | null) {
  const offer = await lockBlockOffer(tx, block.offer)
  assert(offer !== null, 'an application is for an offer')
  const { terms, taken, withdrawal } = offer
  if (withdrawal !== null && block.end === null) return refuse('block_withdrawn')
  if (shares === null) return null
  const left = terms.shares - taken
  // The terms are equal for all: nobody has fewer shares than the minimum.
  if (shares < terms.least) return refuse('block_below_least', { least: terms.least.toString() }, 'less')
  return shares > left ? refuse('block_left', { left: left.toString() }, 'less') : null
}

async function take(tx: Tx, block: ReviewedBlock, shares: Shares): Promise<void> {
  await takeShares(tx, block.offer, shares)
  await saveGranted(tx, block, shares)
}

async function evidenceFor({ tx, language }: StaffWriteContext, block: ReviewedBlock, { market }: BlockParts) {
  const { id, reviewId, customer, state, shares, cap, at, dueAt } = block
  const offer = await findBlockOffer(tx, block.offer)
  assert(offer !== null, 'an application is for an offer')
  const { displayName, phone, joinedAt } = await readCustomer(tx, customer)
  const own = (await sumOwnOf(tx, customer, [block.offer], id)).get(block.offer) ?? 0n
  const { ask, price, priceAfter } = pricesNow(offer, { market })
  return {
    id: reviewId,
    number: recordNumber(blockReview, id),
    state,
    ...offerTermsReply(offer, { market, language }),
    currency: currencyFor(offer.terms.listing),
    offerNumber: recordNumber(blockOfferReview, offer.terms.offer),
    asked: shares,
    cap,
    held: heldOf(block),
    left: offer.terms.shares - offer.taken,
    own,
    waiting: await countWaiting(tx, block.offer),
    ask,
    price,
    priceAfter,
    at,
    dueAt,
    customer: { id: customer, name: displayName, phone: maskedPhone(phone), joinedAt },
    reasons: reasonsIn(language, blockReview, blockReview.reasons),
  }
}
