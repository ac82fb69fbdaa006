import { noticeByOperator, noticeByStaff } from '@lonja/core/accounts/accounts.notices'
import type { ReplyOf, Role, Topic } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { NewNotice, NoticeHead } from '@lonja/core/notices/notices.rules'
import { isCloseOut, type Order } from '@lonja/core/orders/orders.rules'
import { RESTRICTING_ROLES } from '@lonja/core/restrictions/restrictions.review'
import { fateOf } from '@lonja/core/restrictions/restrictions.rules'
import type { openRestriction } from '@lonja/core/restrictions/restrictions.staff.contract'
import { stateFor } from '@lonja/core/withdrawals/withdrawals.rules'
import { findRestriction, insertRestriction, saveLift, type Restriction } from '../accounts/restrictions.store.ts'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import type { LockedTx } from '../database/locks.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { cancelAllNow, type EndingParts } from '../orders/orders.actions.ts'
import type { SeatAct } from '../review/review.store.ts'
import { stopAllOf } from '../strategies/runs.actions.ts'
import { recall } from '../withdrawals/withdrawals.actions.ts'
import { listUnsent } from '../withdrawals/withdrawals.store.ts'
import type { Terms } from './restrictions.store.ts'

/** The topics to publish to a customer when a restriction begins, changes or ends. */
export const TOLD: readonly Topic[] = [
  'profile',
  'notices',
  'orders',
  'balances',
  'withdrawals',
  'payees',
  'strategies',
]

export const mayRestrict = ({ roles }: { readonly roles: readonly Role[] }): boolean =>
  RESTRICTING_ROLES.some((role) => roles.includes(role))

/** A restriction as staff and the customer read it. */
export const restrictionReply = (
  { level, reason, role, byCustomer, madeAt, untilAt }: Restriction,
  note: string | null,
): RestrictionShown => ({ level, reason, role, byCustomer, madeAt, untilAt, note })

type RestrictionShown = NonNullable<ReplyOf<typeof openRestriction>['inForce']>

/**
 * A restriction to begin. `by` and `people` are null at the command line; `people` also where the customer says that somebody
 * else is getting in.
 */
export interface NewRestriction extends Terms {
  readonly id: string
  readonly customer: CustomerId
  readonly by: SeatAct | 'customer' | null
  readonly people: 1 | 2 | null
  readonly now: Instant
}

/** Acts and notices of a restriction, by who imposes it. */
const codeFor = (by: NewRestriction['by']) =>
  by === null ? 'account_restricted_here' : by === 'customer' ? 'account_restricted_self' : 'account_restricted'

/**
 * Restricts an account, in place of the restriction in force. Strategies stop, and open buys end, but for those that a quote event has filled by
 * now, and from level 2 on approved withdrawals go back to their queue; nothing is sold. Returns the ended orders: after the
 * commit the caller takes them out of the open ones.
 */
export async function impose(tx: LockedTx, imposed: NewRestriction, trading: EndingParts): Promise<Order[]> {
  const { id, customer, level, reason, until, people, now } = imposed
  const by = imposed.by === 'customer' ? null : imposed.by
  const byCustomer = imposed.by === 'customer'
  await saveLift(tx, customer, now)
  const seat = { seat: by?.seat ?? null, role: by?.role ?? null, people }
  await insertRestriction(tx, { id, customer, level, reason, ...seat, byCustomer, madeAt: now, untilAt: until })
  // First, so that the orders of a run end with it and not as the customer's own.
  const ofRuns = await stopAllOf(tx, customer, trading, { reason: 'restricted', now })
  const ended = await endOrders(tx, imposed, trading)
  const orders = ended.filter(({ state }) => state === 'cancelled')
  const withdrawals = (await listUnsent(tx, customer)).filter(
    (withdrawal) => fateOf({ kind: 'withdrawal', state: stateFor(withdrawal) }, level) === 'stops',
  )
  for (const withdrawal of withdrawals) await recall(tx, withdrawal, by, now)
  const detail = { level, reason, until, orders: orders.length, withdrawals: withdrawals.length }
  await recordAct(tx, { customer, seat: seatIn(by), act: codeFor(imposed.by), about: null, detail, at: now })
  const head = { customer, id: newId(), at: now }
  await insertNotices(tx, [
    byCustomer
      ? { ...head, code: 'account_restricted_self', facts: { until: String(until) }, order: null }
      : noticeOf(head, by, { level, reason, until }, { ended: orders.length, stopped: withdrawals.length }),
  ])
  return [...ofRuns, ...ended]
}

/** The notice of a restriction, with the numbers of open orders that it ended and of withdrawals that it stopped. */
export function noticeOf(
  head: NoticeHead,
  by: Pick<SeatAct, 'role' | 'number'> | null,
  { level, reason, until }: Terms,
  { ended, stopped }: { readonly ended: number; readonly stopped: number },
): NewNotice {
  const terms = { level: String(level), reason, until: String(until) }
  const facts = { ...terms, ended: String(ended), stopped: String(stopped) }
  return by === null
    ? noticeByOperator(head, 'account_restricted_here', facts)
    : noticeByStaff(head, 'account_restricted', by, facts)
}

const seatIn = (by: SeatAct | null) => by && { id: by.seat, number: by.number, role: by.role }

/** Ends the open buys of a customer, with a notice for each. */
const endOrders = (tx: LockedTx, { customer, level, now }: NewRestriction, trading: EndingParts): Promise<Order[]> =>
  cancelAllNow(tx, customer, trading, {
    now,
    reason: 'restricted',
    isNoticed: true,
    which: (order) => !isCloseOut(order) && fateOf({ kind: 'order', side: order.side }, level) === 'ends',
  })

/** Lifts the restriction in force; false if there is none. `by` is null at the command line. */
export async function lift(
  tx: LockedTx,
  { customer, by, now }: { customer: CustomerId; by: SeatAct | null; now: Instant },
): Promise<boolean> {
  const restriction = await findRestriction(tx, customer, now)
  if (!(await saveLift(tx, customer, now)) || !restriction) return false
  const detail = { reason: restriction.reason }
  const act = by === null ? 'account_freed_here' : 'account_freed'
  await recordAct(tx, { customer, seat: seatIn(by), act, about: null, detail, at: now })
  const head = { customer, id: newId(), at: now }
  await insertNotices(tx, [
    by === null ? noticeByOperator(head, 'account_freed_here', {}) : noticeByStaff(head, 'account_freed', by, {}),
  ])
  return true
}
