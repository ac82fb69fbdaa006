import { refusesRestricted, type Call } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { refuse, type Refused } from '@lonja/core/base/refusal'
import type { Tx } from '../database/db.ts'
import { findRestriction } from './restrictions.store.ts'

/**
 * Refuses a call that is closed to restricted accounts, for a customer who acts by a signed link and without a session.
 */
export async function refuseRestricted(
  tx: Tx,
  call: Pick<Call, 'restrictedFrom' | 'path'>,
  { customer, now, input }: { readonly customer: CustomerId; readonly now: Instant; readonly input: unknown },
): Promise<Refused<'account_restricted'> | null> {
  const level = (await findRestriction(tx, customer, now))?.level ?? null
  return refusesRestricted(call, level, input) ? refuse('account_restricted') : null
}
