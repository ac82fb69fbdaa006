import type { PriceE4 } from '@lonja/core/base/amount'
import type { CustomerId, LotId, OrderId, RunId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Stop } from '@lonja/core/orders/kinds.rules'
import type { Exits, Leverage } from '@lonja/core/orders/orders.contract'
import type { Conditions, Order } from '@lonja/core/orders/orders.rules'
import { cellOf, flag, instant, int4, orNull, price, tableOf, uuid, type Fields } from '../database/codecs.ts'
import { saveSet } from '../database/columns.ts'
import type { Row } from '../database/db.ts'
import type { BoundStatement, Cells } from '../database/statement.ts'

/** The prices of a stop as they are stored: at most one of them. */
export interface StopRow {
  readonly stop: PriceE4 | null
  readonly trail: PriceE4 | null
  readonly trailBps: number | null
}

export const STOP_FIELDS: Fields<StopRow> = {
  stop: orNull(price('stop_e4')),
  trail: orNull(price('trail_e4')),
  trailBps: orNull(int4('trail_bps')),
}

export const stopFrom = ({ stop, trail, trailBps }: StopRow): Stop | null => {
  if (stop !== null) return { by: 'price', price: stop }
  if (trail !== null) return { by: 'amount', distance: trail }
  return trailBps === null ? null : { by: 'share', bps: trailBps }
}

export const stopRowOf = (stop: Stop | null): StopRow => ({
  stop: stop?.by === 'price' ? stop.price : null,
  trail: stop?.by === 'amount' ? stop.distance : null,
  trailBps: stop?.by === 'share' ? stop.bps : null,
})

/** The exit attached to a buy as it is stored: none if it has neither a stop nor a profit. */
export interface ExitsRow {
  readonly exitsStop: PriceE4 | null
  readonly exitsTrailBps: number | null
  readonly exitsProfit: PriceE4 | null
}

export const EXITS_FIELDS: Fields<ExitsRow> = {
  exitsStop: orNull(price('exits_stop_e4')),
  exitsTrailBps: orNull(int4('exits_trail_bps')),
  exitsProfit: orNull(price('exits_profit_e4')),
}

export function exitsFrom({ exitsStop: stop, exitsTrailBps: trailBps, exitsProfit: profit }: ExitsRow): Exits | null {
  if (trailBps !== null) return { stop, trailBps, profit }
  return stop === null && profit === null ? null : { stop, profit }
}

export const exitsRowOf = (exits: Exits | null): ExitsRow => ({
  exitsStop: exits?.stop ?? null,
  exitsTrailBps: exits?.trailBps ?? null,
  exitsProfit: exits?.profit ?? null,
})

/** The conditions of an order as they are stored. */
interface ConditionsRow extends StopRow, ExitsRow {
  readonly best: PriceE4 | null
  readonly triggerAt: Instant | null
  readonly triggerBid: PriceE4 | null
  readonly triggerAsk: PriceE4 | null
  readonly triggerStop: PriceE4 | null
  readonly triggerBest: PriceE4 | null
  readonly opensAt: Instant | null
  readonly rankAt: Instant | null
  readonly changes: number
  readonly leverage: Leverage
  readonly lot: LotId | null
  readonly profit: PriceE4 | null
  readonly isExit: boolean
  readonly isCloseOut: boolean
  readonly exitOrder: OrderId | null
  readonly ofBuy: OrderId | null
  readonly claims: number
  readonly claimedAt: Instant | null
  readonly run: RunId | null
}

const FIELDS: Fields<ConditionsRow> = {
  // First, since it is null where an order has no row.
  changes: int4('changes'),
  ...STOP_FIELDS,
  best: orNull(price('best_e4')),
  triggerAt: orNull(instant('trigger_at')),
  triggerBid: orNull(price('trigger_bid_e4')),
  triggerAsk: orNull(price('trigger_ask_e4')),
  triggerStop: orNull(price('trigger_stop_e4')),
  triggerBest: orNull(price('trigger_best_e4')),
  opensAt: orNull(instant('opens_at')),
  rankAt: orNull(instant('rank_at')),
  leverage: int4('leverage'),
  lot: orNull(uuid('lot')),
  profit: orNull(price('profit_e4')),
  isExit: flag('is_exit'),
  isCloseOut: flag('is_close_out'),
  ...EXITS_FIELDS,
  exitOrder: orNull(uuid('exit_order')),
  ofBuy: orNull(uuid('of_buy')),
  claims: int4('claims'),
  claimedAt: orNull(instant('claimed_at')),
  run: orNull(uuid('run')),
}

