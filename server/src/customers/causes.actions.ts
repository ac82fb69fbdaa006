import { depositNumber } from '@lonja/core/deposits/deposits.rules'
import type { Tx } from '../database/db.ts'
import { depositsAmong } from '../deposits/deposits.store.ts'
import type { Cause } from '../ledger/ledger.replies.ts'
import { listingsOf } from '../orders/causes.store.ts'
import { numberFor } from '../withdrawals/replies.actions.ts'
import { withdrawalsAmong } from '../withdrawals/withdrawals.store.ts'

/** What these things that caused a customer's entries are; one that has no page of its own is not in the answer. */
export async function causesOf(
  tx: Tx,
  customer: string,
  causes: readonly (string | null)[],
): Promise<ReadonlyMap<string, Cause>> {
  const ids = [...new Set(causes.filter((cause) => cause !== null))]
  const listings = await listingsOf(tx, customer, ids)
  const withdrawals = await withdrawalsAmong(tx, customer, ids)
  const deposits = await depositsAmong(tx, customer, ids)
  return new Map<string, Cause>([
    ...withdrawals.map((id) => named(id, { causeKind: 'withdrawal', causeNumber: numberFor(id), listing: null })),
    ...deposits.map((id) => named(id, { causeKind: 'deposit', causeNumber: depositNumber(id), listing: null })),
    ...[...listings].map(([id, listing]) => named(id, { causeKind: 'order', causeNumber: null, listing })),
  ])
}

const named = (id: string, cause: Cause): [string, Cause] => [id, cause]
