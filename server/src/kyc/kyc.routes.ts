import { HOUR } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { readKyc, submitKyc } from '@lonja/core/kyc/kyc.contract'
import { kycReview } from '@lonja/core/kyc/kyc.review'
import { dueAtFor } from '@lonja/core/review/review.rules'
import { LIMITS, decideKyc, limitsFor, type EarlierKyc } from '@lonja/core/kyc/kyc.rules'
import { readCustomer } from '../accounts/accounts.store.ts'
import type { Tx } from '../database/db.ts'
import { onRead, onWrite, type Route } from '../door/serve.ts'
import { takePictures } from '../pictures/pictures.actions.ts'
import type { WrappingKey } from '../pictures/seal.ts'
import { openReview, readReview } from '../review/review.actions.ts'
import { isReviewed } from '../review/review.store.ts'
import { reasonIn, stepsFor } from '../review/review.replies.ts'
import { formOf, sealedNumber, openNumber, papersOf, payloadFor, stepTo } from './kyc.actions.ts'
import { insertKyc, listKyc, type KycRow } from './kyc.store.ts'

export interface KycOptions {
  readonly key: WrappingKey
  /** The time from a submission to the deadline of its decision. */
  readonly dueMs: number
}

export const kycRoutes = (options: KycOptions): Route[] => [onReadKyc(options), onSubmitKyc(options)]

const onReadKyc = ({ dueMs }: KycOptions): Route =>
  onRead(readKyc, async ({ tx, customer, language }) => {
    const { kyc: state } = await readCustomer(tx, customer)
    const [last] = await listKyc(tx, customer, 1)
    const submission = last ? await submissionFor(tx, last, language) : null
    return { state, limits: limitsFor(state), passedLimits: LIMITS.passed, submission, dueHours: dueMs / HOUR }
  })

/** A submission as its own customer reads it. */
async function submissionFor(tx: Tx, row: KycRow, language: Language) {
  const { steps } = await readReview(tx, row.reviewId)
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    type: row.type,
    number: row.numberMasked,
    sample: row.sample,
    submittedAt: row.submittedAt,
    dueAt: row.dueAt,
    endedAt: row.end?.at ?? null,
    papers: await papersOf(tx, row),
    reason: row.end && !row.end.passed ? reasonIn(language, kycReview, row.end.reason) : null,
    repeat: [...(row.end?.repeat ?? [])],
    steps: stepsFor(language, kycReview, steps),
  }
}

const onSubmitKyc = ({ key, dueMs }: KycOptions): Route =>
  onWrite(submitKyc, async ({ tx, customer, now, publish }, { id, sample, ...written }) => {
    if (await isReviewed(tx, customer, id)) return refuse('key_reused')
    const { kyc: state } = await readCustomer(tx, customer)
    const [last] = await listKyc(tx, customer, 1)
    const earlier = last && state === 'refused' ? earlierOf(key, last) : null
    const decision = decideKyc(written, { state, earlier })
    if (isRefused(decision)) return decision
    const { form } = decision
    for (const side of ['front', 'back'] as const) {
      const picture = form[side]
      if (picture === null) continue
      // The back may not be the same picture as the front, which belongs to the record already.
      if (side === 'back' && picture === form.front) return refuse('unknown_picture', {}, side)
      const refused = await takePictures(tx, customer, [picture], {
        use: 'kyc',
        record: id,
        earlier: earlier?.id ?? null,
      })
      if (refused) return { ...refused, field: side }
    }
    const dueAt = dueAtFor(kycReview, dueMs, now)
    const { front, back, firstName, lastName, type } = form
    await insertKyc(tx, {
      customer,
      id,
      firstName,
      lastName,
      type,
      front: front ?? '',
      back,
      sample,
      ...sealedNumber(key, { customer, id }, form),
      submittedAt: now,
      dueAt,
    })
    const nothing = { amount: null, eurCents: null }
    await openReview(tx, kycReview, { record: id, customer, ...nothing, at: now, dueAt, payload: payloadFor(form) })
    await stepTo(tx, customer, { id, state: 'submitted', news: { code: 'kyc_submitted' }, at: now })
    publish('kyc', 'profile', 'notices')
    return { id, state: 'submitted' as const, submittedAt: now, dueAt }
  })

/** The refused submission before this one. A number that can no longer be opened must be entered again. */
function earlierOf(key: WrappingKey, row: KycRow): EarlierKyc {
  const number = openNumber(key, row)
  const repeat = row.end?.repeat ?? []
  const again = number === null && !repeat.includes('number') ? [...repeat, 'number' as const] : repeat
  return { ...formOf(row, number ?? ''), id: row.id, repeat: again }
}
