import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import { customerNumber } from '@lonja/core/base/numbers'
import { maskedName } from '@lonja/core/accounts/search.rules'
import type { Amount } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { emptyBalance } from '@lonja/core/ledger/ledger.rules'
import { dueAtFor } from '@lonja/core/review/review.rules'
import { reversalReview } from '@lonja/core/reversals/reversals.review'
import {
  debtsIn,
  decideReversal as decide,
  reversalNumber,
  shareFor,
  DEBTS_PAGE,
} from '@lonja/core/reversals/reversals.rules'
import { noticeOfReversal } from '@lonja/core/reversals/reversals.notices'
import {
  decideReversal,
  listDebts,
  openReversal,
  previewReversal,
  reverseCredit,
} from '@lonja/core/reversals/reversals.staff.contract'
import * as z from 'zod/mini'
import { findNames, findOpenCustomer, readCustomer } from '../accounts/accounts.store.ts'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import type { Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import type { ActingSeat } from '../door/seats.ts'
import { onStaffRead, onStaffWrite, type StaffWriteContext } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { findLastEntry, listBalances } from '../ledger/ledger.store.ts'
import { inWordsOf, type Wordbook } from '../notices/notices.words.ts'
import { openReview } from '../review/review.actions.ts'
import { reviewedRoutes, type Reviews } from '../review/review.frame.ts'
import { reasonsIn } from '../review/review.replies.ts'
import { isReviewed, type SeatAct } from '../review/review.store.ts'
import { carryOut, findCreditEntry, owedBy, payloadOf } from './reversals.actions.ts'
import {
  countDebts,
  findReviewedReversal,
  insertReversal,
  listDebtRows,
  sumReversals,
  type DebtPlace,
  type ReversalRow,
} from './reversals.store.ts'

/** Facts of features above this one, from the composition root. */
export interface ReversalsOptions {
  readonly reviews: Reviews
  readonly wordbook: Wordbook
  /** An amount in cents of EUR at the present rate; null without one. */
  readonly eurCentsOf: (amount: Amount) => bigint | null
  /** The withdrawals of some customers that were not sent yet. */
  readonly countUnsent: (tx: Tx, customers: readonly CustomerId[]) => Promise<ReadonlyMap<CustomerId, number>>
  /** Puts approved withdrawals back into their queue: none is sent while something is owed. */
  readonly recallApproved: (tx: LockedTx, customer: CustomerId, by: SeatAct, now: Instant) => Promise<void>
}

/** The staff calls that reverse credits, and the list of debts. */
export const reversalsStaffRoutes = (options: ReversalsOptions): Route[] => [
  askRoute(options),
  previewRoute(options),
  ...decidedRoutes(options),
  debtsRoute,
]

const actOf = ({ id, number, role }: ActingSeat): SeatAct => ({ seat: id, number, role })

const askRoute = ({ eurCentsOf }: ReversalsOptions): Route =>
  onStaffWrite(reverseCredit, {
    customerOf: (_tx, { customer }) => customer,
    handle: async ({ tx, seat, now, publish }, { id, customer, entry, amount, reason }) => {
      if (!(await findOpenCustomer(tx, customer))) return refuse('unknown_customer')
      if (customer === seat.customer) return refuse('own_account')
      if (await isReviewed(tx, customer, id)) return refuse('key_reused')
      const credit = await findCreditEntry(tx, customer, entry)
      if (!credit) return refuse('unknown_credit', {}, 'entry')
      const decision = decide({ amount, reason }, { credit, reversed: await sumReversals(tx, customer, credit, id) })
      if (isRefused(decision)) return decision
      const { kind } = credit
      const { asset, units: credited } = credit.amount
      const own = { asset, units: amount.units }
      const reversal = { id, customer, amount: own, entry, kind, credited, reason, by: actOf(seat), at: now }
      await insertReversal(tx, reversal)
      const review = await openReview(tx, reversalReview, {
        record: id,
        customer,
        amount,
        eurCents: eurCentsOf(amount),
        payload: payloadOf(reversal),
        at: now,
        dueAt: dueAtFor(reversalReview, reversalReview.dueMs, now),
      })
      const about = { kind: 'reversal', id }
      const detail = { reason, asset, units: String(amount.units) }
      await recordAct(tx, { customer, seat, act: 'reversal_asked', about, detail, at: now })
      publish(customer, 'notices')
      return { id, number: reversalNumber(id), review }
    },
  })

const previewRoute = ({ wordbook }: ReversalsOptions): Route =>
  onStaffRead(previewReversal, async ({ now }, { language, currency, amount: units, owed, reason }) => {
    // A notice that is never stored: its customer and its ids are nobody's.
    const head = { customer: newId<'customer'>(), id: newId(), at: now }
    const notice = noticeOfReversal(head, { id: newId(), amount: { asset: currency, units }, owed, reason })
    const { title, body } = inWordsOf(wordbook, { ...notice, read: false }, language)
    return { title, body }
  })

/** The queue of reversals: the second approval carries one out. */
const decidedRoutes = ({ reviews, countUnsent, recallApproved }: ReversalsOptions): Route[] =>
  reviewedRoutes(reviews, {
    kind: reversalReview,
    open: openReversal,
    decide: decideReversal,
    unknown: refuse('unknown_reversal'),
    topics: { opened: ['notices'], judged: ['balances', 'notices', 'deposits', 'withdrawals'] },
    find: findReviewedReversal,
    opened: async () => {},
    evidence: (context, reversal) => evidenceFor(context, reversal, countUnsent),
    ready: (_context, reversal, { opinion, reason }) =>
      Promise.resolve(
        opinion === 'approve' && reason !== reversal.reason
          ? refuse('unknown_reason', {}, 'reason')
          : { payload: payloadOf(reversal) },
      ),
    decided: async ({ tx, seat, now }, reversal, { result }) => {
      if (result === 'refused') return
      const by = actOf(seat)
      await carryOut(tx, reversal, by, now)
      if ((await owedBy(tx, reversal.customer)).length > 0) await recallApproved(tx, reversal.customer, by, now)
    },
    stateOf: ({ review }) => review,
  })

type Evidence = ReplyOf<typeof openReversal>
type FrameField = 'review' | 'seen' | 'steps' | 'holder' | 'onlyLook' | 'people' | 'onePerson' | 'seatedBy' | 'moves'

/** The evidence of a reversal, apart from the frame's part: the credit, the balance, what would be taken and owed. */
async function evidenceFor(
  { tx, language }: StaffWriteContext,
  reversal: ReversalRow,
  countUnsent: ReversalsOptions['countUnsent'],
): Promise<Omit<Evidence, FrameField>> {
  const { id, reviewId, review, customer, amount, entry, reason, by, at, dueAt, posted } = reversal
  const { displayName, phone, language: theirs, joinedAt } = await readCustomer(tx, customer)
  const credit = await findCreditEntry(tx, customer, entry)
  if (!credit) throw new Error('Assertion failed: entries stay')
  const balances = await listBalances(tx, customer)
  const { free, held } = balances.find(({ asset }) => asset === amount.asset) ?? emptyBalance(customer, amount.asset)
  const of = (units: bigint) => ({ asset: amount.asset, units })
  const share = posted ? { taken: amount.units - posted.owed, owed: posted.owed } : shareFor(amount.units, free)
  return {
    id: reviewId,
    number: reversalNumber(id),
    state: review,
    amount,
    reason,
    askedBy: { role: by.role, number: by.number },
    at,
    dueAt,
    customer: { id: customer, name: displayName, phone: maskedPhone(phone), language: theirs, joinedAt },
    credit: {
      kind: credit.kind,
      entry,
      posting: credit.posting,
      amount: credit.amount,
      at: credit.at,
      reversed: of(await sumReversals(tx, customer, credit, id)),
    },
    free: of(free),
    held: of(held),
    owed: debtsIn(balances),
    taken: of(share.taken),
    wouldOwe: of(share.owed),
    underWay: {
      orders: (await findLastEntry(tx, customer)).openOrders,
      withdrawals: (await countUnsent(tx, [customer])).get(customer) ?? 0,
    },
    reasons: reasonsIn(language, reversalReview, { ...reversalReview.reasons, approve: [reason] }),
  }
}

const debtsRoute: Route = onStaffRead(listDebts, async ({ tx }, { cursor, limit = DEBTS_PAGE }) => {
  const debts = await listDebtRows(tx, placeIn(cursor), limit + 1)
  const page = debts.slice(0, limit)
  const names = await findNames(tx, [...new Set(page.map(({ customer }) => customer))])
  const last = page.at(-1)
  return {
    rows: page.map(({ customer, owed, since }) => {
      const { name = null, phone = '' } = names.get(customer) ?? {}
      const displayName = maskedName(name)
      return { customer, number: customerNumber(customer), phone: maskedPhone(phone), displayName, owed, since }
    }),
    cursor: debts.length > limit && last ? `${last.since}.${last.customer}.${last.owed.asset}` : null,
    count: await countDebts(tx),
  }
})

/** The cursor of a page; null for an invalid cursor. */
function placeIn(cursor: string | undefined): DebtPlace | null {
  const [since = '', id, asset = ''] = cursor?.split('.') ?? []
  const customer = z.safeParse(CustomerId, id)
  return customer.success && /^\d{1,15}$/.test(since) ? { since: Number(since), customer: customer.data, asset } : null
}
