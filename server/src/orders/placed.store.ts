import type { ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { sql, type Tx } from '../database/db.ts'

/** Orders by the time at which they were placed, of all customers. */

const COUNT_ORDERS = sql(
  'count_orders_by_listing',
  `select listing, count(*) as orders from orders where placed_at > $1 and placed_at <= $2 group by listing`,
)

/** The number of orders that all customers placed in (after, until], by listing, in the server's clock. */
export async function countOrders(tx: Tx, after: Instant, until: Instant): Promise<Map<ListingId, number>> {
  const rows = await tx.run<{ listing: ListingId; orders: bigint }>(COUNT_ORDERS, [after, until])
  return new Map(rows.map(({ listing, orders }) => [listing, Number(orders)]))
}

const FIND_PLACED_AFTER = sql('find_order_placed_after', 'select max(placed_at) as at from orders where placed_at > $1')

/** The time of the newest order placed after an instant; null if there is none. */
export async function findLastPlacedAfter(tx: Tx, after: Instant): Promise<Instant | null> {
  const [row] = await tx.run<{ at: bigint | null }>(FIND_PLACED_AFTER, [after])
  return row === undefined || row.at === null ? null : Number(row.at)
}
