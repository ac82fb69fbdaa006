import { ACCESS_WAIT_MS } from '@lonja/core/accounts/accounts.rules'
import type { Instant } from '@lonja/core/base/instant'
import type { NewNotice } from '@lonja/core/notices/notices.rules'
import { recordAct, type NewAct } from '../audit/audit.actions.ts'
import type { LockedTx } from '../database/locks.ts'
import { forgetDevices } from '../door/devices.store.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { saveAccessWait, saveLoginHash } from './accounts.store.ts'
import { saveEndOfAll } from './sessions.store.ts'

interface Replacement extends Pick<NewAct, 'about' | 'detail'> {
  readonly loginHash: string
  /** Its customer gets the new password. */
  readonly notice: NewNotice
}

/**
 * Replaces a forgotten log-in password: every session ends, every known device is forgotten, and the account waits. The notice is
 * written before the sessions end, and is the last one that their devices get. Returns the end of the wait.
 */
export async function replaceLoginPassword(
  tx: LockedTx,
  { loginHash, notice, about, detail }: Replacement,
): Promise<Instant> {
  const { customer, at } = notice
  const waitsUntil = at + ACCESS_WAIT_MS
  await insertNotices(tx, [notice])
  await saveLoginHash(tx, customer, loginHash)
  await saveEndOfAll(tx, customer, at, { keepPushes: true })
  await forgetDevices(tx, customer)
  await saveAccessWait(tx, customer, waitsUntil)
  await recordAct(tx, { customer, seat: null, act: 'password_reset', about, detail, at })
  return waitsUntil
}
