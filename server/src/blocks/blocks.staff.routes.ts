import { recordNumber } from '@lonja/core/base/numbers'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { blockOfferReview } from '@lonja/core/blocks/blocks.review'
import { decideBlockTerms } from '@lonja/core/blocks/blocks.rules'
import { decideBlockOffer, openBlockOffer, proposeBlockOffer } from '@lonja/core/blocks/blocks.staff.contract'
import { blockTermsHash, blockTermsText, type BlockTerms } from '@lonja/core/blocks/terms.text'
import { dueAtFor } from '@lonja/core/review/review.rules'
import type { Instant } from '@lonja/core/base/instant'
import { HOUSE } from '../database/locks.ts'
import { onStaffWrite } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import type { Payload } from '../review/review.actions.ts'
import { proposeReview } from '../review/proposing.actions.ts'
import { reviewedRoutes, type Reviews } from '../review/review.frame.ts'
import { reasonsIn } from '../review/review.replies.ts'
import type { BlockParts } from './blocks.actions.ts'
import {
  findBlockOffer,
  findReviewedOffer,
  insertBlockOffer,
  savePublished,
  type ProposedOffer,
} from './offers.store.ts'
import { offerTermsReply, pricesNow } from './replies.actions.ts'
import { reviewedBlocks } from './reviewed.actions.ts'

/** Operations make block offers, by two people; reviewers decide the applications for them. */
export const blocksStaffRoutes = (reviews: Reviews, parts: BlockParts): Route[] => [
  proposeRoute(parts),
  ...offerReviewRoutes(reviews, parts),
  ...reviewedRoutes(reviews, reviewedBlocks(parts)),
]

/** The facts about a listing by which terms are decided. */
const factsFor = (market: Market, { listing }: Pick<BlockTerms, 'listing'>, now: Instant) => ({
  now,
  kind: market.find(listing)?.kind ?? null,
  isUnquoted: market.unquoted(listing) !== null,
})

/** Terms are frozen when they are proposed: a second person publishes exactly these, or refuses them. */
const offerPayload = ({ text, hash, madeAt }: ProposedOffer): Payload => ({ text, hash, at: String(madeAt) })

const proposeRoute = ({ market, settings }: BlockParts): Route =>
  onStaffWrite(proposeBlockOffer, {
    customerOf: () => HOUSE,
    handle: async (context, { id, ...form }) => {
      const { tx, now, seat } = context
      if (await findBlockOffer(tx, id)) return refuse('key_reused')
      const terms: BlockTerms = { offer: id, ...form }
      const refused = decideBlockTerms(terms, factsFor(market, terms, now))
      if (refused) return refused
      const [text, hash] = [blockTermsText(terms), blockTermsHash(terms)]
      const by = { seat: seat.id, number: seat.number, role: seat.role }
      const offer: ProposedOffer = { terms, text, hash, by, madeAt: now }
      await insertBlockOffer(tx, offer)
      const dueAt = dueAtFor(blockOfferReview, settings.dueMs, now)
      const proposal = { record: id, dueAt, payload: offerPayload(offer) }
      const { review, outcome } = await proposeReview(
        context,
        blockOfferReview,
        { ...proposal, reason: 'terms_read', act: 'block_offer_proposed' },
        settings,
      )
      if (outcome === 'decided') await savePublished(tx, id, now)
      const number = recordNumber(blockOfferReview, id)
      return { id, number, termsHash: hash, review: outcome === 'decided' ? null : review }
    },
  })

const offerReviewRoutes = (reviews: Reviews, { market }: BlockParts): Route[] =>
  reviewedRoutes(reviews, {
    kind: blockOfferReview,
    open: openBlockOffer,
    decide: decideBlockOffer,
    unknown: refuse('unknown_block_offer'),
    topics: { opened: [], judged: [] },
    find: findReviewedOffer,
    opened: async () => {},
    evidence: async ({ language }, offer) => {
      const { reviewId, terms, review, by, madeAt, dueAt } = offer
      const { ask, price } = pricesNow(offer, { market })
      return {
        id: reviewId,
        number: recordNumber(blockOfferReview, terms.offer),
        state: review,
        ...offerTermsReply(offer, { market, language }),
        ask,
        price,
        proposedBy: { role: by.role, number: by.number },
        at: madeAt,
        dueAt,
        reasons: reasonsIn(language, blockOfferReview, blockOfferReview.reasons),
      }
    },
    ready: async ({ now }, offer, { opinion }) => {
      const refused = opinion === 'approve' ? publishingRefusal(market, offer, now) : null
      return refused ?? { payload: offerPayload(offer) }
    },
    decided: async ({ tx, now }, { terms }, { result }) => {
      if (result === 'approved') await savePublished(tx, terms.offer, now)
    },
    stateOf: ({ review }) => review,
  })

/** The refusal to publish terms by the market of now; they stay as they are, so only the listing and the end can be wrong. */
function publishingRefusal(market: Market, { terms }: ProposedOffer, now: Instant) {
  const refused = decideBlockTerms(terms, factsFor(market, terms, now))
  if (!isRefused(refused)) return null
  const { refused: code } = refused
  return code === 'block_discount' || code === 'block_size' || code === 'block_lock' ? null : refuse(code)
}
