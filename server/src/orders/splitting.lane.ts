import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Line } from '@lonja/core/ledger/ledger.rules'
import { decideCancel } from '@lonja/core/orders/ending.rules'
import type { Order } from '@lonja/core/orders/orders.rules'
import { noticeOfSplitOrder } from '@lonja/core/orders/orders.notices'
import type { OrderSplit } from '@lonja/core/orders/changes.rules'
import { splitOrder } from '@lonja/core/orders/splitting.rules'
import type { Command } from '../database/batch.ts'
import { need } from '../database/book.ts'
import { newId } from '../base/ids.ts'
import { appendNotice, needDevices } from '../notices/notices.actions.ts'
import { changes } from './changes.store.ts'
import { endOf, firstIn, type EndResult } from './ending.lane.ts'
import { chargesIn, needGroup, type Group } from './matching.lane.ts'
import { TOPICS_CHANGED, assetsOf, needBalances } from './needs.lane.ts'
import type { EndingGround } from './orders.events.ts'
import { orders } from './orders.store.ts'

/** A split at which the open orders of its listing are adjusted. */
export interface SplitTerms {
  readonly split: OrderSplit
  readonly recordAt: Instant
  /** Called with an order that was adjusted, and with the shares that it holds more or less. */
  readonly moved: (order: Order, lines: readonly Line[]) => void
}

/**
 * Adjusts an open order to a split, or cancels it for that reason if its terms cannot be adjusted exactly. A quote event
 * up to the record instant that does something to it comes first. The caller posts the shares that a sell holds more or
 * less, beside those of the position.
 */
export function splitting(
  customer: CustomerId,
  id: OrderId,
  group: Group,
  parts: EndingGround,
  { split, recordAt, moved }: SplitTerms,
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
      if (!order) throw new Error('Assertion failed: an order that was open is there')
      const { result, watched } = firstIn(book, order, group, recordAt, parts)
      if (result) return result
      const adjusted = watched && splitOrder(order, { split, recordAt, best: watched.best })
      if (adjusted) {
        book.on(orders).put(adjusted.order)
        book.append(changes, { ...adjusted.old, at: now })
        appendNotice(book, noticeOfSplitOrder({ customer, id: newId(), at: now }, order, adjusted.order))
        moved(adjusted.order, adjusted.lines)
        return { order: adjusted.order, overtakenBy: null, stale: [] }
      }
      const ended = decideCancel(order, now, chargesIn(book, order), 'split')
      if (isRefused(ended) || ended.lines.length === 0) return { order, overtakenBy: null, stale: [] }
      return endOf(book, ended, { until: recordAt, now })
    },
  }
}
