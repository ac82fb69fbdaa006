import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Order } from '@lonja/core/orders/orders.rules'
import { cellOf, flag, int8, units, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'
import { PROCESSED, PROCESSED_AT } from './progress.store.ts'
import { COLUMNS, ORDERS_WITH_CONDITIONS, PAGE, orderFrom } from './orders.store.ts'

/* The open orders in the database. They have no index: each of these reads says what it scans. */

const LIST_GROUP = sql(
  'list_order_group',
  `select ${COLUMNS}, ${PROCESSED} as processed_at from ${ORDERS_WITH_CONDITIONS} left join fill_progress p on p.node = o.node
   where o.customer = $1 and o.listing = $2 and o.side = $3 and o.ended_at is null`,
)

/**
 * The open orders of a customer on a listing and side, each with the instant up to which its server has processed its
 * quote events. Open orders have no index: the orders of the customer are read.
 */
export async function listGroup(
  tx: Tx,
  { customer, listing, side }: Pick<Order, 'customer' | 'listing' | 'side'>,
): Promise<{ readonly order: Order; readonly processed: Instant }[]> {
  const rows = await tx.run(LIST_GROUP, [customer, listing, side])
  return rows.map((row) => ({ order: orderFrom(row), processed: PROCESSED_AT.ofRow(row).processed ?? 0 }))
}

const LIST_OPEN_AMONG = sql(
  'list_open_orders_among',
  `select ${COLUMNS} from ${ORDERS_WITH_CONDITIONS} where o.customer = $1 and o.id = any($5::uuid[]) and o.ended_at is null ${PAGE}`,
)

/**
 * The open ones among some orders of a customer, newest first. Looked up by key, so the cost does not grow with the
 * customer's history.
 */
export async function listOpenAmong(
  tx: Tx,
  customer: CustomerId,
  ids: readonly OrderId[],
  { listing, after }: { listing: ListingId | null; after: string | null },
  most: number,
): Promise<Order[]> {
  const rows = await tx.run(LIST_OPEN_AMONG, [customer, after ?? PAST_ALL_IDS, listing, most, ids])
  return rows.map(orderFrom)
}

const COUNT_BLOCKS = sql(
  'count_blocks_of_orders',
  `select pg_relation_size('orders') / current_setting('block_size')::int8 as blocks`,
  cellOf(units('blocks')),
)
const LIST_OPEN = sql(
  'list_open_orders_in_blocks',
  `select ${COLUMNS} from ${ORDERS_WITH_CONDITIONS}
   where o.ctid >= format('(%s,0)', $1::int8)::tid and o.ctid < format('(%s,0)', $2::int8)::tid and o.ended_at is null
     and o.node = any($3::uuid[])`,
)
const BLOCKS_AT_ONCE = 8_192n

/**
 * Every open order of some servers, in batches, for the server that takes them over. Open orders have no index, so the
 * table is scanned once, block by block. Run it in one read transaction: its snapshot prevents an order from moving to
 * a block that was scanned before.
 */
export async function* listOpenOrders(
  tx: Tx,
  nodes: readonly string[],
  blocksAtOnce = BLOCKS_AT_ONCE,
): AsyncGenerator<Order[]> {
  const [blocks = 0n] = await tx.run(COUNT_BLOCKS)
  for (let from = 0n; from < blocks; from += blocksAtOnce) {
    yield (await tx.run(LIST_OPEN, [from, from + blocksAtOnce, nodes])).map(orderFrom)
  }
}

const LIST_OPEN_LISTINGS = sql(
  'list_listings_of_open_orders',
  'select distinct listing from orders where ended_at is null order by listing',
  cellOf(word<ListingId>('listing')),
)

/** The listings in which any order is open. Open orders have no index, so the table is scanned: at a start, and to announce corporate actions. */
export const listOpenListings = async (tx: Tx): Promise<ListingId[]> => tx.run(LIST_OPEN_LISTINGS)

const LIST_CHANGED_AMONG = sql(
  'list_changed_orders_among',
  `select ${COLUMNS} from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int4[]) as wanted (customer, id, node, changes)
   join orders o on o.customer = wanted.customer and o.id = wanted.id
   left join order_conditions oc on oc.customer = o.customer and oc.id = o.id
   where o.ended_at is not null or o.node <> wanted.node or coalesce(oc.changes, 0) > wanted.changes`,
)

/** The orders among some that have ended, that another server fills, or that have new terms, as they are now. */
export async function listChangedAmong(tx: Tx, known: readonly Order[]): Promise<Order[]> {
  const columns = [
    known.map(({ customer }) => customer),
    known.map(({ id }) => id),
    known.map(({ node }) => node),
    known.map(({ conditions }) => conditions?.changes ?? 0),
  ]
  return (await tx.run(LIST_CHANGED_AMONG, columns)).map(orderFrom)
}

const COUNT_OPEN = sql(
  'count_open_orders',
  'select count(*) as open from orders where customer = $1 and ended_at is null',
  cellOf(int8('open')),
)

export async function countOpenOrders(tx: Tx, customer: CustomerId): Promise<number> {
  const [open] = await tx.run(COUNT_OPEN, [customer])
  return open ?? 0
}

const HAS_OPEN = sql(
  'has_open_orders_before',
  `select exists (
     select from ${ORDERS_WITH_CONDITIONS} join fill_progress p on p.node = o.node
     where o.ended_at is null and o.market_at < $1 and ${PROCESSED} < $1
   ) as undecided`,
  cellOf(flag('undecided')),
)

/** Whether any open order may still be filled on a quote event up to an instant, by whichever server. */
export async function hasUndecidedOrders(tx: Tx, until: Instant): Promise<boolean> {
  const [isUndecided] = await tx.run(HAS_OPEN, [until])
  return isUndecided ?? false
}
