import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import type { ReplyOf } from '@lonja/core/base/contract'
import { MINUTE } from '@lonja/core/base/instant'
import { recordNumber } from '@lonja/core/base/numbers'
import { refuse } from '@lonja/core/base/refusal'
import { noticeOfLetting, noticeOfRefusedReset } from '@lonja/core/resets/resets.notices'
import { resetReview } from '@lonja/core/resets/resets.review'
import {
  RESET_NOTICE_MS,
  isResetLive,
  plainResetCode,
  resetStateAt,
  SESSIONS_SINCE_MS,
  SESSIONS_SHOWN,
} from '@lonja/core/resets/resets.rules'
import { decideReset, findReset, openReset } from '@lonja/core/resets/resets.staff.contract'
import { RESET_CODE_SEAT } from '@lonja/core/resets/tries.rules'
import { dueAtFor, hasDisagreed } from '@lonja/core/review/review.rules'
import { readCustomer } from '../accounts/accounts.store.ts'
import { findRestriction } from '../accounts/restrictions.store.ts'
import { findSecondStep } from '../accounts/second-step.store.ts'
import { listRecentSessions } from '../accounts/sessions.store.ts'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import type { Tx } from '../database/db.ts'
import { findKnownDevice } from '../door/devices.store.ts'
import { asSeat, type StaffWriteContext } from '../door/serve.staff.ts'
import type { CallRequest, Route } from '../door/serve.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { findNote } from '../restrictions/notes.store.ts'
import { restrictionReply } from '../restrictions/restrictions.actions.ts'
import { underWayOf } from '../restrictions/underway.actions.ts'
import { actFor, facing, isOnePerson, openReview, readReview, type Payload } from '../review/review.actions.ts'
import { reviewedRoutes, type Reviews } from '../review/review.frame.ts'
import { reasonsIn } from '../review/review.replies.ts'
import { countActiveSeats } from '../staff/seats.store.ts'
import { announce, RESET_TOPICS } from './resets.actions.ts'
import {
  findResetByCode,
  findReviewedReset,
  saveLetting,
  saveResetEnd,
  type CustomerReset,
  type ResetRow,
} from './resets.store.ts'

/** The staff calls that find a request by its code, and let its device through or refuse it. */
export const resetsStaffRoutes = (reviews: Reviews): Route[] => [findRoute, ...decidedRoutes(reviews)]

const UNKNOWN_CODE = refuse('unknown_reset_code', {}, 'code')
const TOO_MANY = refuse('too_many_tries', { minutes: String(RESET_CODE_SEAT.windowMs / MINUTE) })

/** The seat's wrong codes are counted under its lock, before the code is looked up; a right one is refunded. */
const findRoute: Route = {
  call: findReset,
  answer: async (request, house) => {
    const plain = plainResetCode((request as CallRequest<typeof findReset>).input.code)
    const answer = await asSeat(
      request,
      house,
      async (tx) => (plain === null ? null : ((await findResetByCode(tx, plain))?.customer ?? null)),
      async (context) => {
        const { tx, seat, now } = context
        if (plain === null) return null
        const subjects = [{ throttle: RESET_CODE_SEAT, who: seat.id }]
        if (!(await house.tries.countIn(tx, { subjects, now }))) return TOO_MANY
        const reset = await findResetByCode(tx, plain)
        // A code of an unknown phone number, and one of a request that is over, are as unknown as any other.
        if (!reset || reset.customer === null || !isResetLive(resetStateAt(reset, now))) return null
        await house.tries.refundIn(tx, { subjects, now })
        return { id: await reviewFor(context, reset, reset.customer) }
      },
    )
    // A refusal within the transaction would take the count of a wrong code back.
    return answer ?? UNKNOWN_CODE
  },
}

/** The review of a request: the first seat that finds the request puts it into the queue. */
async function reviewFor(
  { tx, seat, now, publish }: StaffWriteContext,
  reset: ResetRow,
  customer: CustomerReset['customer'],
): Promise<string> {
  await announce(tx, reset, now)
  const about = { kind: 'reset', id: reset.id }
  await recordAct(tx, { customer, seat, act: 'reset_found', about, detail: {}, at: now })
  publish(customer, ...RESET_TOPICS)
  return (
    reset.reviewId ??
    (await openReview(tx, resetReview, {
      record: reset.id,
      customer,
      amount: null,
      eurCents: null,
      payload: payloadOf({ ...reset, customer }),
      at: now,
      dueAt: dueAtFor(resetReview, resetReview.dueMs, now),
    }))
  )
}

/** Exactly this device: the hash of its secret. */
const payloadOf = ({ id, customer, secretHash }: Pick<CustomerReset, 'id' | 'customer' | 'secretHash'>): Payload => ({
  id,
  customer,
  secretHash: secretHash.toString('hex'),
})

const OVER = refuse('reset_over')

