import type { Order } from '@lonja/core/orders/orders.rules'
import { sql, type Tx } from '../database/db.ts'
import { COLUMNS, orderFrom, type OrderKey } from './orders.store.ts'

/** The key of the last order of a page, or one before all. */
export type OrderCursor = Readonly<Record<keyof OrderKey, string>>

const LIST_AFTER = sql(
  'list_orders_after',
  `select ${COLUMNS} from orders o where (o.customer, o.id) > ($1, $2) order by o.customer, o.id limit $3`,
)

/** Orders of all customers by key, at most so many after one. */
export const listOrdersAfter = async (tx: Tx, { customer, id }: OrderCursor, most: number): Promise<Order[]> =>
  (await tx.run(LIST_AFTER, [customer, id, most])).map(orderFrom)
