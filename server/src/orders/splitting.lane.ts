import type { Instant } from '@lonja/core/base/instant'
import type { Line } from '@lonja/core/ledger/ledger.rules'
import type { OrderSplit } from '@lonja/core/orders/changes.rules'
import { noticeOfSplitOrder } from '@lonja/core/orders/orders.notices'
import type { Order } from '@lonja/core/orders/orders.rules'
import { splitOrder } from '@lonja/core/orders/splitting.rules'
import { newId } from '../base/ids.ts'
import type { Command } from '../database/batch.ts'
import { appendNotice } from '../notices/notices.actions.ts'
import { adjusting, cancelAt } from './adjusting.lane.ts'
import { changes } from './changes.store.ts'
import { asIs, type EndResult } from './ending.lane.ts'
import type { Group } from './matching.lane.ts'
import type { EndingGround } from './orders.events.ts'
import { orders, type OrderKey } from './orders.store.ts'

/** A split at which the open orders of its listing are adjusted. */
export interface SplitTerms {
  readonly split: OrderSplit
  readonly recordAt: Instant
  /** Called with an order that was adjusted, and with the shares that it holds more or less. */
  readonly moved: (order: Order, lines: readonly Line[]) => void
}

/**
 * Adjusts an open order to a split, or cancels it for that reason if its terms cannot be adjusted exactly. The caller posts
 * the shares that a sell holds more or less, beside those of the position.
 */
export const splitting = (
  key: OrderKey,
  group: Group,
  parts: EndingGround,
  { split, recordAt, moved }: SplitTerms,
): Command<EndResult> =>
  adjusting(key, group, parts, recordAt, (at) => {
    const { book, watched, now } = at
    const { order, best } = watched
    const adjusted = splitOrder(order, { split, recordAt, best })
    if (!adjusted) return cancelAt(recordAt, at, 'split')
    book.on(orders).put(adjusted.order)
    book.append(changes, { ...adjusted.old, at: now })
    appendNotice(book, noticeOfSplitOrder({ customer: key.customer, id: newId(), at: now }, order, adjusted.order))
    moved(adjusted.order, adjusted.lines)
    return asIs(adjusted.order)
  })
