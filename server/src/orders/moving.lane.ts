import { assert } from '@lonja/core/base/assert'
import type { Shares } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { moveOrder } from '@lonja/core/orders/moving.rules'
import { runOf, type Order } from '@lonja/core/orders/orders.rules'
import { noticeOfMovedOrder } from '@lonja/core/orders/orders.notices'
import type { OrderMove } from '@lonja/core/orders/changes.rules'
import type { Command } from '../database/batch.ts'
import { need } from '../database/book.ts'
import { newId } from '../base/ids.ts'
import { isRefused } from '@lonja/core/base/refusal'
import { decideCancel } from '@lonja/core/orders/ending.rules'
import { appendNotice, needDevices } from '../notices/notices.actions.ts'
import { changes } from './changes.store.ts'
import { endOf, firstIn, type EndResult } from './ending.lane.ts'
import { chargesIn, needGroup, type Group } from './matching.lane.ts'
import { TOPICS_CHANGED, assetsOf, needBalances } from './needs.lane.ts'
import type { EndingGround } from './orders.events.ts'
import { orders } from './orders.store.ts'

/** A new ticker with which the open orders of its listing move. */
export interface MoveTerms {
  readonly move: OrderMove
  readonly recordAt: Instant
  /** Called with an order that has moved, and with the shares that it holds. */
  readonly moved: (order: Order, held: Shares) => void
}

/**
 * Moves an open order to the new listing; one of a strategy ends. A quote event up to the record instant that does something to it comes first.
 * The caller posts the shares that it holds, in one posting with those of the position.
 */
export function moving(
  customer: CustomerId,
  id: OrderId,
  group: Group,
  parts: EndingGround,
  { move, recordAt, moved }: MoveTerms,
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
      if (result || !watched) return result ?? { order, overtakenBy: null, stale: [] }
      // The prices that a strategy knows are of the old ticker.
      const ended = runOf(order) === null ? null : decideCancel(order, now, chargesIn(book, order), 'symbol_changed')
      if (ended && !isRefused(ended) && ended.lines.length > 0) return endOf(book, ended, { until: recordAt, now })
      const { order: after, held, old } = moveOrder(order, { move, recordAt, best: watched.best })
      book.on(orders).put(after)
      book.append(changes, { ...old, at: now })
      appendNotice(book, noticeOfMovedOrder({ customer, id: newId(), at: now }, order, after))
      moved(after, held)
      return { order: after, overtakenBy: null, stale: [] }
    },
  }
}
