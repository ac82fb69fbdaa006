import type { ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { sql, type Tx } from '../base/db.ts'

const LIST = sql('list_watches', 'select listing from watches where customer = $1 order by place, listing')
const INSERT = sql(
  'insert_watch',
  `insert into watches (customer, listing, place, added_at)
   select $1, $2, coalesce(max(place), 0) + 1, $3 from watches where customer = $1`,
)
const DELETE = sql('delete_watch', 'delete from watches where customer = $1 and listing = $2')
const ORDER = sql(
  'order_watches',
  `update watches w set place = wanted.place
   from unnest($2::text[]) with ordinality as wanted (listing, place)
   where w.customer = $1 and w.listing = wanted.listing`,
)

/** What is watched, in its order. */
export async function findWatches(tx: Tx, customer: string): Promise<ListingId[]> {
  return (await tx.run<{ listing: ListingId }>(LIST, [customer])).map(({ listing }) => listing)
}

/** Adds at the end, or removes. */
export async function saveWatch(
  tx: Tx,
  customer: string,
  { listing, watched }: { listing: ListingId; watched: boolean },
  now: Instant,
): Promise<void> {
  if (watched) await tx.run(INSERT, [customer, listing, now])
  else await tx.run(DELETE, [customer, listing])
}

/** Puts what is watched in an order. */
export async function savePlaces(tx: Tx, customer: string, listings: readonly ListingId[]): Promise<void> {
  await tx.run(ORDER, [customer, listings])
}
