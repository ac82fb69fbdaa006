import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { Exit } from '@lonja/core/orders/takeover.rules'
import { orNull, shapeOf, units, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** An open exit, its lot, or the buy that it was attached to. */
export interface OpenExit extends Exit {
  readonly listing: ListingId
  readonly ofBuy: OrderId | null
}

const LIST_EXITS = sql(
  'list_exits_to_take',
  `select o.listing, oc.lot, oc.of_buy, o.shares - o.filled as left
   from order_conditions oc join orders o on o.customer = oc.customer and o.id = oc.id
   where oc.customer = $1 and oc.is_exit and oc.trigger_at is null and o.ended_at is null`,
  shapeOf<Omit<OpenExit, 'inLot'>>({
    listing: word('listing'),
    lot: orNull(uuid('lot')),
    ofBuy: orNull(uuid('of_buy')),
    left: units('left'),
  }),
)

/** The open exits of a customer whose shares a sell by hand may take over. */
export const listExits = (tx: Tx, customer: CustomerId): Promise<OpenExit[]> => tx.run(LIST_EXITS, [customer])
