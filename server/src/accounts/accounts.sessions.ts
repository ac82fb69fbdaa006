import type { logIn } from '@lonja/core/accounts/accounts.contract'
import { sessionEndFor } from '@lonja/core/accounts/accounts.rules'
import type { ReplyOf } from '@lonja/core/base/contract'
import { deviceFor } from '@lonja/core/base/device'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { noticeOfSignIn } from '@lonja/core/accounts/accounts.notices'
import { recordAct } from '../audit/audit.actions.ts'
import type { Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { newId } from '../base/ids.ts'
import { newToken } from '../secrets/token.ts'
import { insertNotices, readNoticeChoices } from '../notices/notices.store.ts'
import { insertSession } from './sessions.store.ts'

interface Where {
  readonly now: Instant
  readonly userAgent: string
}

/** Opens a session of a customer whose sign-in was checked. */
export async function openSession(
  tx: Tx,
  customer: CustomerId,
  { now, userAgent }: Where,
): Promise<ReplyOf<typeof logIn>> {
  const { text, token } = newToken(customer)
  const endsAt = sessionEndFor(now, now)
  await insertSession(tx, { ...token, id: newId(), device: deviceFor(userAgent), startedAt: now, endsAt })
  return { token: text, userId: customer, expiresAt: endsAt }
}

/** Records a log-in in the customer's activity, and sends a notice unless the customer switched that off. */
export async function appendSignInNotice(tx: LockedTx, customer: CustomerId, { now, userAgent }: Where): Promise<void> {
  const detail = { device: deviceFor(userAgent) }
  await recordAct(tx, { customer, seat: null, act: 'signed_in', about: null, detail, at: now })
  if (!(await readNoticeChoices(tx, customer)).signIns) return
  await insertNotices(tx, [noticeOfSignIn({ customer, id: newId(), at: now }, deviceFor(userAgent))])
}
