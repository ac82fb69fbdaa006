import { isCurrency, otherCurrency, type Amount, type Asset, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { EndReason, OrderState } from '@lonja/core/orders/orders.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import type { ChangedRow, BookTable } from '../database/book.ts'
import { instant, int4, orNull, price, shares, tableOf, units, uuid, word } from '../database/codecs.ts'
import { int8s, loadSet, saveSet, texts, tids, uuids } from '../database/columns.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'

export interface OrderKey {
  readonly customer: CustomerId
  readonly id: OrderId
}

/** An order as it is stored: its hold in the asset itself, and in the other currency. */
interface OrderRow extends Omit<Order, 'held'> {
  readonly heldUnits: bigint
  readonly otherUnits: bigint
}

const ORDERS = tableOf<OrderRow>({
  node: uuid('node'),
  customer: uuid('customer'),
  id: uuid('id'),
  listing: word<ListingId>('listing'),
  side: word<Order['side']>('side'),
  shares: shares('shares'),
  limit: orNull(price('limit_e4')),
  timeInForce: word<Order['timeInForce']>('in_force'),
  placedAt: instant('placed_at'),
  marketAt: instant('market_at'),
  endsAt: orNull(instant('ends_at')),
  worst: orNull(price('worst_e4')),
  asset: word<Asset>('held_asset'),
  heldUnits: units('held_units'),
  otherUnits: units('other_units'),
  feeTable: int4('fee_table'),
  through: instant('through_at'),
  state: word<OrderState>('state'),
  filled: shares('filled'),
  endedAt: orNull(instant('ended_at')),
  endReason: orNull(word<EndReason>('end_reason')),
})

/** The columns of an order `o`, of which `orderFrom` makes one. */
export const COLUMNS = ORDERS.under('o')

/**
 * Field by field, here and in `rowOf`: leaving fields out with a rest pattern makes an object in the slow form, and
 * each later read of the order pays for it.
 */
const orderOf = (row: OrderRow): Order => ({
  node: row.node,
  customer: row.customer,
  id: row.id,
  listing: row.listing,
  side: row.side,
  shares: row.shares,
  limit: row.limit,
  timeInForce: row.timeInForce,
  placedAt: row.placedAt,
  marketAt: row.marketAt,
  endsAt: row.endsAt,
  worst: row.worst,
  asset: row.asset,
  held: heldOf(row.asset, row.heldUnits, row.otherUnits),
  feeTable: row.feeTable,
  through: row.through,
  state: row.state,
  filled: row.filled,
  endedAt: row.endedAt,
  endReason: row.endReason,
})
export const orderFrom = (row: Row): Order => orderOf(ORDERS.ofRow(row))

function rowOf(order: Order): OrderRow {
  const unitsOf = (isOwn: boolean): bigint =>
    order.held.find(({ asset }) => (asset === order.asset) === isOwn)?.units ?? 0n
  return {
    node: order.node,
    customer: order.customer,
    id: order.id,
    listing: order.listing,
    side: order.side,
    shares: order.shares,
    limit: order.limit,
    timeInForce: order.timeInForce,
    placedAt: order.placedAt,
    marketAt: order.marketAt,
    endsAt: order.endsAt,
    worst: order.worst,
    asset: order.asset,
    heldUnits: unitsOf(true),
    otherUnits: unitsOf(false),
    feeTable: order.feeTable,
    through: order.through,
    state: order.state,
    filled: order.filled,
    endedAt: order.endedAt,
    endReason: order.endReason,
  }
}

/** The hold as amounts: in the asset itself, and in the other currency. */
function heldOf(asset: Asset, units: bigint, other: bigint): Amount[] {
  const held = units > 0n ? [{ asset, units }] : []
  return other > 0n && isCurrency(asset) ? [...held, { asset: otherCurrency(asset), units: other }] : held
}

const findOrders = loadSet<OrderKey, Order>(
  'find_orders',
  [uuids(({ customer }) => customer), uuids(({ id }) => id)],
  (cells) => orderOf(ORDERS.ofCells(cells)),
  `select ${COLUMNS}, o.ctid from $rows as wanted (customer, id) join orders o on o.customer = wanted.customer and o.id = wanted.id`,
)

/** The orders of a batch are of one server, the first column, which must still fill them itself. */
const insertOrders = saveSet(
  'insert_orders',
  ORDERS.columns,
  `insert into orders (${ORDERS.names}) select * from $rows as rows where (select takes_orders(($1::uuid[])[1]))`,
)

const updateOrders = saveSet<ChangedRow<Order>>(
  'update_orders',
  [
    tids(({ row }) => row),
    uuids(({ value }) => value.customer),
    uuids(({ value }) => value.id),
    texts(({ value }) => value.state),
    int8s(({ value }) => value.filled),
    int8s(({ value }) => value.endedAt),
    texts(({ value }) => value.endReason),
    int8s(({ value }) => value.through),
  ],
  `update orders o set state = c.state, filled = c.filled, ended_at = c.ended_at, end_reason = c.end_reason,
     through_at = c.through_at
   from $rows as c (row, customer, id, state, filled, ended_at, end_reason, through_at)
   where o.ctid = c.row and o.customer = c.customer and o.id = c.id`,
)

/** Orders in a batch's book. */
export const orders: BookTable<OrderKey, Order> = {
  load: findOrders,
  textOf: ({ id }) => id,
  keyOf: (order) => order,
  save: (added, changed) => [
    ...(added.length > 0 ? [insertOrders(added.map(rowOf))] : []),
    ...(changed.length > 0 ? [updateOrders(changed)] : []),
  ],
}

const FIND_ORDER = sql('find_order', `select ${COLUMNS} from orders o where o.customer = $1 and o.id = $2`)

export async function findOrder(tx: Tx, { customer, id }: OrderKey): Promise<Order | null> {
  const [row] = await tx.run(FIND_ORDER, [customer, id])
  return row ? orderFrom(row) : null
}

const FIND_PROGRESS = sql(
  'find_order_progress',
  `select ${COLUMNS}, p.through_at from orders o left join fill_progress p on p.node = o.node
   where o.customer = $1 and o.id = $2`,
)

/** An order, and the instant up to which its server has processed its quote events; null if there is no such order. */
export async function findOrderProgress(
  tx: Tx,
  { customer, id }: OrderKey,
): Promise<{ readonly order: Order; readonly through: Instant } | null> {
  const [row] = await tx.run<Row & { through_at: bigint | null }>(FIND_PROGRESS, [customer, id])
  if (!row) return null
  const order = orderFrom(row)
  return { order, through: Math.max(order.marketAt, Number(row.through_at ?? 0n)) }
}

export type OrderFilter = 'open' | 'ended' | 'filled'

const PAGE = `and o.id < $2 and ($3::text is null or o.listing = $3) order by o.id desc limit $4`
const LISTS: Readonly<Record<OrderFilter, ReturnType<typeof sql>>> = {
  open: sql('list_open_orders', `select ${COLUMNS} from orders o where o.customer = $1 and o.ended_at is null ${PAGE}`),
  ended: sql(
    'list_ended_orders',
    `select ${COLUMNS} from orders o where o.customer = $1 and o.ended_at is not null ${PAGE}`,
  ),
  filled: sql('list_filled_orders', `select ${COLUMNS} from orders o where o.customer = $1 and o.filled > 0 ${PAGE}`),
}

/** Orders of a customer, newest first: ids sort by when they were made. `after` is the last id of the page before. */
export async function listOrdersOf(
  tx: Tx,
  customer: CustomerId,
  { which, listing, after }: { which: OrderFilter; listing: ListingId | null; after: string | null },
  most: number,
): Promise<Order[]> {
  return (await tx.run(LISTS[which], [customer, after ?? PAST_ALL_IDS, listing, most])).map(orderFrom)
}

const LIST_OPEN_AMONG = sql(
  'list_open_orders_among',
  `select ${COLUMNS} from orders o where o.customer = $1 and o.id = any($5::uuid[]) and o.ended_at is null ${PAGE}`,
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
)
const LIST_OPEN = sql(
  'list_open_orders_in_blocks',
  `select ${COLUMNS} from orders o
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
  const [table] = await tx.run<{ blocks: bigint }>(COUNT_BLOCKS)
  const blocks = table?.blocks ?? 0n
  for (let from = 0n; from < blocks; from += blocksAtOnce) {
    yield (await tx.run(LIST_OPEN, [from, from + blocksAtOnce, nodes])).map(orderFrom)
  }
}

const LIST_OPEN_LISTINGS = sql(
  'list_listings_of_open_orders',
  'select distinct listing from orders where ended_at is null order by listing',
)

/** The listings in which any order is open. Open orders have no index, so the table is scanned: for a start alone. */
export const listOpenListings = async (tx: Tx): Promise<ListingId[]> =>
  (await tx.run<{ listing: ListingId }>(LIST_OPEN_LISTINGS)).map(({ listing }) => listing)

const LIST_ENDED_AMONG = sql(
  'list_ended_orders_among',
  `select ${COLUMNS} from unnest($1::uuid[], $2::uuid[]) as wanted (customer, id)
   join orders o on o.customer = wanted.customer and o.id = wanted.id where o.ended_at is not null`,
)

/** The orders among some that have ended. */
export async function listEndedAmong(tx: Tx, keys: readonly OrderKey[]): Promise<Order[]> {
  const columns = [keys.map(({ customer }) => customer), keys.map(({ id }) => id)]
  return (await tx.run(LIST_ENDED_AMONG, columns)).map(orderFrom)
}

const COUNT_OPEN = sql(
  'count_open_orders',
  'select count(*) as open from orders where customer = $1 and ended_at is null',
)

export async function countOpenOrders(tx: Tx, customer: CustomerId): Promise<number> {
  const [row] = await tx.run<{ open: bigint }>(COUNT_OPEN, [customer])
  return Number(row?.open ?? 0n)
}
