import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { cellOf, flag, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import { ORDERS_WITH_CONDITIONS } from '../orders/orders.store.ts'
import { PROCESSED } from '../orders/progress.store.ts'

/** The customers whom an action of a listing concerns, page by page. */

const customerOf = cellOf(uuid<'customer'>('customer'))
const HOLDERS = `select customer from balances where asset = $1 and free + held > 0`
const CONCERNED = sql(
  'list_concerned',
  `select distinct customer from (
     ${HOLDERS}
     union all select customer from orders where ended_at is null and listing = $1
     union all select customer from alerts where removed_at is null and listing = $1
   ) as concerned where customer > $2 order by customer limit $3`,
  customerOf,
)
const RENAMED = sql(
  'list_renamed',
  `select distinct customer from (
     ${HOLDERS}
     union all select customer from orders where ended_at is null and listing = $1
     union all select customer from alerts where removed_at is null and listing = $1
     union all select customer from watches where listing = $1
   ) as concerned where customer > $2 order by customer limit $3`,
  customerOf,
)
const ENTITLED = sql(
  'list_entitled',
  `select distinct customer from (
     ${HOLDERS}
     union all select customer from fills where listing = $1 and side = 'sell' and quote_at > $4
   ) as entitled where customer > $2 order by customer limit $3`,
  customerOf,
)
const LIST_TOLD = sql(
  'list_holders_and_orderers',
  `select distinct customer from (
     ${HOLDERS}
     union all select customer from orders where ended_at is null and listing = $1
   ) as told where customer > $2 order by customer limit $3`,
  customerOf,
)

export interface CustomerPage {
  /** The last id of the page before. */
  readonly after: string
  readonly most: number
}

/** The holders of a listing, and the customers with an open order in it: a coming action is announced to them. */
export const listToTell = async (tx: Tx, listing: ListingId, { after, most }: CustomerPage): Promise<CustomerId[]> =>
  tx.run(LIST_TOLD, [listing, after, most])

/** The holders, and the customers with an open order or an alert: a split changes these. */
export const listConcerned = async (tx: Tx, listing: ListingId, { after, most }: CustomerPage): Promise<CustomerId[]> =>
  tx.run(CONCERNED, [listing, after, most])

/** The same, and the customers who watch the listing: a new ticker changes these. */
export const listRenamed = async (tx: Tx, listing: ListingId, { after, most }: CustomerPage): Promise<CustomerId[]> =>
  tx.run(RENAMED, [listing, after, most])

/** The holders, and the customers who have sold on a quote event after the record instant. */
export const listEntitled = async (
  tx: Tx,
  listing: ListingId,
  { after, most }: CustomerPage,
  recordAt: Instant,
): Promise<CustomerId[]> => tx.run(ENTITLED, [listing, after, most, recordAt])

const IS_BEHIND = sql(
  'has_servers_before',
  'select exists (select from fill_progress where through_at < $1) as behind',
  cellOf(flag('behind')),
)
const UNDECIDED = sql(
  'list_undecided_listings',
  `select distinct o.listing from ${ORDERS_WITH_CONDITIONS} join fill_progress p on p.node = o.node
   where o.ended_at is null and o.listing = any($1) and o.market_at < $2 and ${PROCESSED} < $2`,
  cellOf(word<ListingId>('listing')),
)

/**
 * Those of some listings on which an open order may still be filled on a quote event up to an instant, by whichever
 * server. Open orders have no index: all orders are read, once for all listings, and not if each server is past it.
 */
export async function listUndecided(
  tx: Tx,
  listings: readonly ListingId[],
  until: Instant,
): Promise<ReadonlySet<ListingId>> {
  const [isBehind] = await tx.run(IS_BEHIND, [until])
  if (!isBehind) return new Set()
  return new Set(await tx.run(UNDECIDED, [listings, until]))
}
