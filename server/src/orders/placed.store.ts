import type { ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { cellOf, instant, int8, orNull, shapeOf, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** Orders by the time at which they were placed, of all customers. */

const COUNT_ORDERS = sql(
  'count_orders_by_listing',
  `select listing, count(*) as orders from orders where placed_at > $1 and placed_at <= $2 group by listing`,
  shapeOf({ listing: word<ListingId>('listing'), orders: int8('orders') }),
)

/** The number of orders that all customers placed in (after, until], by listing, in the server's clock. */
export async function countOrders(tx: Tx, after: Instant, until: Instant): Promise<Map<ListingId, number>> {
  const rows = await tx.run(COUNT_ORDERS, [after, until])
  return new Map(rows.map(({ listing, orders }) => [listing, orders]))
}

const FIND_PLACED_AFTER = sql(
  'find_order_placed_after',
  'select max(placed_at) as at from orders where placed_at > $1',
  cellOf(orNull(instant('at'))),
)

/** The time of the newest order placed after an instant; null if there is none. */
export async function findLastPlacedAfter(tx: Tx, after: Instant): Promise<Instant | null> {
  const [at] = await tx.run(FIND_PLACED_AFTER, [after])
  return at ?? null
}
