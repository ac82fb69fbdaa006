import { refusalByState, type AccountRefusal, type Call } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Refused } from '@lonja/core/base/refusal'
import type { Tx } from '../database/db.ts'
import { readCustomer } from './accounts.store.ts'
import { findRestriction } from './restrictions.store.ts'

/**
 * Refuses a call by the state of the account, for a customer who acts by a signed link and without a session.
 */
export async function refuseByState(
  tx: Tx,
  call: Pick<Call, 'restrictedFrom' | 'path'>,
  { customer, now, input }: { readonly customer: CustomerId; readonly now: Instant; readonly input: unknown },
): Promise<Refused<AccountRefusal> | null> {
  const restriction = (await findRestriction(tx, customer, now))?.level ?? null
  const { accessWaitsUntil: waitsUntil } = await readCustomer(tx, customer)
  return refusalByState(call, { restriction, waitsUntil }, now, input)
}
