import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Order } from '@lonja/core/orders/orders.rules'
import { flag, instant, shapeOf, units, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import { COLUMNS, ORDERS_WITH_CONDITIONS, orderFrom, type OrderKey } from './orders.store.ts'

/** The key of the last order of a page, or one before all. */
export type OrderCursor = Readonly<Record<keyof OrderKey, string>>

const LIST_AFTER = sql(
  'list_orders_after',
  `select ${COLUMNS} from ${ORDERS_WITH_CONDITIONS} where (o.customer, o.id) > ($1, $2) order by o.customer, o.id limit $3`,
)

/** Orders of all customers by key, at most so many after one. */
export const listOrdersAfter = async (tx: Tx, { customer, id }: OrderCursor, most: number): Promise<Order[]> =>
  (await tx.run(LIST_AFTER, [customer, id, most])).map(orderFrom)

/** A fill on an event that several orders of a customer on one listing and side filled on, with the order's place then. */
export interface SharedFill {
  readonly customer: CustomerId
  readonly id: string
  readonly listing: ListingId
  readonly side: Order['side']
  readonly quoteAt: Instant
  readonly shares: bigint
  /** True for an order at the close, which shares what the others left. */
  readonly atClose: boolean
  readonly rank: Instant
}

/*
 * An order's place at an event is that of its first replacement after it, or that of today. Orders of earlier releases
 * filled whole, and take nothing of what others share. An order that met the event and got nothing has no fill on it, so
 * the fills of a customer with several orders on the listing and side at that time are all read. An order that has moved
 * to a new ticker may have been beside others before.
 */
const LIST_SHARED = sql(
  'list_shared_events',
  `select f.customer, f.order_id as id, f.listing, f.side, f.quote_at, f.shares, o.in_force = 'close' as at_close,
     coalesce((
       select coalesce(c.rank_at, o.market_at) from order_changes c
       where c.customer = f.customer and c.id = f.order_id and c.market_at >= f.quote_at order by c.change limit 1
     ), oc.rank_at, o.market_at) as rank
   from (select distinct unnest($1::uuid[]) as customer) as wanted
   join fills f on f.customer = wanted.customer
   join orders o on o.customer = f.customer and o.id = f.order_id and o.fill_rule = 'shared'
   left join order_conditions oc on oc.customer = f.customer and oc.id = f.order_id
   where exists (
     select from orders beside where beside.customer = f.customer and beside.side = f.side
       and (beside.listing = f.listing or (beside.customer, beside.id) in (select customer, id from order_changes where listing is not null))
       and beside.id <> f.order_id and beside.market_at < f.quote_at and (beside.ended_at is null or beside.through_at >= f.quote_at)
   )`,
  shapeOf<SharedFill>({
    customer: uuid('customer'),
    id: uuid('id'),
    listing: word('listing'),
    side: word('side'),
    quoteAt: instant('quote_at'),
    shares: units('shares'),
    atClose: flag('at_close'),
    rank: instant('rank'),
  }),
)

/** The fills on events that several orders of these customers may have shared. */
export async function listSharedEvents(tx: Tx, orders: readonly Order[]): Promise<SharedFill[]> {
  const customers = [...new Set(orders.map(({ customer }) => customer))]
  return tx.run(LIST_SHARED, [customers])
}
