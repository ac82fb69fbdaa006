import { isCurrency, otherCurrency, type Amount, type Asset, type ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { EndReason, OrderState } from '@lonja/core/orders/orders.contract'
import { isOfBuy, type Conditions, type FillRule, type Order } from '@lonja/core/orders/orders.rules'
import type { ChangedRow, BookTable } from '../database/book.ts'
import { cellOf, flag, instant, int4, orNull, price, shares, tableOf, units, uuid, word } from '../database/codecs.ts'
import { int8s, loadSet, saveSet, texts, tids, uuids } from '../database/columns.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import type { Cells } from '../database/statement.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'
import { CONDITIONS, conditionsFrom, conditionsIn, saveConditions } from './conditions.store.ts'

export interface OrderKey {
  readonly customer: CustomerId
  readonly id: OrderId
}

/** An order as it is stored: its hold in the asset itself, and in the other currency. */
interface OrderRow extends Omit<Order, 'held' | 'conditions'> {
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
  fillRule: word<FillRule>('fill_rule'),
  through: instant('through_at'),
  state: word<OrderState>('state'),
  filled: shares('filled'),
  endedAt: orNull(instant('ended_at')),
  endReason: orNull(word<EndReason>('end_reason')),
})

/** The columns of an order and its conditions, of which `orderFrom` makes one, and the tables that they are of. */
export const COLUMNS = `${ORDERS.under('o')}, ${CONDITIONS.under('oc')}`
export const ORDERS_WITH_CONDITIONS =
  'orders o left join order_conditions oc on oc.customer = o.customer and oc.id = o.id'

/**
 * Field by field, here and in `rowOf`: leaving fields out with a rest pattern makes an object in the slow form, and
 * each later read of the order pays for it.
 */
const orderOf = (row: OrderRow, conditions: Conditions | null): Order => ({
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
  fillRule: row.fillRule,
  conditions,
  through: row.through,
  state: row.state,
  filled: row.filled,
  endedAt: row.endedAt,
  endReason: row.endReason,
})
export const orderFrom = (row: Row): Order => orderOf(ORDERS.ofRow(row), conditionsFrom(row))

/** The units that an order's hold has in the asset itself, or in the other currency. */
export const heldUnitsOf = ({ held, asset }: Pick<Order, 'held' | 'asset'>, isOwn: boolean): bigint =>
  held.find((amount) => (amount.asset === asset) === isOwn)?.units ?? 0n

function rowOf(order: Order): OrderRow {
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
    heldUnits: heldUnitsOf(order, true),
    otherUnits: heldUnitsOf(order, false),
    feeTable: order.feeTable,
    fillRule: order.fillRule,
    through: order.through,
    state: order.state,
    filled: order.filled,
    endedAt: order.endedAt,
    endReason: order.endReason,
  }
}

/** The hold as amounts: in the asset itself, and in the other currency. */
export function heldOf(asset: Asset, units: bigint, other: bigint): Amount[] {
  const held = units > 0n ? [{ asset, units }] : []
  return other > 0n && isCurrency(asset) ? [...held, { asset: otherCurrency(asset), units: other }] : held
}

/** An order and its conditions in the cells of a line, as `COLUMNS` lists them. */
export const orderIn = (cells: Cells): Order =>
  orderOf(ORDERS.ofCells(cells), conditionsIn(cells, ORDERS.columns.length))

const findOrders = loadSet<OrderKey, Order>(
  'find_orders',
  [uuids(({ customer }) => customer), uuids(({ id }) => id)],
  orderIn,
  `select ${COLUMNS}, o.ctid from $rows as wanted (customer, id) join orders o on o.customer = wanted.customer and o.id = wanted.id
   left join order_conditions oc on oc.customer = o.customer and oc.id = o.id`,
)

/**
 * The orders of a batch are of one server, the first column, which must still fill them itself. Beside another server that
 * lives, none is taken while that one fills an order of the same customer and listing.
 */
const insertOrders = saveSet(
  'insert_orders',
  ORDERS.columns,
  `insert into orders (${ORDERS.names}) select * from $rows as rows
   where (select takes_orders(($1::uuid[])[1])) and (select fills_alone(($1::uuid[])[1], $2::uuid[], $4::text[]))`,
)

