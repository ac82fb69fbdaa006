import type { Amount } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { freeLine } from '@lonja/core/ledger/ledger.rules'
import {
  byListing,
  handedBackFor,
  payOutLines,
  returnLines,
  type AccountAssets,
} from '@lonja/core/portfolio/leaving.rules'
import type { Order } from '@lonja/core/orders/orders.rules'
import type { Tx } from '../database/db.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { lastVersion, listBalances } from '../ledger/ledger.store.ts'
import { deleteLotsOf, listOpenLots } from '../orders/lots.store.ts'
import { cancelAllNow } from '../orders/orders.actions.ts'
import { insertReturns } from '../orders/returns.store.ts'
import { countOpenOrders } from '../orders/orders.store.ts'
import { insertHandBack } from './leaving.store.ts'
import type { LockedTx } from '../database/locks.ts'

/** Everything that an account owns, with the number of open orders. */
export async function ownedNow(tx: Tx, customer: CustomerId): Promise<AccountAssets> {
  return {
    balances: await listBalances(tx, customer),
    lots: await listOpenLots(tx, customer),
    orders: await countOpenOrders(tx, customer),
  }
}

interface NoticeHead {
  readonly id: string
  readonly customer: CustomerId
  readonly now: Instant
}

/**
 * Cancels the orders, takes the shares back at cost and the cash to the house's account of grants, and gives the grant
 * again. The caller has decided, and drops the orders from the open ones after the commit.
 */
export async function handBackAll(tx: LockedTx, { id, customer, now }: NoticeHead, grant: Amount | null) {
  const figures = handedBackFor(await ownedNow(tx, customer), grant)
  const cancelled: Order[] = await cancelAllNow(tx, customer, now)
  const lots = await listOpenLots(tx, customer)
  const of = { customer, cause: { kind: 'hand_back', id }, at: now } as const
  await insertHandBack(tx, { id, customer, why: 'start_over', orders: cancelled.length, at: now })
  for (const own of byListing(lots)) {
    const posting = (await lastVersion(tx, customer)) + 1
    await postNow(tx, { ...of, lines: returnLines(own) })
    await insertReturns(
      tx,
      own.lots.map(({ id: lot, listing, left, costLeft }) => ({
        customer,
        lot,
        handBack: id,
        listing,
        shares: left,
        cost: costLeft,
        posting,
      })),
    )
  }
  await deleteLotsOf(tx, customer)
  const lines = payOutLines(await listBalances(tx, customer), grant)
  if (lines.length > 0) await postNow(tx, { ...of, lines })
  return { figures, cancelled }
}

/** Takes the rest of a closed account, which is below the least withdrawal. The caller has decided. */
export async function handBackRest(
  tx: LockedTx,
  { id, customer, now }: NoticeHead,
  rest: readonly Amount[],
): Promise<void> {
  assert(rest.length > 0, 'a rest is something')
  await insertHandBack(tx, { id, customer, why: 'closing', orders: 0, at: now })
  const lines = rest.map(({ asset, units }) => freeLine('handed_back', 'grants', { asset, units: -units }))
  await postNow(tx, { customer, cause: { kind: 'hand_back', id }, at: now, lines })
}
