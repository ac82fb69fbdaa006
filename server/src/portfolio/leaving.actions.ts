import type { Amount } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
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
import { lentTo } from '../lending/lending.store.ts'
import { endLoans } from '../loans/ending.actions.ts'
import { deleteLotsOf, listOpenLots } from '../orders/lots.store.ts'
import { cancelAllNow, type EndingParts } from '../orders/orders.actions.ts'
import { stopAllOf } from '../strategies/runs.actions.ts'
import { insertReturns } from '../orders/returns.store.ts'
import { countOpenOrders } from '../orders/open.store.ts'
import { insertHandBack } from './leaving.store.ts'
import type { LockedTx } from '../database/locks.ts'

/** Everything that an account owns, with the number of open orders. */
export async function ownedNow(tx: Tx, customer: CustomerId): Promise<AccountAssets> {
  return {
    balances: await listBalances(tx, customer),
    lots: await listOpenLots(tx, customer),
    orders: await countOpenOrders(tx, customer),
    lent: await lentTo(tx, customer),
  }
}

interface HandBackHead {
  readonly id: string
  readonly customer: CustomerId
  readonly why: 'start_over' | 'closing'
  readonly now: Instant
}

/**
 * Stops strategies and cancels the orders, but for those that a quote event has filled by now, takes the shares back at cost and the cash to
 * the house's account of grants, and pays the grant, if there is one. Debts are paid before that; closing writes
 * the rest off. The caller has decided, and takes the ended orders out of the open ones after the commit.
 */
export async function handBackAll(
  tx: LockedTx,
  { id, customer, why, now }: HandBackHead,
  { grant, trading }: { readonly grant: Amount | null; readonly trading: EndingParts },
) {
  const all = { now, reason: 'by_customer', isNoticed: false, which: () => true } as const
  const ofRuns = await stopAllOf(tx, customer, trading, { reason: 'leaving', now })
  const ended: Order[] = [...ofRuns, ...(await cancelAllNow(tx, customer, trading, all))]
  const cancelled = ended.filter(({ state }) => state === 'cancelled')
  const figures = handedBackFor({ ...(await ownedNow(tx, customer)), orders: cancelled.length })
  const lots = await listOpenLots(tx, customer)
  const of = { customer, cause: { kind: 'hand_back', id }, at: now } as const
  await insertHandBack(tx, { id, customer, why, orders: cancelled.length, at: now })
  for (const own of byListing(lots)) {
    const posting = (await lastVersion(tx, customer)) + 1
    await postNow(tx, { ...of, lines: returnLines(own) })
    await insertReturns(
      tx,
      own.lots.map(({ id: lot, listing, left, costLeft, financedLeft }) => ({
        customer,
        lot,
        handBack: id,
        listing,
        shares: left,
        cost: costLeft,
        repaid: financedLeft,
        posting,
      })),
    )
  }
  await deleteLotsOf(tx, customer)
  await endLoans(tx, customer, now)
  const lines = payOutLines(await listBalances(tx, customer), { why, grant })
  if (lines.length > 0) await postNow(tx, { ...of, lines })
  return { figures, ended }
}
