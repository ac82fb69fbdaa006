import { cents, wholeShares } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import { OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isChangedSince, priceBlock, purchaseLines, type Pricing } from '@lonja/core/blocks/blocks.rules'
import { release } from '@lonja/core/ledger/ledger.rules'
import { paidLot } from '@lonja/core/orders/lots.rules'
import * as z from 'zod/mini'
import type { Clock } from '../base/clock.ts'
import type { Events } from '../base/events.ts'
import { newId } from '../base/ids.ts'
import type { Db } from '../database/db.ts'
import { writeFor, type LockedTx } from '../database/locks.ts'
import { deleteLotLock, insertLotLock } from '../orders/lot-locks.store.ts'
import { insertLot, listOpenLots, saveChangedLots } from '../orders/lots.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { endBlock, heldOf, noteStep, post, TOLD } from './blocks.actions.ts'
import { findBlock, saveEnd, type BlockRow, type PriceEvent } from './blocks.store.ts'
import { findBlockOffer } from './offers.store.ts'
import { findPurchase, insertPurchase, saveFreed, type Purchase } from './purchases.store.ts'

/** The parts that settling needs. */
export interface SettlingParts {
  readonly db: Db
  readonly clock: Pick<Clock, 'now'>
  readonly events: Pick<Events, 'publish'>
  readonly market: Market
}

/** Settles an approved application on the event that makes its price, once on however many servers. */
export async function settleBlock(parts: SettlingParts, due: BlockRow, event: PriceEvent): Promise<void> {
  const { db, events } = parts
  const isDone = await writeFor(db, due.customer, async (tx) => {
    const block = await findBlock(tx, due.customer, due.id)
    // Its customer took it back, or another server has settled it.
    if (block?.state !== 'approved' || block.priceAfter !== due.priceAfter) return false
    await settle(tx, parts, block, event)
    return true
  })
  if (isDone) events.publish(due.customer, [...TOLD, 'orders'])
}

async function settle(
  tx: LockedTx,
  { clock, market }: SettlingParts,
  block: BlockRow,
  event: PriceEvent,
): Promise<void> {
  const { listing, granted, cap, feeTable } = block
  const now = clock.now()
  const offer = await findBlockOffer(tx, block.offer)
  assert(offer !== null && granted !== null, 'an approved application has its offer and its shares')
  const changed = { since: block.marketAt, until: market.now() }
  if (isChangedSince(market.actions(), listing, changed)) {
    await endBlock(tx, block, { end: 'changed', now })
    return
  }
  const pricing = priceBlock(offer.terms, { shares: granted, cap, feeTable }, event)
  if (pricing.end === 'above_cap') await endBlock(tx, block, { end: 'above_cap', now, event, price: pricing.price })
  else await buy(tx, block, pricing, { event, now, until: market.serverTimeOf(pricing.until) ?? pricing.until })
}

/** One posting pays for the shares and brings them into the hold of the application; they are a lot that is locked. */
async function buy(
  tx: LockedTx,
  block: BlockRow,
  { price, cost, fee, until }: Extract<Pricing, { end: 'bought' }>,
  times: { readonly event: PriceEvent; readonly now: Instant; readonly until: Instant },
): Promise<void> {
  const { customer, id, listing, granted, offer } = block
  const { event, now } = times
  assert(granted !== null, 'an approved application has its shares')
  const shares = granted
  const posting = await post(tx, block, now, purchaseLines(block, heldOf(block), { shares, cost, fee }))
  const lot = newId<'lot'>()
  const paid = cents(cost + fee)
  const content = { ...paidLot({ shares, cost: paid, fee, price }), reserved: shares }
  // The application stands where a bought lot has its order.
  await insertLot(tx, { ...content, customer, id: lot, listing, order: z.decode(OrderId, id), openedAt: now })
  await insertLotLock(tx, { customer, lot, causeKind: 'block', cause: id, until })
  await insertPurchase(tx, { customer, application: id, offer, listing, lot, shares, price, cost, fee, posting, at: now, until }) // prettier-ignore
  await saveEnd(tx, block, { end: 'bought', at: now, event })
  const amount = { asset: block.asset, units: paid }
  await noteStep(tx, block, 'block_bought', now, { shares, amount, price, when: times.until })
}

/** Ends the lock of a block once its time is over: from then on its customer can sell the shares. */
export async function freeBlock({ db, clock, events }: SettlingParts, due: Purchase): Promise<void> {
  const { customer, application } = due
  const isDone = await writeFor(db, customer, async (tx) => {
    const purchase = await findPurchase(tx, customer, application)
    const block = await findBlock(tx, customer, application)
    assert(purchase !== null && block !== null, 'a purchase stays')
    if (purchase.freed !== null) return false
    const now = clock.now()
    const lot = (await listOpenLots(tx, customer)).find(({ id }) => id === purchase.lot)
    // A reverse split may have left nothing of it.
    const [listing, shares] = [lot?.listing ?? purchase.listing, lot?.left ?? wholeShares(0n)]
    if (lot) {
      await post(tx, block, now, release([{ asset: listing, units: shares }]))
      await saveChangedLots(tx, [{ before: lot, after: { ...lot, reserved: wholeShares(0n) } }])
    }
    await deleteLotLock(tx, purchase)
    await saveFreed(tx, purchase, { at: now, listing, shares })
    const amount = { asset: block.asset, units: purchase.cost + purchase.fee }
    await noteStep(tx, { ...block, listing }, 'block_freed', now, { shares, amount })
    return true
  })
  if (isDone) events.publish(customer, [...TOLD, 'orders'])
}
