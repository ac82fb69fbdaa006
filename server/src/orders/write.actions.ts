import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Order } from '@lonja/core/orders/orders.rules'
import { OPEN_ORDERS_MOST } from '@lonja/core/orders/placing.rules'
import type { WatchedOrder } from '@lonja/core/orders/sharing.rules'
import type { Lane } from '../database/lane.ts'
import type { LockedTx } from '../database/locks.ts'
import { laneWithin } from '../database/within.ts'
import { watchedIn, type GroupOf } from './group.actions.ts'
import { listOrdersOf } from './orders.store.ts'

/** An ordinary write as far as ending orders needs it: the lane within it, and the open orders of its customer as it sees them. */
export interface EndingWrite extends Pick<Lane, 'submit'> {
  openOrders(): Promise<readonly Order[]>
  group(of: GroupOf): Promise<readonly WatchedOrder[]>
}

/** The open orders that a customer can have: those that may be placed, and for each buy among them its exit. */
const OPEN_AT_ALL_MOST = 2 * OPEN_ORDERS_MOST

export const endingWrite = (tx: LockedTx, customer: CustomerId, now: Instant): EndingWrite => ({
  ...laneWithin(tx, now),
  openOrders: () => listOrdersOf(tx, customer, { which: 'open', listing: null, after: null }, OPEN_AT_ALL_MOST + 1),
  group: (of) => watchedIn(tx, of),
})
