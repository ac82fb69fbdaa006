import type { ReplyOf } from '@lonja/core/base/contract'
import { isRefused, refuse, type Refused } from '@lonja/core/base/refusal'
import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import type { KycState } from '@lonja/core/kyc/kyc.contract'
import { REPEATS, decideRepeat, numberCheck } from '@lonja/core/kyc/kyc.rules'
import { decideKyc, openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { REASONS } from '@lonja/core/review/review.contract'
import { isHeld, roleFor } from '@lonja/core/review/review.rules'
import { readCustomer } from '../accounts/accounts.store.ts'
import type { Tx } from '../database/db.ts'
import type { Route } from '../door/serve.ts'
import { onStaffWrite, type StaffWriteContext } from '../door/serve.staff.ts'
import { decidedPictures } from '../pictures/pictures.actions.ts'
import type { WrappingKey } from '../pictures/seal.ts'
import {
  giveOpinion,
  reasonIn,
  startReview,
  stepsFor,
  type Reviewed,
  type ReviewSettings,
} from '../review/review.actions.ts'
import { countActiveSeats } from '../staff/seats.store.ts'
import { ENDED_WITH_ACCOUNT, formOf, openNumber, papersOf, payloadFor, stepTo } from './kyc.actions.ts'
import { countOthersWith, findKyc, listKyc, saveEnd, type KycRow } from './kyc.store.ts'

export interface KycStaffOptions {
  readonly key: WrappingKey
  readonly review: ReviewSettings
}

/** What staff do about identity checks. */
export const kycStaffRoutes = (options: KycStaffOptions): Route[] => [onOpen(options), onDecide(options)]

/** Whose it is never changes. */
const customerOf = async (tx: Tx, { id }: { id: string }): Promise<string | null> =>
  (await findKyc(tx, id))?.customer ?? null

type Evidence = ReplyOf<typeof openKyc>
type Started = Reviewed & { readonly refused: Refused<NonNullable<Evidence['onlyLook']>> | null }

const onOpen = ({ key }: KycStaffOptions): Route =>
  onStaffWrite(openKyc, {
    customerOf,
    handle: async (context, { id }) => {
      const { tx, now, seat, tell } = context
      const row = await findKyc(tx, id)
      if (!row) return refuse('unknown_kyc')
      // What is over is shown by its masked number, once the number is gone with the papers.
      const number = row.number === null ? row.numberMasked : openNumber(key, row)
      if (number === null) return refuse('kyc_damaged')
      const started = await startReview(tx, { id, seat, now })
      const { kyc } = await readCustomer(tx, row.customer)
      if (!started.refused && kyc === 'submitted') {
        await stepTo(tx, row.customer, { id, state: 'in_review', told: { code: 'kyc_in_review' }, at: now })
      }
      tell(row.customer, 'kyc', 'profile', 'notices')
      return evidenceFor(context, row, number, started)
    },
  })

/** All that a decision needs, as things stand now. It is a view: the caller has written it down. */
async function evidenceFor(
  { tx, now, language, seat }: StaffWriteContext,
  row: KycRow,
  number: string,
  { review, steps, refused }: Started,
): Promise<Evidence> {
  const customer = await readCustomer(tx, row.customer)
  const words = (code: string) => reasonIn(language, 'kyc', code)
  const papers = await papersOf(tx, row)
  const earlier = (await listKyc(tx, row.customer, EARLIER_MOST)).filter(({ id }) => id !== row.id)
  const said = stepsFor(language, 'kyc', steps)
  const { holder } = review
  const { firstName, lastName, type, sample, submittedAt, dueAt } = row
  return {
    ...{ id: row.id, review: review.state, seen: review.payloadHash },
    state: row.end?.reason === ENDED_WITH_ACCOUNT ? ENDED_WITH_ACCOUNT : stateOf(row, review.state),
    ...{ submittedAt, dueAt, firstName, lastName, type, number, sample },
    papers: papers.map(({ side, id, views, removedAt }) => ({ side, id, views, removedAt })),
    customer: {
      ...{ id: customer.id, name: customer.displayName, phone: maskedPhone(customer.phone) },
      joinedAt: customer.joinedAt,
    },
    checks: await checksFor(tx, row, number, papers),
    earlier: earlier.map(({ id, submittedAt: at, end }) => ({
      ...{ id, submittedAt: at, endedAt: end?.at ?? null },
      reason: end && !end.passed ? words(end.reason) : null,
    })),
    steps: said.map((step, n) => ({ ...step, note: steps[n]?.note ?? null })),
    reasons: {
      approve: REASONS.kyc.approve.map(words),
      refuse: REASONS.kyc.refuse.map((code) => ({ ...words(code), repeat: repeatsOf(code, type) })),
    },
    holder: holder && {
      ...{ seat: { role: holder.role, number: holder.number }, at: holder.at },
      ...{ own: holder.seat === seat.id, silent: !isHeld(review, now) },
    },
    onlyLook: refused?.refused ?? null,
  }
}

const EARLIER_MOST = 20

const repeatsOf = (code: keyof typeof REPEATS, type: KycRow['type']) =>
  REPEATS[code].filter((field) => !(field === 'back' && type === 'passport'))

/** What is over is as it was decided; the rest as the review stands. */
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

const onDecide = ({ key, review: settings }: KycStaffOptions): Route =>
  onStaffWrite(decideKyc, {
    customerOf,
    handle: async ({ tx, now, seat, tell }, { id, note = null, repeat: asked, ...given }) => {
      const row = await findKyc(tx, id)
      if (!row) return refuse('unknown_kyc')
      const number = openNumber(key, row)
      if (number === null) return refuse(row.number === null ? 'review_over' : 'kyc_damaged')
      const repeating = given.opinion === 'approve' ? { repeat: [] } : decideRepeat(given.reason, asked, row.type)
      if (isRefused(repeating)) return repeating
      const outcome = await giveOpinion(tx, {
        ...{ ...given, id, seat, note, settings, now },
        payload: payloadFor(formOf(row, number)),
        activeSeats: await countActiveSeats(tx),
      })
      if (isRefused(outcome)) return outcome
      if (outcome.outcome === 'decided') {
        const { reason } = outcome
        const passed = outcome.result === 'approved'
        await saveEnd(tx, row, { at: now, passed, reason, repeat: repeating.repeat })
        await decidedPictures(tx, row.customer, id, now)
        const told = passed ? ({ code: 'kyc_passed' } as const) : ({ code: 'kyc_refused', reason } as const)
        await stepTo(tx, row.customer, { id, state: passed ? 'passed' : 'refused', told, at: now })
      }
      tell(row.customer, 'kyc', 'profile', 'notices')
      const after = (await findKyc(tx, id)) ?? row
      const role = roleFor('kyc', seat.roles) ?? 'reviewer'
      const state = stateOf(after, 'in_review')
      return { id, outcome: outcome.outcome, state, seat: { role, number: seat.number } }
    },
  })
