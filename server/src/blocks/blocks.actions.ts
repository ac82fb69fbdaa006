import { cents, currencyFor, wholeShares, type Amount, type Shares } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import type { InputOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { BlockEnd, applyForBlock } from '@lonja/core/blocks/blocks.contract'
import { noticeOfBlock, type BlockNotice } from '@lonja/core/blocks/blocks.notices'
import { blockReview } from '@lonja/core/blocks/blocks.review'
import { blockHold, decideBlock, decideBlockCancel, priceAfterFor } from '@lonja/core/blocks/blocks.rules'
import { hold, release, type Line } from '@lonja/core/ledger/ledger.rules'
import type { NoticeCode } from '@lonja/core/notices/notices.contract'
import { dueAtFor } from '@lonja/core/review/review.rules'
import type { FeeTableDay } from '@lonja/core/orders/fees.rules'
import { feeTablesAt } from '@lonja/core/orders/fees.rules'
import { newId } from '../base/ids.ts'
import type { Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { cancelReview } from '../review/ending.actions.ts'
import { openReview, type Payload, type ReviewSettings } from '../review/review.actions.ts'
import { isReviewed } from '../review/review.store.ts'
import {
  findBlock,
  insertBlock,
  saveApproval,
  saveEnd,
  sumOwnOf,
  type BlockRow,
  type NewBlock,
  type PriceEvent,
} from './blocks.store.ts'
import { lockBlockOfferShared, takeShares } from './offers.store.ts'

/** The parts that blocks need. */
export interface BlockParts {
  readonly market: Market
  readonly fees: readonly FeeTableDay[]
  readonly settings: ReviewSettings
  /** The value of an amount in cents of EUR; null without a rate. */
  readonly eurCentsOf: (amount: Amount) => bigint | null
}

/** The topics of a customer that a step of an application changes. */
export const TOLD = ['blocks', 'balances', 'notices'] as const

/** The submission that staff decide on: with fewer shares, those. */
export const payloadOf = (block: NewBlock, shares: Shares = block.shares): Payload => ({
  customer: block.customer,
  offer: block.offer,
  listing: block.listing,
  shares: shares.toString(),
  cap: block.cap.toString(),
  feeTable: String(block.feeTable),
  at: String(block.at),
})

/** Notifies the customer of a step of an application. */
export async function noteStep(
  tx: Tx,
  { customer, id, listing, shares }: NewBlock,
  code: NoticeCode & `block_${string}`,
  now: Instant,
  facts: Pick<BlockNotice, 'amount'> & Partial<BlockNotice>,
): Promise<void> {
  await insertNotices(tx, [noticeOfBlock({ customer, id: newId(), at: now }, code, { id, listing, shares, ...facts })])
}

/** The hold of an application. */
export const heldOf = ({ asset, held }: Pick<NewBlock, 'asset' | 'held'>): Amount => ({ asset, units: held })

type Form = InputOf<typeof applyForBlock>

/**
 * Accepts an application: its row, its hold, its review in the queue, its notice. The lock of the offer decides between it and a
 * withdrawal: it is refused, or it is there to be released.
 */
export async function apply(
  tx: LockedTx,
  { market, fees, settings, eurCentsOf }: BlockParts,
  { customer, now }: { readonly customer: CustomerId; readonly now: Instant },
  { id, offer: offerId, shares, cap }: Form,
) {
  const offer = await lockBlockOfferShared(tx, offerId)
  if (!offer || offer.publishedAt === null) return refuse('unknown_block_offer')
  const { terms, taken, withdrawal } = offer
  const { listing } = terms
  const asset = currencyFor(listing)
  const own = (await sumOwnOf(tx, customer, [offerId])).get(offerId) ?? wholeShares(0n)
  const free = (await listBalances(tx, customer)).find((balance) => balance.asset === asset)?.free ?? 0n
  const feeTable = feeTablesAt(fees, now).current.version
  const facts = { now, terms, isWithdrawn: withdrawal !== null, taken, own, last: market.last(listing), feeTable, free }
  const decision = decideBlock({ shares, cap }, facts)
  if (isRefused(decision)) return decision
  // The customer has used the id for a record whose stored answer is purged.
  if (await isReviewed(tx, customer, id)) return refuse('key_reused')
  const head = { customer, id, offer: offerId, listing, shares, cap, feeTable, asset }
  const application: NewBlock = { ...head, held: cents(decision.hold.units), at: now, marketAt: market.now() }
  const dueAt = dueAtFor(blockReview, settings.dueMs, now)
  await post(tx, application, now, hold([decision.hold]))
  await insertBlock(tx, application)
  await openReview(tx, blockReview, {
    record: id,
    customer,
    amount: { asset: listing, units: shares },
    eurCents: eurCentsOf(decision.hold),
    at: now,
    dueAt,
    payload: payloadOf(application),
  })
  await noteStep(tx, application, 'block_received', now, { amount: decision.hold })
  return { application, dueAt }
}

/**
 * Approves granted shares, which the caller has taken from the offer: their price is made after the next 16:00 of the venue, and
 * what is held for other shares is free again. The notice names the instant in the server's time.
 */
export async function approve(
  tx: LockedTx,
  market: Market,
  block: BlockRow,
  { shares, reason, now }: { readonly shares: Shares; readonly reason: string; readonly now: Instant },
): Promise<void> {
  const { listing, cap, feeTable, held } = block
  const amount = blockHold(listing, shares, cap, feeTable)
  const priceAfter = priceAfterFor(listing, market.now())
  const rest = held - amount.units
  if (rest > 0n) await post(tx, block, now, release([{ ...amount, units: rest }]))
  await saveApproval(tx, block, { priceAfter, held: cents(amount.units) })
  const when = market.serverTimeOf(priceAfter) ?? priceAfter
  await noteStep(tx, block, 'block_approved', now, { shares, amount, when, reason })
}

/** Ends an application without a purchase: its hold is free again, and the offer has its granted shares back. */
export async function endBlock(
  tx: LockedTx,
  block: BlockRow,
  { end, now, event = null, ...facts }: Ending,
): Promise<Amount> {
  assert(block.end === null, 'an application ends once')
  const released = heldOf(block)
  await post(tx, block, now, release([released]))
  if (block.granted !== null) await takeShares(tx, block.offer, 0n - block.granted)
  await saveEnd(tx, block, { end, at: now, event })
  await noteStep(tx, block, `block_${end}`, now, { amount: released, ...facts })
  return released
}

type Ending = Partial<Pick<BlockNotice, 'price' | 'reason'>> & {
  readonly end: Exclude<BlockEnd, 'bought'>
  readonly now: Instant
  /** The event that showed that the price is above the cap. */
  readonly event?: PriceEvent | null
}

/** Takes an application back for its customer, before its price is being made. */
export async function cancel(
  tx: LockedTx,
  { customer, id }: { readonly customer: CustomerId; readonly id: string },
  market: Market,
  now: Instant,
) {
  const block = await findBlock(tx, customer, id)
  if (!block) return refuse('unknown_block')
  const refused = decideBlockCancel(block, market.now())
  if (refused) return refused
  if (block.state !== 'approved') {
    const over = await cancelReview(tx, block.reviewId, now)
    assert(over === null, 'a review that is under way can be cancelled')
  }
  return { released: await endBlock(tx, block, { end: 'cancelled', now }) }
}

export async function post(
  tx: LockedTx,
  { customer, id }: Pick<NewBlock, 'customer' | 'id'>,
  at: Instant,
  lines: readonly Line[],
): Promise<number> {
  return postNow(tx, { customer, cause: { kind: 'block', id }, at, lines })
}