const decidedRoutes = (reviews: Reviews): Route[] =>
  reviewedRoutes(reviews, {
    kind: resetReview,
    open: openReset,
    decide: decideReset,
    unknown: refuse('unknown_reset'),
    topics: { opened: RESET_TOPICS, judged: RESET_TOPICS },
    find: findReviewedReset,
    opened: async () => {},
    evidence: async (context, reset) => ({
      ...(await evidenceFor(context, reset)),
      approval: await approvalFor(context.tx, reset, reviews),
    }),
    ready: async ({ now }, reset) => (isResetLive(resetStateAt(reset, now)) ? { payload: payloadOf(reset) } : OVER),
    // One person alone: the device gets in after the time of notice. Two who disagree let nobody in, and nobody alone after them.
    undecided: async (context, reset, { outcome, opinion, hasDisagreed: isSplit }) => {
      if (outcome === 'needs_second' && opinion === 'approve' && !isSplit) return letThrough(context, reset, 1)
      await saveLetting(context.tx, reset.id, null)
    },
    decided: async (context, reset, { result, people }) => {
      if (result === 'approved') return letThrough(context, reset, people)
      const { tx, seat, now } = context
      if (!(await saveResetEnd(tx, reset.id, 'refused', now))) return OVER
      const { role, number } = actFor(resetReview, seat)
      const head = { customer: reset.customer, id: newId(), at: now }
      await insertNotices(tx, [noticeOfRefusedReset(head, { role, number })])
    },
    stateOf: ({ review }) => review as ReplyOf<typeof decideReset>['state'],
  })

/** The consequence of an approval now: at once beside a valid one, after the notice, or none before a second person. */
async function approvalFor(tx: Tx, { reviewId }: CustomerReset, { settings }: Reviews): Promise<Evidence['approval']> {
  const reviewed = await readReview(tx, reviewId)
  const [first] = (await facing(tx, resetReview, reviewed)).opinions
  if (first) return first.opinion === 'approve' ? 'open' : 'second'
  if (isOnePerson(settings, await countActiveSeats(tx))) return 'notice'
  return hasDisagreed(reviewed.steps) ? 'second' : 'notice'
}

/**
 * Two people let the device through at once; one alone, after the time of notice to the customer. Refused if the request has
 * ended since it was read: its device withdraws it without the customer's lock.
 */
async function letThrough(
  { tx, seat, now }: StaffWriteContext,
  reset: CustomerReset,
  people: 1 | 2,
): Promise<void | typeof OVER> {
  const { id, customer, device } = reset
  const opensAt = people === 2 ? now : now + RESET_NOTICE_MS
  if (!(await saveLetting(tx, id, { opensAt, people }))) return OVER
  const { role, number } = actFor(resetReview, seat)
  const code = people === 2 ? 'reset_let_through' : 'reset_in_notice'
  await insertNotices(tx, [
    noticeOfLetting({ customer, id: newId(), at: now }, code, { role, number, device, opensAt }),
  ])
}

type Evidence = ReplyOf<typeof openReset>
type OwnEvidence = Pick<
  Evidence,
  | 'id'
  | 'number'
  | 'state'
  | 'request'
  | 'at'
  | 'dueAt'
  | 'endsAt'
  | 'opensAt'
  | 'device'
  | 'deviceKnown'
  | 'customer'
  | 'sessions'
  | 'inForce'
  | 'underWay'
  | 'reasons'
>

/** The evidence for a decision, apart from the frame's part. Reading it is a view, which the frame has recorded. */
async function evidenceFor({ tx, now, language }: StaffWriteContext, reset: CustomerReset): Promise<OwnEvidence> {
  const { id, customer, reviewId, review, markHash, at, dueAt, endsAt, opensAt, device } = reset
  const { displayName, phone, joinedAt, kyc, tradingHash } = await readCustomer(tx, customer)
  const inForce = await findRestriction(tx, customer, now)
  const sessions = await listRecentSessions(tx, customer, { since: now - SESSIONS_SINCE_MS, most: SESSIONS_SHOWN })
  return {
    id: reviewId,
    number: recordNumber(resetReview, id),
    state: review as Evidence['state'],
    request: resetStateAt(reset, now),
    at,
    dueAt,
    endsAt,
    opensAt,
    device,
    deviceKnown: markHash !== null && (await findKnownDevice(tx, customer, markHash)) !== null,
    customer: {
      id: customer,
      name: displayName,
      phone: maskedPhone(phone),
      joinedAt,
      kyc,
      hasTradingPassword: tradingHash !== null,
      hasSecondStep: (await findSecondStep(tx, customer)) !== null,
    },
    sessions: sessions.map(({ id: session, device: on, startedAt, seenAt, endsAt: until }) => ({
      id: session,
      device: on,
      startedAt,
      seenAt,
      live: until > now,
    })),
    inForce: inForce && restrictionReply(inForce, await findNote(tx, customer, inForce.id)),
    underWay: await underWayOf(tx, customer),
    reasons: reasonsIn(language, resetReview, resetReview.reasons),
  }
}
