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
import { knowDevice } from '../door/devices.store.ts'
import { customerOwner } from '../secrets/marks.ts'
import { newToken } from '../secrets/token.ts'
import { readNoticeChoices } from '../notices/choices.store.ts'
import { insertNotices } from '../notices/notices.store.ts'
import type { Customer } from './accounts.store.ts'
import { findDevice, saveDevice } from '../notices/push.store.ts'
import { findDeviceOf, insertSession } from './sessions.store.ts'

interface Where {
  readonly now: Instant
  readonly userAgent: string
}

/** A sign-in: the account's phone number, and the marks that the device keeps. */
export interface Entering extends Where {
  readonly input: { readonly marks?: readonly string[] | undefined }
}

/** Opens a session of a customer whose sign-in was checked. */
export async function openSession(
  tx: Tx,
  { id: customer, phone }: Pick<Customer, 'id' | 'phone'>,
  { now, userAgent, input }: Entering,
  marksKey: Buffer,
): Promise<ReplyOf<typeof logIn>> {
  const device = await knowDevice(tx, {
    owner: customer,
    name: customerOwner(phone),
    marks: input.marks,
    marksKey,
    now,
  })
  const { session: _id, ...reply } = await openSessionOn(tx, customer, device?.id ?? null, { now, userAgent })
  return { ...reply, ...(device?.mark === undefined ? {} : { mark: device.mark }) }
}

/** Opens a session on a known device; null for a device that keeps no mark. */
export async function openSessionOn(
  tx: Tx,
  customer: CustomerId,
  knownDevice: string | null,
  { now, userAgent }: Where,
): Promise<{ token: string; userId: CustomerId; expiresAt: Instant; session: string }> {
  const { text, token } = newToken(customer)
  const [id, endsAt] = [newId(), sessionEndFor(now, now)]
  await insertSession(tx, { ...token, id, device: deviceFor(userAgent), startedAt: now, endsAt, knownDevice })
  return { token: text, userId: customer, expiresAt: endsAt, session: id }
}

/** Opens a session in the place of one that the caller ends: on the same known device, and with its pushes. */
export async function renewSession(
  tx: Tx,
  { customer, session, ...where }: Where & { customer: CustomerId; session: string },
): ReturnType<typeof openSessionOn> {
  const next = await openSessionOn(tx, customer, await findDeviceOf(tx, customer, session), where)
  const pushes = await findDevice(tx, { customer, session })
  if (pushes) await saveDevice(tx, { ...pushes, session: next.session }, where.now)
  return next
}

/** Records a log-in in the customer's activity, and sends a notice unless the customer switched that off. */
export async function appendSignInNotice(tx: LockedTx, customer: CustomerId, { now, userAgent }: Where): Promise<void> {
  const detail = { device: deviceFor(userAgent) }
  await recordAct(tx, { customer, seat: null, act: 'signed_in', about: null, detail, at: now })
  if (!(await readNoticeChoices(tx, customer)).signIns) return
  await insertNotices(tx, [noticeOfSignIn({ customer, id: newId(), at: now }, deviceFor(userAgent))])
}
