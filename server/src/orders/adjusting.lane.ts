import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import { decideCancel } from '@lonja/core/orders/ending.rules'
import type { CancelReason } from '@lonja/core/orders/orders.contract'
import type { WatchedOrder } from '@lonja/core/orders/sharing.rules'
import type { Command } from '../database/batch.ts'
import { need, type Book } from '../database/book.ts'
import { needDevices } from '../notices/notices.actions.ts'
import { asIs, endOf, firstIn, type EndResult } from './ending.lane.ts'
import { chargesIn, needGroup, type Group } from './matching.lane.ts'
import { TOPICS_CHANGED, assetsOf, needBalances } from './needs.lane.ts'
import type { EndingGround } from './orders.events.ts'
import { orders, type OrderKey } from './orders.store.ts'

/** An open order at the record instant of a corporate action, under the lock. */
export interface Adjusting {
  readonly book: Book
  readonly watched: WatchedOrder
  readonly now: Instant
}

/**
 * Adjusts an open order to a corporate action of its listing. A quote event up to the record instant that does something to
 * it comes first.
 */
export function adjusting(
  { customer, id }: OrderKey,
  group: Group,
  parts: EndingGround,
  recordAt: Instant,
  adjust: (at: Adjusting) => EndResult,
): Command<EndResult> {
  return {
    customer,
    topics: TOPICS_CHANGED,
    needs: [
      need(orders, { customer, id }),
      ...needGroup(group),
      ...needBalances(customer, assetsOf(group.listing)),
      needDevices(customer),
    ],
    decide: (book, now) => {
      const order = book.on(orders).find({ customer, id })
      assert(order !== undefined, 'an order that was open is there')
      const { result, watched } = firstIn(book, order, group, recordAt, parts)
      return result ?? (watched ? adjust({ book, watched: { ...watched, order }, now }) : asIs(order))
    },
  }
}

/** Cancels an order for an action to which it cannot be adjusted. */
export function cancelAt(
  recordAt: Instant,
  { book, watched: { order }, now }: Adjusting,
  reason: CancelReason,
): EndResult {
  const decision = decideCancel(order, now, chargesIn(book, order), reason)
  assert(!isRefused(decision), 'an order that is adjusted is open')
  return endOf(book, decision, { until: recordAt, now })
}
