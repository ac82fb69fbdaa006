import {
  isCurrency,
  otherCurrency,
  priceE4,
  type Amount,
  type Asset,
  type ListingId,
  type PriceE4,
} from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { EndReason, OrderState } from '@lonja/core/orders/orders.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import type { Changed, Shelf } from '../database/book.ts'
import { int8s, loadSet, saveSet, texts, tids, uuids } from '../database/columns.ts'
import { sql, type Tx } from '../database/db.ts'
import type { Cells } from '../database/statement.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'

export interface OrderKey {
  readonly customer: string
  readonly id: string
}

const COLUMNS = `o.customer, o.id, o.listing, o.side, o.shares, o.limit_e4, o.in_force, o.placed_at, o.market_at, o.ends_at,
   o.worst_e4, o.held_asset, o.held_units, o.other_units, o.state, o.filled, o.ended_at, o.end_reason`

const price = (cell: string | null | undefined): PriceE4 | null => (cell ? priceE4(BigInt(cell)) : null)
const instant = (cell: string | null | undefined): Instant | null => (cell ? Number(cell) : null)

/** A row's cells by place, in the order of `COLUMNS`. */
function orderOf(cells: Cells): Order {
  const [customer, id, listing, side, shares, limit, inForce, placedAt, marketAt, endsAt] = cells as string[]
  const [worst, heldAsset, heldUnits, otherUnits, state, filled, endedAt, endReason] = cells.slice(10) as string[]
  return {
    customer: customer as string,
    id: id as string,
    listing: listing as ListingId,
    side: side as Order['side'],
    shares: BigInt(shares as string),
    limit: price(limit),
    timeInForce: inForce as Order['timeInForce'],
    placedAt: Number(placedAt),
    marketAt: Number(marketAt),
    endsAt: instant(endsAt),
    worst: price(worst),
    asset: heldAsset as Asset,
    held: heldOf(heldAsset as Asset, BigInt(heldUnits as string), BigInt(otherUnits as string)),
    state: state as OrderState,
    filled: BigInt(filled as string),
    endedAt: instant(endedAt),
    endReason: (endReason ?? null) as EndReason | null,
  }
}

/** What was held, as amounts: of the asset itself, and of the other currency. */
function heldOf(asset: Asset, units: bigint, other: bigint): Amount[] {
  const held = units > 0n ? [{ asset, units }] : []
  return other > 0n && isCurrency(asset) ? [...held, { asset: otherCurrency(asset), units: other }] : held
}

const heldIn = (order: Order): bigint => order.held.find(({ asset }) => asset === order.asset)?.units ?? 0n
const heldElse = (order: Order): bigint => order.held.find(({ asset }) => asset !== order.asset)?.units ?? 0n

const findOrders = loadSet<OrderKey, Order>(
  'find_orders',
  [uuids(({ customer }) => customer), uuids(({ id }) => id)],
  orderOf,
  `select ${COLUMNS}, o.ctid from $rows as wanted (customer, id) join orders o on o.customer = wanted.customer and o.id = wanted.id`,
)

const insertOrders = saveSet<Order>(
  'insert_orders',
  [
    uuids(({ customer }) => customer),
    uuids(({ id }) => id),
    texts(({ listing }) => listing),
    texts(({ side }) => side),
    int8s(({ shares }) => shares),
    int8s(({ limit }) => limit),
    texts(({ timeInForce }) => timeInForce),
    int8s(({ placedAt }) => placedAt),
    int8s(({ marketAt }) => marketAt),
    int8s(({ endsAt }) => endsAt),
    int8s(({ worst }) => worst),
    texts(({ asset }) => asset),
    int8s(heldIn),
    int8s(heldElse),
    texts(({ state }) => state),
    int8s(({ filled }) => filled),
    int8s(({ endedAt }) => endedAt),
    texts(({ endReason }) => endReason),
  ],
  `insert into orders (customer, id, listing, side, shares, limit_e4, in_force, placed_at, market_at, ends_at,
     worst_e4, held_asset, held_units, other_units, state, filled, ended_at, end_reason)
   select * from $rows as rows`,
)

const updateOrders = saveSet<Changed<Order>>(
  'update_orders',
  [
    tids(({ row }) => row),
    uuids(({ value }) => value.customer),
    uuids(({ value }) => value.id),
    texts(({ value }) => value.state),
    int8s(({ value }) => value.filled),
    int8s(({ value }) => value.endedAt),
    texts(({ value }) => value.endReason),
  ],
  `update orders o set state = c.state, filled = c.filled, ended_at = c.ended_at, end_reason = c.end_reason
   from $rows as c (row, customer, id, state, filled, ended_at, end_reason)
   where o.ctid = c.row and o.customer = c.customer and o.id = c.id`,
)

/** Orders in a batch's book. */
export const orders: Shelf<OrderKey, Order> = {
  load: findOrders,
  textOf: ({ id }) => id,
  keyOf: (order) => order,
  save: (added, changed) => [
    ...(added.length > 0 ? [insertOrders(added)] : []),
    ...(changed.length > 0 ? [updateOrders(changed)] : []),
  ],
}

