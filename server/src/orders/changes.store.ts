import type { ListingId, PriceE4, Shares } from '@lonja/core/base/amount'
import type { CustomerId, FillId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { TimeInForce } from '@lonja/core/orders/orders.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import type { OldTerms, OrderSplit } from '@lonja/core/orders/changes.rules'
import type { Log } from '../database/book.ts'
import { instant, int4, orNull, price, shares, tableOf, units, uuid, word } from '../database/codecs.ts'
import { saveSet } from '../database/columns.ts'
import { sql, type Tx } from '../database/db.ts'
import {
  EXITS_FIELDS,
  STOP_FIELDS,
  exitsFrom,
  exitsRowOf,
  stopFrom,
  stopRowOf,
  type ExitsRow,
  type StopRow,
} from './conditions.store.ts'
import { heldOf, heldUnitsOf } from './orders.store.ts'

/** The terms of an order that a replacement or a split ended, as they are stored. */
interface ChangeRow extends StopRow, ExitsRow {
  readonly customer: CustomerId
  readonly id: OrderId
  readonly change: number
  readonly marketAt: Instant
  readonly madeAt: Instant
  readonly shares: Shares
  readonly limit: PriceE4 | null
  readonly timeInForce: TimeInForce
  readonly endsAt: Instant | null
  readonly worst: PriceE4 | null
  readonly heldUnits: bigint
  readonly otherUnits: bigint
  readonly rankAt: Instant | null
  readonly profit: PriceE4 | null
  readonly action: string | null
  readonly ratioFrom: bigint | null
  readonly ratioTo: bigint | null
  /** The listing that the order had, if a new ticker moved it. */
  readonly listing: ListingId | null
  readonly fill: FillId | null
}

const CHANGES = tableOf<ChangeRow>({
  customer: uuid('customer'),
  id: uuid('id'),
  change: int4('change'),
  marketAt: instant('market_at'),
  madeAt: instant('made_at'),
  shares: shares('shares'),
  limit: orNull(price('limit_e4')),
  timeInForce: word<TimeInForce>('in_force'),
  endsAt: orNull(instant('ends_at')),
  worst: orNull(price('worst_e4')),
  heldUnits: units('held_units'),
  otherUnits: units('other_units'),
  ...STOP_FIELDS,
  rankAt: orNull(instant('rank_at')),
  profit: orNull(price('profit_e4')),
  action: orNull(uuid('action')),
  ratioFrom: orNull(units('ratio_from')),
  ratioTo: orNull(units('ratio_to')),
  listing: orNull(word<ListingId>('listing')),
  ...EXITS_FIELDS,
  fill: orNull(uuid('fill')),
})

/** A replacement, a split, a new ticker or a growth of the order, with the server's time of it. */
export interface Change extends OldTerms {
  readonly at: Instant
}

const rowOf = ({ change, until, at, order, split = null, move = null, fill = null }: Change): ChangeRow => ({
  customer: order.customer,
  id: order.id,
  change,
  marketAt: until,
  madeAt: at,
  shares: order.shares,
  limit: order.limit,
  timeInForce: order.timeInForce,
  endsAt: order.endsAt,
  worst: order.worst,
  heldUnits: heldUnitsOf(order, true),
  otherUnits: heldUnitsOf(order, false),
  ...stopRowOf(order.conditions?.stop ?? null),
  rankAt: order.conditions?.rankAt ?? null,
  profit: order.conditions?.profit ?? null,
  action: split?.action ?? move?.action ?? null,
  ratioFrom: split?.ratio.from ?? null,
  ratioTo: split?.ratio.to ?? null,
  listing: move ? order.listing : null,
  ...exitsRowOf(order.conditions?.exits ?? null),
  fill,
})

const insertChanges = saveSet(
  'insert_order_changes',
  CHANGES.columns,
  `insert into order_changes (${CHANGES.names}) select * from $rows as rows`,
)

/** The replacements of a batch. */
export const changes: Log<Change> = { save: (rows) => [insertChanges(rows.map(rowOf))] }

const LIST = sql(
  'list_changes_among',
  `select ${CHANGES.under('c')} from unnest($1::uuid[], $2::uuid[]) as wanted (customer, id)
   join order_changes c on c.customer = wanted.customer and c.id = wanted.id order by c.customer, c.id, c.change`,
)

/** The changes of some orders, each order's oldest first. The terms that were are put into the order as it is now. */
export async function listChangesAmong(tx: Tx, orders: readonly Order[]): Promise<Map<Order, Change[]>> {
  const replaced = orders.filter(({ conditions }) => (conditions?.changes ?? 0) > 0)
  if (replaced.length === 0) return new Map()
  const columns = [replaced.map(({ customer }) => customer), replaced.map(({ id }) => id)]
  const rows = (await tx.run(LIST, columns)).map(CHANGES.ofRow)
  return new Map(
    replaced.map((order) => [
      order,
      changesIn(
        order,
        rows.filter(({ customer, id }) => customer === order.customer && id === order.id),
      ),
    ]),
  )
}

/** From the newest back: a row of a new ticker says the listing of the terms before it. */
function changesIn(now: Order, rows: readonly ChangeRow[]): Change[] {
  let order = now
  return rows
    .toReversed()
    .map((row) => {
      const { listing: successor } = order
      if (row.listing)
        order = { ...order, listing: row.listing, asset: order.side === 'sell' ? row.listing : order.asset }
      return changeOf(order, row, successor)
    })
    .toReversed()
}

const changeOf = (order: Order, row: ChangeRow, successor: ListingId): Change => ({
  change: row.change,
  until: row.marketAt,
  at: row.madeAt,
  split: splitOf(row),
  move: row.listing && row.action ? { action: row.action, successor } : null,
  fill: row.fill,
  order: {
    ...order,
    shares: row.shares,
    limit: row.limit,
    timeInForce: row.timeInForce,
    endsAt: row.endsAt,
    worst: row.worst,
    held: heldOf(order.asset, row.heldUnits, row.otherUnits),
    conditions: order.conditions && {
      ...order.conditions,
      stop: stopFrom(row),
      rankAt: row.rankAt,
      profit: row.profit,
      exits: exitsFrom(row),
      changes: row.change - 1,
    },
  },
})

const splitOf = ({ action, ratioFrom, ratioTo }: ChangeRow): OrderSplit | null =>
  action === null || ratioFrom === null || ratioTo === null ? null : { action, ratio: { from: ratioFrom, to: ratioTo } }
