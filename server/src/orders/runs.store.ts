import type { Cents, PriceE4, Shares } from '@lonja/core/base/amount'
import type { CustomerId, FillId, LotId, OrderId, RunId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Order } from '@lonja/core/orders/orders.rules'
import { cash, instant, int8, price, shapeOf, shares, units, uuid } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'
import { COLUMNS, ORDERS_WITH_CONDITIONS, orderFrom } from './orders.store.ts'
import type { PurseKey } from './purses.store.ts'

/* The orders, fills and closings of runs, which name their run. */

const LIST_OPEN = sql(
  'list_open_orders_of_run',
  `select ${COLUMNS} from ${ORDERS_WITH_CONDITIONS}
   where oc.customer = $1 and oc.run = $2 and o.ended_at is null order by o.id`,
)

/** The sums over the orders of a run. */
export interface RunSums {
  readonly run: RunId
  readonly orders: number
  readonly fills: number
  readonly fees: bigint
  readonly realised: bigint
}
const SUMS = sql(
  'sum_orders_of_runs',
  `select oc.run, count(distinct oc.id) as orders, count(f.id) as fills, coalesce(sum(f.fee), 0)::int8 as fees,
     coalesce(sum(f.realised), 0)::int8 as realised
   from order_conditions oc left join fills f on f.customer = oc.customer and f.order_id = oc.id
   where oc.customer = $1 and oc.run = any($2::uuid[]) group by oc.run`,
  shapeOf<RunSums>({
    run: uuid('run'),
    orders: int8('orders'),
    fills: int8('fills'),
    fees: units('fees'),
    realised: units('realised'),
  }),
)

/** A closed part of a lot with the orders of both sides. */
export interface RunClosing {
  readonly fill: FillId
  readonly lot: LotId
  readonly buy: OrderId
  readonly sell: OrderId
  readonly shares: Shares
  readonly openedAt: Instant
  readonly closedAt: Instant
  readonly openPrice: PriceE4
  readonly closePrice: PriceE4
  readonly cost: Cents
  readonly proceeds: Cents
  readonly fee: Cents
  readonly realised: Cents
}
const LIST_CLOSED = sql(
  'list_closings_of_run',
  `select c.fill, c.lot, b.order_id as buy, c.order_id as sell, c.shares, c.opened_at, c.closed_at, c.open_price_e4,
     c.close_price_e4, c.cost, c.proceeds, c.fee, c.realised
   from order_conditions oc
   join fills f on f.customer = oc.customer and f.order_id = oc.id and f.side = 'sell'
   join closings c on c.customer = f.customer and c.fill = f.id
   join fills b on b.customer = c.customer and b.id = c.lot
   where oc.customer = $1 and oc.run = $2 and (c.fill, c.lot) < ($3, $4) order by c.fill desc, c.lot desc limit $5`,
  shapeOf<RunClosing>({
    fill: uuid('fill'),
    lot: uuid('lot'),
    buy: uuid('buy'),
    sell: uuid('sell'),
    shares: shares('shares'),
    openedAt: instant('opened_at'),
    closedAt: instant('closed_at'),
    openPrice: price('open_price_e4'),
    closePrice: price('close_price_e4'),
    cost: cash('cost'),
    proceeds: cash('proceeds'),
    fee: cash('fee'),
    realised: cash('realised'),
  }),
)

/** The open orders of a run. */
export const listOpenOrdersOfRun = async (tx: Tx, { customer, id }: PurseKey): Promise<Order[]> =>
  (await tx.run(LIST_OPEN, [customer, id])).map(orderFrom)

/** The sums of some runs of a customer. A run without an order has none. */
export const sumRuns = (tx: Tx, customer: CustomerId, runs: readonly RunId[]): Promise<RunSums[]> =>
  tx.run(SUMS, [customer, runs])

/** The closings of a run, newest first, after one. */
export const listClosingsOfRun = (
  tx: Tx,
  { customer, id }: PurseKey,
  after: Pick<RunClosing, 'fill' | 'lot'> | null,
  most: number,
): Promise<RunClosing[]> =>
  tx.run(LIST_CLOSED, [customer, id, after?.fill ?? PAST_ALL_IDS, after?.lot ?? PAST_ALL_IDS, most])
