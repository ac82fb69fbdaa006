import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import type { ReplyOf } from '@lonja/core/base/contract'
import { refuse } from '@lonja/core/base/refusal'
import { depositsLists } from '@lonja/core/deposits/deposits.lists'
import { depositReview } from '@lonja/core/deposits/deposits.review'
import { depositNumber, HASH_DEPOSITS_MOST, reasonsOfWay } from '@lonja/core/deposits/deposits.rules'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import type { ReviewState } from '@lonja/core/review/review.contract'
import { isOver, largestWindow, WINDOW_MS } from '@lonja/core/review/review.rules'
import { readCustomer } from '../accounts/accounts.store.ts'
import { findViewed } from '../audit/audit.store.ts'
import type { Tx } from '../database/db.ts'
import type { Route } from '../door/serve.ts'
import { listPicturesOf } from '../pictures/pictures.store.ts'
import { reviewedRoutes, type Reviews } from '../review/review.frame.ts'
import { sumOtherReviews } from '../review/record.store.ts'
import { reasonsIn } from '../review/review.replies.ts'
import { listSubmitted, type ReviewRow } from '../review/review.store.ts'
import { creditShown, findCreditEntry } from '../reversals/reversals.actions.ts'
import { credit, noteEnd, noteOpened, payloadOf } from './deposits.actions.ts'
import { creditReply, depositReply } from './deposits.replies.ts'
import {
  findCredited,
  findReviewedDeposit,
  isSameDeposit,
  listDepositsOfHash,
  lockHash,
  type Deposit,
  type DepositRow,
} from './deposits.store.ts'

type Evidence = ReplyOf<typeof openDeposit>

/** The calls of staff on deposits. */
export const depositsStaffRoutes = (reviews: Reviews): Route[] =>
  reviewedRoutes(reviews, {
    kind: depositReview,
    open: openDeposit,
    decide: decideDeposit,
    unknown: refuse('unknown_deposit', {}, 'id'),
    topics: { opened: ['deposits', 'notices'], judged: ['deposits', 'balances', 'notices'] },
    find: findReviewedDeposit,
    opened: ({ tx, now }, deposit) => noteOpened(tx, deposit, now),

    evidence: async ({ tx, language }, deposit, review) => {
      const { id, reviewId, customer, way, eurCents } = deposit
      const ownCredit = await creditReply(tx, deposit, language)
      const creditEntry = ownCredit.posting === null ? null : await findCreditEntry(tx, customer, ownCredit.posting)
      const { displayName, phone, kyc, joinedAt } = await readCustomer(tx, customer)
      return {
        ...depositReply(deposit, language),
        id: reviewId,
        ...ownCredit,
        credit: creditEntry && (await creditShown(tx, customer, creditEntry)),
        proofs: await listPicturesOf(tx, customer, id),
        eur: eurCents,
        customer: { id: customer, name: displayName, phone: maskedPhone(phone), kyc, joinedAt },
        sameHash: await sameHashOf(tx, deposit),
        inWindow: await sumInWindow(tx, review, eurCents),
        limit: reviews.settings.limitCents,
        earlier: await earlierOf(tx, deposit),
        reasons: reasonsIn(language, depositReview, reasonsOfWay(way)),
      }
    },

    flaws: async ({ tx, seat }, { id, customer }) => {
      const opened = await findViewed(tx, { customer, seat: seat.id, act: PROOF_VIEW, about: id })
      const proofs = await listPicturesOf(tx, customer, id)
      return { failedCheck: false, unopened: proofs.filter((proof) => !opened.has(proof)).length }
    },

    ready: async ({ tx }, deposit, { opinion }) => {
      const { id, customer, coins } = deposit
      // A transaction is credited once. A second approval is refused with that reason, and the seat may refuse the deposit.
      if (opinion === 'approve' && coins) {
        await lockHash(tx, coins.chain, coins.hash)
        const by = await findCredited(tx, coins.chain, coins.hash)
        if (by !== null && !isSameDeposit(by, deposit)) return refuse('hash_credited')
      }
      return { payload: payloadOf(deposit, await listPicturesOf(tx, customer, id)) }
    },

    decided: async ({ tx, now }, deposit, decision) => {
      if (decision.result === 'approved') await credit(tx, deposit, now)
      await noteEnd(tx, deposit, decision, now)
    },

    stateOf: ({ state }) => state,
  })

const PROOF_VIEW = depositsLists.pictures.deposit.act

/** Other deposits, of any customer, that name the same transaction. */
async function sameHashOf(tx: Tx, deposit: Deposit): Promise<Evidence['sameHash']> {
  const { customer, coins } = deposit
  if (!coins) return []
  const { chain, hash } = coins
  const credited = await findCredited(tx, chain, hash)
  const all = await listDepositsOfHash(tx, chain, hash, HASH_DEPOSITS_MOST)
  return all
    .filter((other) => !isSameDeposit(other, deposit))
    .map((other) => ({
      id: other.reviewId,
      number: depositNumber(other.id),
      own: other.customer === customer,
      cash: other.cash,
      at: other.madeAt,
      credited: credited !== null && isSameDeposit(other, credited),
    }))
}

/** The sum that is compared with the limit of one person. */
async function sumInWindow(tx: Tx, review: ReviewRow, eurCents: bigint): Promise<bigint> {
  const { openedAt } = review
  const others = await listSubmitted(tx, review, openedAt - WINDOW_MS, openedAt + WINDOW_MS)
  const known = others.map((other) => ({ at: other.at, eurCents: other.eurCents ?? 0n }))
  return largestWindow({ at: openedAt, eurCents }, known) ?? eurCents
}

/** The customer's other deposits, and all that the customer has under way. */
async function earlierOf(tx: Tx, { customer, reviewId }: DepositRow): Promise<Evidence['earlier']> {
  const others = await sumOtherReviews(tx, customer, reviewId)
  const deposits = (state: ReviewState) =>
    others.find((each) => each.kind === depositReview.name && each.state === state)
  const credited = deposits('approved')
  return {
    credited: credited?.count ?? 0,
    eur: credited?.eurCents ?? 0n,
    refused: deposits('refused')?.count ?? 0,
    underWay: others.reduce((sum, each) => sum + (isOver(each) ? 0 : each.count), 0),
  }
}