/** The columns beside those of an order, which a left join reads. */
export const CONDITIONS = tableOf<ConditionsRow>(FIELDS)

const STORED = tableOf<ConditionsRow & { readonly customer: CustomerId; readonly id: OrderId }>({
  customer: uuid('customer'),
  id: uuid('id'),
  ...FIELDS,
})

function conditionsOf(row: ConditionsRow): Conditions {
  const { triggerAt, triggerBid, triggerAsk, triggerStop } = row
  const isTriggered = triggerAt !== null && triggerBid !== null && triggerAsk !== null && triggerStop !== null
  return {
    stop: stopFrom(row),
    best: row.best,
    trigger: isTriggered
      ? { at: triggerAt, bid: triggerBid, ask: triggerAsk, stop: triggerStop, best: row.triggerBest }
      : null,
    opensAt: row.opensAt,
    rankAt: row.rankAt,
    changes: row.changes,
    leverage: row.leverage,
    lot: row.lot,
    profit: row.profit,
    isExit: row.isExit,
    isCloseOut: row.isCloseOut,
    exits: exitsFrom(row),
    exitOrder: row.exitOrder,
    ofBuy: row.ofBuy,
    claimed: row.claimedAt === null ? null : { times: row.claims, at: row.claimedAt },
    run: row.run,
  }
}

const changesIn = cellOf(orNull(int4<number>('changes')))

/** The conditions in a row that a left join has read; null for an order without any. */
export const conditionsFrom = (row: Row): Conditions | null =>
  changesIn(row) === null ? null : conditionsOf(CONDITIONS.ofRow(row))

/** The same of a line's cells, from the first of them on. */
export const conditionsIn = (cells: Cells, first: number): Conditions | null =>
  cells[first] === null ? null : conditionsOf(CONDITIONS.ofCells(cells.slice(first)))

const rowOf = ({ customer, id }: Order, { stop, trigger, exits, claimed, ...conditions }: Conditions) => ({
  customer,
  id,
  ...stopRowOf(stop),
  ...exitsRowOf(exits),
  triggerAt: trigger?.at ?? null,
  triggerBid: trigger?.bid ?? null,
  triggerAsk: trigger?.ask ?? null,
  triggerStop: trigger?.stop ?? null,
  triggerBest: trigger?.best ?? null,
  claims: claimed?.times ?? 0,
  claimedAt: claimed?.at ?? null,
  ...conditions,
})

const saveConditionRows = saveSet(
  'save_order_conditions',
  STORED.columns,
  `insert into order_conditions (${STORED.names}) select * from $rows as rows
   on conflict (customer, id) do update set stop_e4 = excluded.stop_e4, trail_e4 = excluded.trail_e4, trail_bps = excluded.trail_bps,
     best_e4 = excluded.best_e4, profit_e4 = excluded.profit_e4, trigger_at = excluded.trigger_at, trigger_bid_e4 = excluded.trigger_bid_e4,
     trigger_ask_e4 = excluded.trigger_ask_e4, trigger_stop_e4 = excluded.trigger_stop_e4,
     trigger_best_e4 = excluded.trigger_best_e4, rank_at = excluded.rank_at, changes = excluded.changes,
     exits_stop_e4 = excluded.exits_stop_e4, exits_trail_bps = excluded.exits_trail_bps, exits_profit_e4 = excluded.exits_profit_e4, exit_order = excluded.exit_order,
     claims = excluded.claims, claimed_at = excluded.claimed_at`,
)

/** The statement that saves the conditions of those orders that have any; none if no order has. */
export function saveConditions(orders: readonly Order[]): BoundStatement[] {
  const rows = orders.flatMap((order) => (order.conditions ? [rowOf(order, order.conditions)] : []))
  return rows.length > 0 ? [saveConditionRows(rows)] : []
}
