import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { shapeOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

const LISTINGS_OF = sql(
  'listings_of_orders',
  'select id, listing from orders where customer = $1 and id = any($2::uuid[])',
  shapeOf({ id: uuid('id'), listing: word<ListingId>('listing') }),
)

/** The listings of a customer's orders, by order. An id that is not one of their orders is left out. */
export async function listingsOf(
  tx: Tx,
  customer: CustomerId,
  orders: readonly string[],
): Promise<ReadonlyMap<string, ListingId>> {
  const rows = await tx.run(LISTINGS_OF, [customer, orders])
  return new Map(rows.map(({ id, listing }) => [id, listing]))
}
