import { CURRENCIES, wholeShares } from '@lonja/core/base/amount'
import { HOUR } from '@lonja/core/base/instant'
import { recordNumber } from '@lonja/core/base/numbers'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import {
  acceptBlock,
  applyForBlock,
  cancelBlock,
  declineBlock,
  listBlockApplications,
  listBlockOffers,
  listBlockPurchases,
  readBlock,
} from '@lonja/core/blocks/blocks.contract'
import { blockReview } from '@lonja/core/blocks/blocks.review'
import { BLOCKS_PAGE, DISCOUNT_LEAST_BPS, DISCOUNT_MOST_BPS } from '@lonja/core/blocks/blocks.rules'
import { placeIn } from '../door/cursors.ts'
import { onRead, onWrite, type Route } from '../door/serve.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { feesAt } from '../orders/fees.actions.ts'
import { offerRoutes } from '../review/offers.frame.ts'
import { apply, cancel, heldOf, TOLD, type BlockParts } from './blocks.actions.ts'
import { ALL_BLOCKS, findBlock, listBlocks, sumOwnOf } from './blocks.store.ts'
import { blockReply, offerReply, purchaseReplies } from './replies.actions.ts'
import { listPublishedOffers } from './offers.store.ts'
import { listPurchases, sumOutcomes } from './purchases.store.ts'
import { acceptRefusal, reviewedBlocks } from './reviewed.actions.ts'

/** The customer's calls on blocks: what is offered, own applications and purchases, and the answers to fewer shares. */
export const blocksRoutes = (parts: BlockParts): Route[] => [
  ...readRoutes(parts),
  ...applyRoutes(parts),
  ...offerRoutes(reviewedBlocks(parts), { accept: acceptBlock, decline: declineBlock, accepting: acceptRefusal }),
]

const readRoutes = ({ market, fees, settings }: BlockParts): Route[] => [
  onRead(listBlockOffers, async ({ tx, customer, now, language }, { cursor, limit = BLOCKS_PAGE }) => {
    const list = await listPublishedOffers(tx, placeIn(cursor), limit + 1)
    const page = list.slice(0, limit)
    const ids = page.map(({ terms }) => terms.offer)
    const own = await sumOwnOf(tx, customer, ids)
    const balances = await listBalances(tx, customer)
    const last = list.length > limit ? page.at(-1) : undefined
    return {
      rows: page.map((offer) =>
        offerReply(offer, { market, language, now, own: own.get(offer.terms.offer) ?? wholeShares(0n) }),
      ),
      cursor: last ? `${last.terms.endsAt}.${last.terms.offer}` : null,
      outcomes: await sumOutcomes(tx),
      discounts: { leastBps: DISCOUNT_LEAST_BPS, mostBps: DISCOUNT_MOST_BPS },
      free: CURRENCIES.map((asset) => ({ asset, units: balances.find((each) => each.asset === asset)?.free ?? 0n })),
      fees: feesAt(fees, now),
      dueHours: (blockReview.dueMs ?? settings.dueMs) / HOUR,
    }
  }),

  onRead(listBlockApplications, async ({ tx, customer, language }, { cursor, limit = BLOCKS_PAGE }) => {
    const list = await listBlocks(tx, customer, ALL_BLOCKS, placeIn(cursor), limit + 1)
    const rows = []
    for (const block of list.slice(0, limit)) rows.push(await blockReply(tx, block, { market, language }))
    const last = list.length > limit ? rows.at(-1) : undefined
    return { rows, cursor: last ? `${last.at}.${last.id}` : null }
  }),

  onRead(listBlockPurchases, async ({ tx, customer, language }, { cursor, limit = BLOCKS_PAGE }) => {
    const list = await listPurchases(tx, customer, placeIn(cursor), limit + 1)
    const rows = await purchaseReplies(tx, list.slice(0, limit), { market, language })
    const last = list.length > limit ? rows.at(-1) : undefined
    return { rows, cursor: last ? `${last.boughtAt}.${last.id}` : null }
  }),

  onRead(readBlock, async ({ tx, customer, language }, { id }) => {
    const block = await findBlock(tx, customer, id)
    return block ? blockReply(tx, block, { market, language }) : refuse('unknown_block')
  }),
]

const applyRoutes = (parts: BlockParts): Route[] => [
  onWrite(applyForBlock, async ({ tx, customer, now, publish }, form) => {
    const accepted = await apply(tx, parts, { customer, now }, form)
    if (isRefused(accepted)) return accepted
    publish(...TOLD)
    const { application, dueAt } = accepted
    const { id, shares, cap, at } = application
    return { id, number: recordNumber(blockReview, id), shares, cap, held: heldOf(application), at, dueAt }
  }),

  onWrite(cancelBlock, async ({ tx, customer, now, publish }, { id }) => {
    const answer = await cancel(tx, { customer, id }, parts.market, now)
    if (isRefused(answer)) return answer
    publish(...TOLD)
    return { id, cancelledAt: now, released: answer.released }
  }),
]
