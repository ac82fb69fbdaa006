import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { chargesFor, financedAt, interestLines, type Night } from '@lonja/core/interest/interest.rules'
import { FINANCING_VERSION } from '@lonja/core/orders/financing.rules'
import { newId } from '../base/ids.ts'
import type { LockedTx } from '../database/locks.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { listFinancingAfter } from '../orders/fills.store.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import { insertCharge, isCharged } from './interest.store.ts'

/**
 * Charges a customer the interest of a night, in their lock, exactly once. The events of their orders up to that midnight
 * are decided. Returns whether anything was charged.
 */
export async function chargeNight(tx: LockedTx, customer: CustomerId, night: Night, now: Instant): Promise<boolean> {
  const { day, at } = night
  if (await isCharged(tx, customer, day)) return false
  const charges = chargesFor(financedAt(await listOpenLots(tx, customer), await listFinancingAfter(tx, customer, at)))
  if (charges.length === 0) return false
  const balances = await listBalances(tx, customer)
  const id = newId()
  const lines = interestLines(charges, (currency) => balances.find(({ asset }) => asset === currency)?.free ?? 0n)
  const posting = await postNow(tx, { customer, cause: { kind: 'night', id }, at: now, lines })
  for (const { currency, financed, interest } of charges)
    await insertCharge(tx, { customer, day, currency, id, at, financed, interest, terms: FINANCING_VERSION, posting, madeAt: now }) // prettier-ignore
  return true
}
