import type { ActName } from '@lonja/core/audit/audit.acts'
import { chainsOf, detailText, headAfter, NO_HEAD, type Act } from '@lonja/core/audit/audit.rules'
import { assert } from '@lonja/core/base/assert'
import { newId } from '../base/ids.ts'
import { findHeads, insertAuditRow } from './audit.store.ts'
import type { LockedTx } from '../database/locks.ts'

/** An act to be recorded, with one of the known names. */
export interface NewAct extends Omit<Act, 'id'> {
  readonly act: ActName
}

/**
 * Records an act in the audit log: in the customer's chain, the seat's, or both, in the transaction of the write
 * itself. `detail` is small: codes, ids and amounts, never a secret.
 */
export async function recordAct(tx: LockedTx, act: NewAct): Promise<void> {
  const whole: Act = { id: newId(), ...act }
  const chains = chainsOf(whole)
  assert(chains.length > 0, 'an act is about a customer or by a seat')
  const text = detailText(whole.detail)
  assert(text.length <= DETAIL_MOST, 'what is written beside an act is small')
  const heads = await findHeads(tx, chains)
  for (const chain of chains) {
    const before = heads.get(chain) ?? NO_HEAD
    await insertAuditRow(tx, { ...whole, chain, detailText: text, before, head: headAfter(chain, before, whole) })
  }
}

const DETAIL_MOST = 2_000
