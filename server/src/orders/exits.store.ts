import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId, LotId } from '@lonja/core/base/ids'
import type { Exit } from '@lonja/core/orders/takeover.rules'
import { sql, type Tx } from '../database/db.ts'

const LIST_EXITS = sql(
  'list_exits_to_take',
  `select o.listing, oc.lot, o.shares - o.filled as left
   from order_conditions oc join orders o on o.customer = oc.customer and o.id = oc.id
   where oc.customer = $1 and oc.is_exit and oc.trigger_at is null and o.ended_at is null`,
)

/** The open exits of a customer whose shares a sell by hand may take over. */
export const listExits = (tx: Tx, customer: CustomerId): Promise<(Exit & { readonly listing: ListingId })[]> =>
  tx.run<{ listing: ListingId; lot: LotId | null; left: bigint }>(LIST_EXITS, [customer])
