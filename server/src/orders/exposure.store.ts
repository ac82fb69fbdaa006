import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { HeldListing } from '@lonja/core/orders/lots.rules'
import type { MarginLot } from '@lonja/core/orders/margin.rules'
import { cash, int4, shares, tableOf, units, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/* The open lots of many customers, for the house's own figures. */

type FinancedLot = MarginLot & { readonly customer: CustomerId }

const LOTS = tableOf<FinancedLot>({
  customer: uuid('customer'),
  listing: word<ListingId>('listing'),
  left: shares('shares_left'),
  costLeft: cash('cost_left'),
  financedLeft: cash('financed_left'),
})

const LIST_LOTS = sql(
  'list_lots_of_financed',
  `select ${LOTS.under('l')} from lots l
   where l.customer in (select customer from lots where financed_left > 0) order by l.customer`,
)

/** All open lots of the customers for whom the house has financed any, a customer's together. */
export const listLotsOfFinanced = async (tx: Tx): Promise<FinancedLot[]> => (await tx.run(LIST_LOTS)).map(LOTS.ofRow)

const HELD = tableOf<HeldListing>({
  listing: word<ListingId>('listing'),
  customers: int4('customers'),
  shares: shares('shares'),
  cost: units('cost'),
  sharesFinanced: shares('shares_financed'),
  financed: units('financed'),
})

const LIST_HELD = sql(
  'list_held_by_all',
  `select listing, count(distinct customer)::int4 as customers, sum(shares_left)::int8 as shares, sum(cost_left)::int8 as cost,
     coalesce(sum(shares_left) filter (where financed_left > 0), 0)::int8 as shares_financed, sum(financed_left)::int8 as financed
   from lots group by listing order by listing`,
)

/** The open lots of all customers together, by listing. The table is read once. */
export const listHeldByAll = async (tx: Tx): Promise<HeldListing[]> => (await tx.run(LIST_HELD)).map(HELD.ofRow)