interface OrderRow {
  customer: string
  id: string
  listing: ListingId
  side: Order['side']
  shares: bigint
  limit_e4: bigint | null
  in_force: Order['timeInForce']
  placed_at: bigint
  market_at: bigint
  ends_at: bigint | null
  worst_e4: bigint | null
  held_asset: Asset
  held_units: bigint
  other_units: bigint
  state: OrderState
  filled: bigint
  ended_at: bigint | null
  end_reason: EndReason | null
}

const orderFrom = (row: OrderRow): Order => ({
  customer: row.customer,
  id: row.id,
  listing: row.listing,
  side: row.side,
  shares: row.shares,
  limit: row.limit_e4 as PriceE4 | null,
  timeInForce: row.in_force,
  placedAt: Number(row.placed_at),
  marketAt: Number(row.market_at),
  endsAt: row.ends_at === null ? null : Number(row.ends_at),
  worst: row.worst_e4 as PriceE4 | null,
  asset: row.held_asset,
  held: heldOf(row.held_asset, row.held_units, row.other_units),
  state: row.state,
  filled: row.filled,
  endedAt: row.ended_at === null ? null : Number(row.ended_at),
  endReason: row.end_reason,
})

const FIND_ORDER = sql('find_order', `select ${COLUMNS} from orders o where o.customer = $1 and o.id = $2`)

export async function findOrder(tx: Tx, { customer, id }: OrderKey): Promise<Order | null> {
  const [row] = await tx.run<OrderRow>(FIND_ORDER, [customer, id])
  return row ? orderFrom(row) : null
}

export type Which = 'open' | 'ended' | 'filled'

const PAGE = `and o.id < $2 and ($3::text is null or o.listing = $3) order by o.id desc limit $4`
const LISTS: Readonly<Record<Which, ReturnType<typeof sql>>> = {
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
  customer: string,
  { which, listing, after }: { which: Which; listing: ListingId | null; after: string | null },
  most: number,
): Promise<Order[]> {
  return (await tx.run<OrderRow>(LISTS[which], [customer, after ?? PAST_ALL_IDS, listing, most])).map(orderFrom)
}

const LIST_OPEN_AMONG = sql(
  'list_open_orders_among',
  `select ${COLUMNS} from orders o where o.customer = $1 and o.id = any($5::uuid[]) and o.ended_at is null ${PAGE}`,
)

/** Those of some orders of a customer that are open, newest first: found by key, however many the customer has ever placed. */
export async function listOpenAmong(
  tx: Tx,
  customer: string,
  ids: readonly string[],
  { listing, after }: { listing: ListingId | null; after: string | null },
  most: number,
): Promise<Order[]> {
  const rows = await tx.run<OrderRow>(LIST_OPEN_AMONG, [customer, after ?? PAST_ALL_IDS, listing, most, ids])
  return rows.map(orderFrom)
}

const COUNT_BLOCKS = sql(
  'count_blocks_of_orders',
  `select pg_relation_size('orders') / current_setting('block_size')::int8 as blocks`,
)
const LIST_OPEN = sql(
  'list_open_orders_in_blocks',
  `select ${COLUMNS} from orders o
   where o.ctid >= format('(%s,0)', $1::int8)::tid and o.ctid < format('(%s,0)', $2::int8)::tid and o.ended_at is null`,
)
const BLOCKS_AT_ONCE = 8_192n

/**
 * Every open order of every customer, some at a time: the fill engine begins with these. No index knows them, so the table is read
 * once, block by block. All must be asked in one read: in its snapshot no order moves to a block that was read before.
 */
export async function* listOpenOrders(tx: Tx, blocksAtOnce = BLOCKS_AT_ONCE): AsyncGenerator<Order[]> {
  const [table] = await tx.run<{ blocks: bigint }>(COUNT_BLOCKS)
  const blocks = table?.blocks ?? 0n
  for (let from = 0n; from < blocks; from += blocksAtOnce) {
    yield (await tx.run<OrderRow>(LIST_OPEN, [from, from + blocksAtOnce])).map(orderFrom)
  }
}

const COUNT_OPEN = sql(
  'count_open_orders',
  'select count(*) as open from orders where customer = $1 and ended_at is null',
)

export async function countOpenOrders(tx: Tx, customer: string): Promise<number> {
  const [row] = await tx.run<{ open: bigint }>(COUNT_OPEN, [customer])
  return Number(row?.open ?? 0n)
}

const SAVE_ENDS = sql(
  'save_order_ends',
  `update orders o set state = c.state, ended_at = c.ended_at, end_reason = c.end_reason
   from unnest($2::uuid[], $3::text[], $4::int8[], $5::text[]) as c (id, state, ended_at, end_reason)
   where o.customer = $1 and o.id = c.id and o.ended_at is null returning o.id`,
)

/** Ends several orders of a customer in an ordinary write, which holds the customer's lock. How many were open. */
export async function saveEnds(tx: Tx, customer: string, ended: readonly Order[]): Promise<number> {
  const [ids, states] = [ended.map(({ id }) => id), ended.map(({ state }) => state)]
  const [at, reasons] = [ended.map(({ endedAt }) => endedAt), ended.map(({ endReason }) => endReason)]
  return (await tx.run(SAVE_ENDS, [customer, ids, states, at, reasons])).length
}
