import { createHmac, hash } from 'node:crypto'
import type { ReplyOf, Topic } from '@lonja/core/base/contract'
import { plainPhone } from '@lonja/core/accounts/accounts.rules'
import { deviceFor } from '@lonja/core/base/device'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import type { askReset, readReset } from '@lonja/core/resets/resets.contract'
import { resetReview } from '@lonja/core/resets/resets.review'
import { noticeOfDevice } from '@lonja/core/resets/resets.notices'
import {
  RESET_LASTS_MS,
  RESET_USE_MS,
  isResetLive,
  resetCodeFor,
  resetStateAt,
  shownResetCode,
} from '@lonja/core/resets/resets.rules'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import type { LockedTx } from '../database/locks.ts'
import type { CallRequest } from '../door/serve.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { cancelReview } from '../review/ending.actions.ts'
import { passOnNotice } from '../review/notice.actions.ts'
import { reasonIn } from '../review/review.replies.ts'
import { customerOwner, markHashIn } from '../secrets/marks.ts'
import { saveAnnounced, saveLetting, type CustomerReset, type NewReset, type ResetRow } from './resets.store.ts'

/** The topics to publish to a customer when a request changes. */
export const RESET_TOPICS: readonly Topic[] = ['profile', 'notices']

export const hashOfSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

const keyed = (key: Buffer, name: string, value: string | Buffer): Buffer =>
  createHmac('sha256', key).update(`${name}\n`).update(value).digest()

/** The request that a device asks for. Its code follows from the hash and the house's own key, so no device can choose one. */
export function newReset(
  { input, now, userAgent }: CallRequest<typeof askReset>,
  { key, marksKey }: { readonly key: Buffer; readonly marksKey: Buffer },
): NewReset {
  const secretHash = Buffer.from(input.secretHash, 'base64url')
  const phone = plainPhone(input.phone)
  return {
    id: newId(),
    phoneHash: keyed(key, 'phone', phone),
    secretHash,
    code: resetCodeFor(keyed(key, 'code', secretHash)),
    device: deviceFor(userAgent),
    markHash: markHashIn(marksKey, customerOwner(phone), input.marks),
    at: now,
    endsAt: now + RESET_LASTS_MS,
  }
}

/** A request as its device reads it. */
export function resetReply(row: ResetRow, language: Language, now: Instant): ReplyOf<typeof readReset> {
  const state = resetStateAt(row, now)
  const isLet = state === 'notice' || state === 'open'
  return {
    code: shownResetCode(row.code),
    state,
    device: row.device,
    askedAt: row.at,
    endsAt: row.endsAt,
    opensAt: isLet ? row.opensAt : null,
    closesAt: isLet && row.opensAt !== null ? row.opensAt + RESET_USE_MS : null,
    reason: state === 'refused' && row.reason !== null ? reasonIn(language, resetReview, row.reason) : null,
  }
}

/** Sends the customer the notice of a new request, once, and records the act. True if it was not announced before. */
export async function announce(tx: LockedTx, { id, customer, device }: ResetRow, now: Instant): Promise<boolean> {
  if (customer === null || !(await saveAnnounced(tx, id, now))) return false
  const about = { kind: 'reset', id }
  await recordAct(tx, { customer, seat: null, act: 'reset_asked', about, detail: { device }, at: now })
  await insertNotices(tx, [noticeOfDevice({ customer, id: newId(), at: now }, 'reset_asked', device)])
  return true
}

/**
 * Brings a request that staff found up to this instant: a review of a request that is over is cancelled, and after the time of
 * notice the opinion of the one person decides. If that seat may no longer decide, the request waits for people again.
 */
export async function settle(tx: LockedTx, reset: CustomerReset, now: Instant): Promise<void> {
  const { id, reviewId, opensAt, people } = reset
  const state = resetStateAt(reset, now)
  if (state === 'open' && opensAt !== null && people === 1) {
    if (!(await passOnNotice(tx, resetReview, reviewId, { noticeEndsAt: opensAt, now })))
      await saveLetting(tx, id, null)
    return
  }
  if (!isResetLive(state)) await cancelReview(tx, reviewId, now)
}
