import { createHmac } from 'node:crypto'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { KycState } from '@lonja/core/kyc/kyc.contract'
import { EARLIER_SHOWN, maskedNumber, plainNumber, type KycForm } from '@lonja/core/kyc/kyc.rules'
import { noticeOfKyc, type KycNews } from '@lonja/core/kyc/kyc.notices'
import { saveKyc } from '../accounts/accounts.store.ts'
import { recordAct } from '../audit/audit.actions.ts'
import type { Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { newId } from '../base/ids.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { decidedPictures } from '../pictures/pictures.actions.ts'
import { listPictures } from '../pictures/pictures.store.ts'
import { sealed, unsealed, type About, type SealedBytes, type WrappingKey } from '../pictures/seal.ts'
import { cancelReview } from '../review/ending.actions.ts'
import type { Payload } from '../review/review.actions.ts'
import { listKyc, saveEnd, type KycRow } from './kyc.store.ts'

const aboutNumber = ({ customer, id }: Pick<KycRow, 'customer' | 'id'>): About => ({
  what: 'document number',
  customer,
  id,
})

/** A keyed hash of a document's number, by which the house recognises the same document. */
const hashedNumber = (key: WrappingKey, { type, number }: Pick<KycForm, 'type' | 'number'>): Buffer =>
  createHmac('sha256', key).update(`${type} ${number}`).digest()

/** True if a number is that of the document which passed the identity check; null before one has passed. */
export async function isVerifiedNumber(
  tx: Tx,
  customer: CustomerId,
  { key, number }: { readonly key: WrappingKey; readonly number: string },
): Promise<boolean | null> {
  const passed = (await listKyc(tx, customer, EARLIER_SHOWN)).find(({ end }) => end?.passed)
  return passed ? passed.numberHash.equals(hashedNumber(key, { type: passed.type, number: plainNumber(number) })) : null
}

/** A document's number as it is stored: sealed, masked, and hashed with a key so that the same number is recognised. */
export function sealedNumber(
  key: WrappingKey,
  whose: Pick<KycRow, 'customer' | 'id'>,
  { type, number }: Pick<KycForm, 'type' | 'number'>,
): { number: SealedBytes; numberHash: Buffer; numberMasked: string } {
  const numberHash = hashedNumber(key, { type, number })
  return {
    number: sealed(key, aboutNumber(whose), Buffer.from(number)),
    numberHash,
    numberMasked: maskedNumber(number),
  }
}

/** The number itself; null if its seal is broken or the number is purged. */
export const openNumber = (key: WrappingKey, row: KycRow): string | null =>
  (row.number && unsealed(key, aboutNumber(row), row.number)?.toString('utf8')) ?? null

/** The number of the document that passed the identity check; null before one has passed, and once the number is purged. */
export async function findVerifiedNumber(tx: Tx, customer: CustomerId, key: WrappingKey): Promise<string | null> {
  const passed = (await listKyc(tx, customer, EARLIER_SHOWN)).find(({ end }) => end?.passed)
  return passed ? openNumber(key, passed) : null
}

/** The payload of a decision: any change of it makes another payload. */
export const payloadFor = (form: KycForm): Payload => ({
  firstName: form.firstName,
  lastName: form.lastName,
  type: form.type,
  number: form.number,
  front: form.front,
  back: form.back,
})

export const formOf = (row: KycRow, number: string): KycForm => ({
  firstName: row.firstName,
  lastName: row.lastName,
  type: row.type,
  number,
  front: row.front,
  back: row.back,
})

/** Sets the customer's level and sends the notice; `id` is the submission's. */
export async function stepTo(
  tx: Tx,
  customer: CustomerId,
  { id, state, news, at }: { id: string; state: KycState; news: KycNews; at: Instant },
): Promise<void> {
  await saveKyc(tx, customer, state)
  await insertNotices(tx, [noticeOfKyc({ customer, id: newId(), at }, id, news)])
}

/** The reason of a submission that ends undecided because its account is closed. */
export const ENDED_WITH_ACCOUNT = 'account_closed'

/**
 * Ends a submission that staff have not decided, because its account is closed. It leaves the queue, its documents are
 * purged like those of any decision, and the level becomes what it was before. No notice is sent, since the customer is
 * gone. The audit log records it (`kyc_ended`).
 */
export async function endWithAccount(tx: LockedTx, customer: CustomerId, at: Instant): Promise<void> {
  const [last, earlier] = await listKyc(tx, customer, 2)
  if (!last || last.end) return
  const { id, reviewId } = last
  assert((await cancelReview(tx, reviewId, at)) === null, 'a submission without an end has an open review')
  await saveEnd(tx, last, { at, passed: false, reason: ENDED_WITH_ACCOUNT, repeat: [] })
  await decidedPictures(tx, customer, id, at)
  await saveKyc(tx, customer, earlier ? 'refused' : 'none')
  const detail = { reason: ENDED_WITH_ACCOUNT }
  await recordAct(tx, { customer, seat: null, act: 'kyc_ended', about: { kind: 'kyc', id }, detail, at })
}

/**
 * The pictures of a submission, front first. A picture that a later submission reuses still belongs to this one too.
 */
export async function papersOf(tx: Tx, { customer, front, back }: KycRow) {
  const sides = [['front', front] as const, ...(back === null ? [] : [['back', back] as const])]
  const pictures = await listPictures(
    tx,
    customer,
    sides.map(([, id]) => id),
  )
  return sides.flatMap(([side, id]) => {
    const picture = pictures.find((one) => one.id === id)
    return picture ? [{ side, id, views: picture.views, removeAt: picture.removeAt, removedAt: picture.removedAt }] : []
  })
}