/** Exits of buys, which the server of the buy places with a fill. */
const insertExits = saveSet(
  'insert_exits_of_buys',
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

/**
 * The terms that a replacement changes, and the server that a claim changes. Written with every change of an order that was
 * replaced or claimed. A server claims only while it fills its own orders.
 */
const updateTerms = saveSet<ChangedRow<Order>>(
  'update_order_terms',
  [
    uuids(({ value }) => value.customer),
    uuids(({ value }) => value.id),
    int8s(({ value }) => value.shares),
    int8s(({ value }) => value.limit),
    texts(({ value }) => value.timeInForce),
    int8s(({ value }) => value.endsAt),
    int8s(({ value }) => value.worst),
    int8s(({ value }) => heldUnitsOf(value, true)),
    int8s(({ value }) => heldUnitsOf(value, false)),
    texts(({ value }) => value.state),
    int8s(({ value }) => value.filled),
    int8s(({ value }) => value.endedAt),
    texts(({ value }) => value.endReason),
    int8s(({ value }) => value.through),
    texts(({ value }) => value.listing),
    texts(({ value }) => value.asset),
    uuids(({ value }) => value.node),
  ],
  `update orders o set node = c.node, shares = c.shares, limit_e4 = c.limit_e4, in_force = c.in_force, ends_at = c.ends_at, worst_e4 = c.worst_e4,
     held_units = c.held_units, other_units = c.other_units, state = c.state, filled = c.filled, ended_at = c.ended_at,
     end_reason = c.end_reason, through_at = c.through_at, listing = c.listing, held_asset = c.held_asset
   from $rows as c (customer, id, shares, limit_e4, in_force, ends_at, worst_e4, held_units, other_units, state, filled,
     ended_at, end_reason, through_at, listing, held_asset, node)
   where o.customer = c.customer and o.id = c.id and case when o.node = c.node then true else takes_orders(c.node) end`,
)

const wasReplaced = ({ value: { conditions } }: ChangedRow<Order>): boolean =>
  conditions !== null && (conditions.changes > 0 || conditions.claimed !== null)

/** Orders in a batch's book, each with its conditions. */
export const orders: BookTable<OrderKey, Order> = {
  load: findOrders,
  textOf: ({ id }) => id,
  keyOf: (order) => order,
  save: (added, changed) => {
    const replaced = changed.filter(wasReplaced)
    const others = replaced.length === 0 ? changed : changed.filter((row) => !wasReplaced(row))
    const exits = added.filter(isOfBuy)
    const placed = exits.length === 0 ? added : added.filter((order) => !isOfBuy(order))
    return [
      // Claims come before the orders for which they were made.
      ...(replaced.length > 0 ? [updateTerms(replaced)] : []),
      ...(placed.length > 0 ? [insertOrders(placed.map(rowOf))] : []),
      ...(exits.length > 0 ? [insertExits(exits.map(rowOf))] : []),
      ...(others.length > 0 ? [updateOrders(others)] : []),
      ...saveConditions([...added, ...changed.map(({ value }) => value)]),
    ]
  },
}

const FIND_ORDER = sql(
  'find_order',
  `select ${COLUMNS} from ${ORDERS_WITH_CONDITIONS} where o.customer = $1 and o.id = $2`,
)

export async function findOrder(tx: Tx, { customer, id }: OrderKey): Promise<Order | null> {
  const [row] = await tx.run(FIND_ORDER, [customer, id])
  return row ? orderFrom(row) : null
}

export type OrderFilter = 'open' | 'ended' | 'filled'

export const PAGE = `and o.id < $2 and ($3::text is null or o.listing = $3) order by o.id desc limit $4`
const PLACED = 'and o.placed_at >= coalesce($5::int8, 0) and o.placed_at < coalesce($6::int8, 9223372036854775807)'
const LISTS: Readonly<Record<OrderFilter, ReturnType<typeof sql>>> = {
  open: sql(
    'list_open_orders',
    `select ${COLUMNS} from ${ORDERS_WITH_CONDITIONS} where o.customer = $1 and o.ended_at is null ${PLACED} ${PAGE}`,
  ),
  ended: sql(
    'list_ended_orders',
    `select ${COLUMNS} from ${ORDERS_WITH_CONDITIONS} where o.customer = $1 and o.ended_at is not null ${PLACED} ${PAGE}`,
  ),
  filled: sql(
    'list_filled_orders',
    `select ${COLUMNS} from ${ORDERS_WITH_CONDITIONS} where o.customer = $1 and o.filled > 0 ${PLACED} ${PAGE}`,
  ),
}

/** The orders of a list: of one listing or all, placed in [from, to), where these are given. */
export interface OrdersPage {
  readonly which: OrderFilter
  readonly listing: ListingId | null
  /** The last id of the page before. */
  readonly after: string | null
  readonly from?: Instant | undefined
  readonly to?: Instant | undefined
}

/** Orders of a customer, newest first: ids sort by when they were made. */
export async function listOrdersOf(
  tx: Tx,
  customer: CustomerId,
  { which, listing, after, from, to }: OrdersPage,
  most: number,
): Promise<Order[]> {
  const placed = [from ?? null, to ?? null]
  return (await tx.run(LISTS[which], [customer, after ?? PAST_ALL_IDS, listing, most, ...placed])).map(orderFrom)
}

const HAS_BOUGHT = sql(
  'has_bought',
  `select exists (select from orders where customer = $1 and side = 'buy' and filled > 0) as has`,
  cellOf(flag('has')),
)

/** Whether an order of a customer has ever bought a share. */
export async function hasBought(tx: Tx, customer: CustomerId): Promise<boolean> {
  const [has] = await tx.run(HAS_BOUGHT, [customer])
  return has === true
}
