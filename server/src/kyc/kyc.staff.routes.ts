import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import type { ReplyOf } from '@lonja/core/base/contract'
import { recordNumber } from '@lonja/core/base/numbers'
import type { SeatId } from '@lonja/core/base/ids'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import type { KycState } from '@lonja/core/kyc/kyc.contract'
import { kycLists } from '@lonja/core/kyc/kyc.lists'
import { kycReview } from '@lonja/core/kyc/kyc.review'
import { REPEATS, decideRepeat, numberCheck, EARLIER_SHOWN } from '@lonja/core/kyc/kyc.rules'
import { decideKyc, openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { approvalsFor, type Flaws } from '@lonja/core/review/review.rules'
import { findViewed } from '../audit/audit.store.ts'
import { readCustomer } from '../accounts/accounts.store.ts'
import type { Tx } from '../database/db.ts'
import type { Route } from '../door/serve.ts'
import type { StaffWriteContext } from '../door/serve.staff.ts'
import { decidedPictures } from '../pictures/pictures.actions.ts'
import type { WrappingKey } from '../pictures/seal.ts'
import { reviewedRoutes, type Reviews } from '../review/review.frame.ts'
import { reasonIn } from '../review/review.replies.ts'
import { ENDED_WITH_ACCOUNT, formOf, openNumber, papersOf, payloadFor, stepTo } from './kyc.actions.ts'
import { countOthersWith, findReviewedKyc, listKyc, saveEnd, type KycRow } from './kyc.store.ts'

/** The calls of staff on identity checks. */
export const kycStaffRoutes = (reviews: Reviews, key: WrappingKey): Route[] =>
  reviewedRoutes(reviews, {
    kind: kycReview,
    open: openKyc,
    decide: decideKyc,
    unknown: refuse('unknown_kyc'),
    topics: { opened: TOLD, judged: TOLD },
    find: findReviewedKyc,
    opening: (row) => (shownNumber(key, row) === null ? refuse('kyc_damaged') : null),
    opened: ({ tx, now: at }, { id, customer }) =>
      stepTo(tx, customer, { id, state: 'in_review', news: { code: 'kyc_in_review' }, at }),
    evidence: (context, row, review) => evidenceFor(context, row, shownNumber(key, row) ?? '', review.state),

    ready: async (_context, row, { opinion, reason, repeat: parts }) => {
      const number = openNumber(key, row)
      if (number === null) return refuse(row.number === null ? 'review_over' : 'kyc_damaged')
      const repeating = opinion === 'approve' ? { repeat: [] } : decideRepeat(reason, parts, row.type)
      return isRefused(repeating) ? repeating : { ...repeating, payload: payloadFor(formOf(row, number)) }
    },

    flaws: (context, row) => flawsFor(context, row, shownNumber(key, row) ?? ''),

    decided: async ({ tx, now: at }, row, { result, reason }, { repeat }) => {
      const { id, customer } = row
      const passed = result === 'approved'
      await saveEnd(tx, row, { at, passed, reason, repeat })
      await decidedPictures(tx, customer, id, at)
      const news = passed ? ({ code: 'kyc_passed' } as const) : ({ code: 'kyc_refused', reason } as const)
      await stepTo(tx, customer, { id, state: passed ? 'passed' : 'refused', news, at })
    },

    stateOf: (row) => stateOf(row, 'in_review'),
  })

const TOLD = ['kyc', 'profile', 'notices'] as const

/** The document's number; masked once the number is purged with the pictures. Null if its seal is broken. */
const shownNumber = (key: WrappingKey, row: KycRow): string | null =>
  row.number === null ? row.numberMasked : openNumber(key, row)

type Evidence = ReplyOf<typeof openKyc>
type OwnEvidence = Pick<
  Evidence,
  | 'id'
  | 'recordNumber'
  | 'state'
  | 'submittedAt'
  | 'dueAt'
  | 'firstName'
  | 'lastName'
  | 'type'
  | 'number'
  | 'sample'
  | 'papers'
  | 'customer'
  | 'checks'
  | 'earlier'
  | 'reasons'
>

/**
 * The evidence for a decision, apart from the frame's part, as it is now. Reading it is a view, which the frame has
 * recorded.
 */
async function evidenceFor(
  { tx, language, seat }: StaffWriteContext,
  row: KycRow,
  number: string,
  review: string,
): Promise<OwnEvidence> {
  const { displayName, phone, joinedAt } = await readCustomer(tx, row.customer)
  const words = (code: string) => reasonIn(language, kycReview, code)
  const papers = await papersOf(tx, row)
  const checks = await checksFor(tx, row, number, papers)
  const opened = await openedBy(tx, seat.id, row)
  const earlier = (await listKyc(tx, row.customer, EARLIER_SHOWN)).filter(({ id }) => id !== row.id)
  const { id, reviewId, firstName, lastName, type, sample, submittedAt, dueAt } = row
  return {
    id: reviewId,
    recordNumber: recordNumber(kycReview, id),
    state: row.end?.reason === ENDED_WITH_ACCOUNT ? ENDED_WITH_ACCOUNT : stateOf(row, review),
    submittedAt,
    dueAt,
    firstName,
    lastName,
    type,
    number,
    sample,
    papers: papers.map(({ side, id: picture, views, removedAt }) => ({
      side,
      id: picture,
      views,
      removedAt,
      opened: opened.has(picture),
    })),
    customer: { id: row.customer, name: displayName, phone: maskedPhone(phone), joinedAt },
    checks,
    earlier: earlier.map(({ reviewId: other, submittedAt: at, end }) => ({
      id: other,
      submittedAt: at,
      endedAt: end?.at ?? null,
      reason: end && !end.passed ? words(end.reason) : null,
    })),
    reasons: {
      approve: approvalsFor(kycReview, kycReview.reasons.approve, { failedCheck: hasFailed(checks) }).map(words),
      refuse: kycReview.reasons.refuse.map((code) => ({ ...words(code), repeat: repeatsOf(code, type) })),
    },
  }
}

/** The pictures of the document that a seat has opened. */
const openedBy = (tx: Tx, seat: SeatId, { id, customer }: KycRow): Promise<ReadonlySet<string>> =>
  findViewed(tx, { customer, seat, act: PICTURE_VIEW, about: id })

const PICTURE_VIEW = kycLists.pictures.kyc.act

/** The facts that stand against passing it. A document whose pictures are purged cannot be opened any more, nor passed. */
async function flawsFor({ tx, seat }: StaffWriteContext, row: KycRow, number: string): Promise<Flaws> {
  const papers = await papersOf(tx, row)
  const opened = await openedBy(tx, seat.id, row)
  const failedCheck = hasFailed(await checksFor(tx, row, number, papers))
  return { failedCheck, unopened: papers.filter(({ id }) => !opened.has(id)).length }
}

const hasFailed = (checks: Evidence['checks']): boolean => checks.some(({ ok }) => ok === false)

const repeatsOf = (code: keyof typeof REPEATS, type: KycRow['type']) =>
  REPEATS[code].filter((field) => !(field === 'back' && type === 'passport'))

/** The state of an ended submission is its end; that of any other comes from its review. */
const stateOf = ({ end }: KycRow, review: string): KycState =>
  end ? (end.passed ? 'passed' : 'refused') : review === 'in_review' ? 'in_review' : 'submitted'

async function checksFor(
  tx: Tx,
  row: KycRow,
  number: string,
  papers: readonly { removedAt: number | null }[],
): Promise<Evidence['checks']> {
  const fits = row.number === null ? 'not_known' : numberCheck(row.type, number)
  const checks: Evidence['checks'] = [
    { check: 'number_fits', ok: fits === 'not_known' ? null : fits === 'fits' },
    { check: 'number_new', ok: (await countOthersWith(tx, row.numberHash, row.customer)) === 0 },
    { check: 'papers_there', ok: papers.every(({ removedAt }) => removedAt === null) },
  ]
  const rank = (ok: boolean | null): number => (ok === false ? 0 : ok === null ? 1 : 2)
  return checks.toSorted((one, other) => rank(one.ok) - rank(other.ok))
}
