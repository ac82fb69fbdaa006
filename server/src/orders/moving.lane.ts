import type { Shares } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { OrderMove } from '@lonja/core/orders/changes.rules'
import { moveOrder } from '@lonja/core/orders/moving.rules'
import { noticeOfMovedOrder } from '@lonja/core/orders/orders.notices'
import { runOf, type Order } from '@lonja/core/orders/orders.rules'
import { newId } from '../base/ids.ts'
import type { Command } from '../database/batch.ts'
import { appendNotice } from '../notices/notices.actions.ts'
import { adjusting, cancelAt } from './adjusting.lane.ts'
import { changes } from './changes.store.ts'
import { asIs, type EndResult } from './ending.lane.ts'
import type { Group } from './matching.lane.ts'
import type { EndingGround } from './orders.events.ts'
import { orders, type OrderKey } from './orders.store.ts'

/** A new ticker with which the open orders of its listing move. */
export interface MoveTerms {
  readonly move: OrderMove
  readonly recordAt: Instant
  /** Called with an order that has moved, and with the shares that it holds. */
  readonly moved: (order: Order, held: Shares) => void
}

/**
 * Moves an open order to the new listing; one of a strategy ends. The caller posts the shares that it holds, in one posting
 * with those of the position.
 */
export const moving = (
  key: OrderKey,
  group: Group,
  parts: EndingGround,
  { move, recordAt, moved }: MoveTerms,
): Command<EndResult> =>
  adjusting(key, group, parts, recordAt, (at) => {
    const { book, watched, now } = at
    const { order, best } = watched
    // The prices that a strategy knows are of the old ticker.
    if (runOf(order) !== null) return cancelAt(recordAt, at, 'symbol_changed')
    const { order: after, held, old } = moveOrder(order, { move, recordAt, best })
    book.on(orders).put(after)
    book.append(changes, { ...old, at: now })
    appendNotice(book, noticeOfMovedOrder({ customer: key.customer, id: newId(), at: now }, order, after))
    moved(after, held)
    return asIs(after)
  })
