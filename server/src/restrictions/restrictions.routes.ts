import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import { customerNumber, recordNumber } from '@lonja/core/base/numbers'
import { stopsMoney } from '@lonja/core/accounts/restrictions.rules'
import { accountOf, maskedName } from '@lonja/core/accounts/search.rules'
import { assert } from '@lonja/core/base/assert'
import type { InputOf, ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { dueAtFor } from '@lonja/core/review/review.rules'
import { reasonsFor, restrictionReview, type RestrictionAct } from '@lonja/core/restrictions/restrictions.review'
import { ALONE_WINDOW, decideRestriction as decide, RESTRICTED_PAGE } from '@lonja/core/restrictions/restrictions.rules'
import {
  decideRestriction,
  liftRestriction,
  listRestricted,
  openRestriction,
  previewRestriction,
  restrictAccount,
} from '@lonja/core/restrictions/restrictions.staff.contract'
import { findCustomer, findOpenCustomer, readCustomer } from '../accounts/accounts.store.ts'
import {
  findRestriction,
  isRestrictionTaken,
  listAlone,
  listRestrictedRows,
  readRestriction,
} from '../accounts/restrictions.store.ts'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import type { Tx } from '../database/db.ts'
import { placeIn } from '../door/cursors.ts'
import { onStaffRead, onStaffWrite, type StaffWriteContext } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { inWordsOf, type Wordbook } from '../notices/notices.words.ts'
import type { EndingParts } from '../orders/orders.actions.ts'
import type { ActingSeat } from '../door/seats.ts'
import { openReview, type Payload } from '../review/review.actions.ts'
import { reviewedRoutes, type Reviews } from '../review/review.frame.ts'
import { reasonsIn } from '../review/review.replies.ts'
import { isReviewed, type SeatAct } from '../review/review.store.ts'
import { findSeatNumbers } from '../staff/seats.store.ts'
import { countUnsent } from '../withdrawals/withdrawals.store.ts'
import { findNote, insertNote, listNotes } from './notes.store.ts'
import { impose, lift, noticeOf, restrictionReply, TOLD } from './restrictions.actions.ts'
import { underWayOf } from './underway.actions.ts'
import {
  findReviewedRequest,
  insertRequest,
  listOpenRequests,
  type RequestRow,
  type RestrictionRequest,
  type Terms,
} from './restrictions.store.ts'

export interface RestrictionsOptions {
  /** The market and the open orders: ended ones leave it after the commit. */
  readonly trading: EndingParts
  readonly reviews: Reviews
  readonly wordbook: Wordbook
}

/** The staff calls that restrict accounts and lift restrictions, alone or by two, and the list of restricted accounts. */
export const restrictionsRoutes = (options: RestrictionsOptions): Route[] => [
  restrictRoute(options),
  previewRoute(options),
  liftRoute,
  listRoute,
  ...decidedRoutes(options),
]

const customerOf = (_tx: unknown, { customer }: { customer: CustomerId }): CustomerId => customer

const actOf = ({ id, number, role }: ActingSeat): SeatAct => ({ seat: id, number, role })

const restrictRoute = ({ trading }: RestrictionsOptions): Route =>
  onStaffWrite(restrictAccount, {
    customerOf,
    handle: async (context, input) => {
      const { tx, seat, now, publish, afterCommit } = context
      const { id, customer, level, reason, until, note } = input
      if (!(await findOpenCustomer(tx, customer))) return refuse('unknown_customer')
      // The answer of this key is purged, or the key is another seat's: the account was restricted under it.
      if ((await isRestrictionTaken(tx, customer, id)) || (await isReviewed(tx, customer, id)))
        return refuse('key_reused')
      const decision = await decideNow(context, input)
      if (isRefused(decision)) return decision
      const terms = { level, reason, until }
      if (decision.people === 2 && (await listOpenRequests(tx, [customer])).length > 0)
        return refuse('restriction_asked')
      if (note !== undefined) await insertNote(tx, { customer, id, note })
      if (decision.people === 2) {
        const request = { id, customer, act: 'restrict', terms, restriction: null, by: actOf(seat), at: now } as const
        const review = await ask(context, request)
        return { id, until, outcome: 'asked' as const, review }
      }
      const ended = await impose(tx, { id, customer, ...terms, by: actOf(seat), people: 1, now }, trading)
      afterCommit(() => ended.forEach((order) => trading.open.take(order)))
      publish(customer, ...TOLD)
      return { id, until, outcome: 'restricted' as const, review: null }
    },
  })

const previewRoute = ({ wordbook }: RestrictionsOptions): Route =>
  onStaffRead(previewRestriction, async ({ seat, now }, { language, level, reason, until, ended, stopped }) => {
    // A notice that is never stored: its customer and its id are nobody's.
    const head = { customer: newId<'customer'>(), id: newId(), at: now }
    const notice = noticeOf(head, seat, { level, reason, until }, { ended, stopped })
    const { title, body } = inWordsOf(wordbook, { ...notice, read: false }, language)
    return { title, body }
  })

async function decideNow(
  { tx, seat, now }: StaffWriteContext,
  { customer, level, until }: InputOf<typeof restrictAccount>,
) {
  return decide(
    { customer, level, until },
    {
      now,
      ownAccount: seat.customer,
      inForce: await findRestriction(tx, customer, now),
      alone: await listAlone(tx, customer, now - ALONE_WINDOW),
    },
  )
}

const liftRoute: Route = onStaffWrite(liftRestriction, {
  customerOf,
  handle: async (context, { id, customer }) => {
    const { tx, seat, now } = context
    if (!(await findCustomer(tx, customer))) return refuse('unknown_customer')
    if (customer === seat.customer) return refuse('own_account')
    if (await isReviewed(tx, customer, id)) return refuse('key_reused')
    const restriction = await findRestriction(tx, customer, now)
    if (!restriction) return { id, outcome: 'not_restricted' as const, review: null }
    if ((await listOpenRequests(tx, [customer])).length > 0) return refuse('restriction_asked')
    const request = { id, customer, terms: null, restriction: restriction.id, by: actOf(seat), at: now }
    return { id, outcome: 'asked' as const, review: await ask(context, { ...request, act: 'lift' }) }
  },
})

/** Puts an act that two people decide into its queue. Returns the id of the review. */
async function ask({ tx, seat, now, publish }: StaffWriteContext, request: RestrictionRequest): Promise<string> {
  const { id, customer, act, terms } = request
  await insertRequest(tx, request)
  const dueAt = dueAtFor(restrictionReview, restrictionReview.dueMs, now)
  const none = { amount: null, eurCents: null }
  const review = await openReview(tx, restrictionReview, {
    ...none,
    record: id,
    customer,
    payload: payloadOf(request),
    at: now,
    dueAt,
  })
  const about = { kind: 'restriction', id }
  const kind = act === 'restrict' ? 'restriction_asked' : 'lift_asked'
  await recordAct(tx, { customer, seat, act: kind, about, detail: { ...terms }, at: now })
  publish(customer, 'notices', 'profile')
  return review
}

const payloadOf = ({ customer, act, terms, restriction }: RestrictionRequest): Payload => ({
  customer,
  act,
  level: terms && String(terms.level),
  reason: terms && terms.reason,
  until: terms && String(terms.until),
  restriction,
})

type Row = ReplyOf<typeof listRestricted>['rows'][number]

const listRoute: Route = onStaffRead(listRestricted, async ({ tx, now }, { find, cursor, limit = RESTRICTED_PAGE }) => {
  const search = find === undefined ? null : accountOf(find)
  if (find !== undefined && search === null) return { rows: [], cursor: null }
  const rows = await listRestrictedRows(tx, search, { after: placeIn(cursor), most: limit + 1, now })
  const page = rows.slice(0, limit)
  const customers = page.map(({ customer }) => customer)
  const stopped = await countUnsent(tx, customers)
  const numbers = await findSeatNumbers(
    tx,
    page.flatMap(({ seat }) => seat ?? []),
  )
  const waiting = await listOpenRequests(tx, customers)
  const noteOf = await listNotes(tx, page)
  const last = page.at(-1)
  return {
    rows: page.map((row): Row => ({
      customer: row.customer,
      number: customerNumber(row.customer),
      phone: maskedPhone(row.phone),
      displayName: maskedName(row.displayName),
      ...restrictionReply(row, noteOf(row)),
      seat: row.seat === null ? null : (numbers.get(row.seat) ?? null),
      people: row.people,
      stopped: stopsMoney(row.level) ? (stopped.get(row.customer) ?? 0) : 0,
      review: waiting.find(({ customer }) => customer === row.customer)?.reviewId ?? null,
    })),
    cursor: rows.length > limit && last ? `${last.untilAt}.${last.customer}` : null,
  }
})

/** The queue of what two people decide: the second approval restricts the account, or lifts its restriction. */
const decidedRoutes = ({ trading, reviews }: RestrictionsOptions): Route[] =>
  reviewedRoutes(reviews, {
    kind: restrictionReview,
    open: openRestriction,
    decide: decideRestriction,
    unknown: refuse('unknown_restriction'),
    topics: { opened: ['notices', 'profile'], judged: TOLD },
    find: findReviewedRequest,
    opened: async () => {},
    evidence: (context, request) => evidenceFor(context, request),
    ready: async ({ tx, now }, request, { opinion, reason }) => {
      if (!isReason(request.act, opinion, reason)) return refuse('unknown_reason', {}, 'reason')
      if (opinion === 'approve') {
        const { terms, restriction } = request
        if (terms !== null && terms.until <= now) return refuse('until_past')
        // The restriction to lift has ended, or another one has taken its place.
        if (restriction !== null && (await findRestriction(tx, request.customer, now))?.id !== restriction)
          return refuse('restriction_changed')
      }
      return { payload: payloadOf(request) }
    },
    decided: async ({ tx, seat, now, afterCommit }, { id, customer, terms }, { result }) => {
      if (result === 'refused') return
      const by = actOf(seat)
      if (terms === null) return void (await lift(tx, { customer, by, now }))
      const ended = await impose(tx, { id, customer, ...terms, by, people: 2, now }, trading)
      afterCommit(() => ended.forEach((order) => trading.open.take(order)))
    },
    stateOf: ({ review }) => review,
  })

const isReason = (act: RestrictionAct, opinion: 'approve' | 'refuse', reason: string): boolean =>
  (reasonsFor(act)[opinion] as readonly string[]).includes(reason)

/** The terms of the restriction to lift. */
async function termsOf(tx: Tx, customer: CustomerId, restriction: string | null): Promise<Terms> {
  assert(restriction !== null, 'a lifting names its restriction')
  const { level, reason, untilAt: until } = await readRestriction(tx, customer, restriction)
  return { level, reason, until }
}

type Evidence = ReplyOf<typeof openRestriction>
type OwnEvidence = Pick<
  Evidence,
  | 'id'
  | 'number'
  | 'state'
  | 'act'
  | 'level'
  | 'reason'
  | 'until'
  | 'askedBy'
  | 'note'
  | 'at'
  | 'dueAt'
  | 'customer'
  | 'inForce'
  | 'underWay'
  | 'reasons'
>

/** The evidence for a decision, apart from the frame's part. Reading it is a view, which the frame has recorded. */
async function evidenceFor({ tx, now, language }: StaffWriteContext, request: RequestRow): Promise<OwnEvidence> {
  const { id, reviewId, review, customer, act, terms, restriction, by, at, dueAt } = request
  const { displayName, phone, joinedAt } = await readCustomer(tx, customer)
  const inForce = await findRestriction(tx, customer, now)
  const { level, reason, until } = terms ?? (await termsOf(tx, customer, restriction))
  return {
    id: reviewId,
    number: recordNumber(restrictionReview, id),
    state: review,
    act,
    level,
    reason,
    until,
    askedBy: { role: by.role, number: by.number },
    note: await findNote(tx, customer, id),
    at,
    dueAt,
    customer: { id: customer, name: displayName, phone: maskedPhone(phone), joinedAt },
    inForce: inForce && restrictionReply(inForce, await findNote(tx, customer, inForce.id)),
    underWay: await underWayOf(tx, customer),
    reasons: reasonsIn(language, restrictionReview, reasonsFor(act)),
  }
}
