import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { cellOf, instant, int8, orNull, shapeOf, tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

const LIST = sql(
  'list_watches',
  'select listing from watches where customer = $1 and list = $2 order by place, listing',
  cellOf(word<ListingId>('listing')),
)
const INSERT = sql(
  'insert_watch',
  `insert into watches (customer, list, listing, place, added_at)
   select $1, $2, $3, coalesce(max(place), 0) + 1, $4 from watches where customer = $1 and list = $2`,
)
const DELETE = sql('delete_watch', 'delete from watches where customer = $1 and list = $2 and listing = $3')
const ORDER = sql(
  'order_watches',
  `update watches w set place = wanted.place
   from unnest($3::text[]) with ordinality as wanted (listing, place)
   where w.customer = $1 and w.list = $2 and w.listing = wanted.listing`,
)
/** Counts only lists that exist: the rows of a removed list stay, but are not shown. */
const THERE = `(w.list = w.customer or exists (
  select from watchlists l where l.customer = w.customer and l.id = w.list and l.removed_at is null))`
const LISTS_WITH = sql(
  'lists_with_watch',
  `select w.list from watches w where w.customer = $1 and w.listing = $2 and ${THERE}`,
  cellOf(uuid('list')),
)
const COUNT = sql(
  'count_watches',
  'select list, count(*) as count from watches where customer = $1 group by list',
  shapeOf({ list: uuid('list'), listings: int8('count') }),
)

/** The listings on a list, in order. Without an id, on the customer's default list. */
export async function findWatches(tx: Tx, customer: CustomerId, list: string = customer): Promise<ListingId[]> {
  return tx.run(LIST, [customer, list])
}

/** The ids of the customer's lists that hold a listing. */
export async function findListsWith(tx: Tx, customer: CustomerId, listing: ListingId): Promise<string[]> {
  return tx.run(LISTS_WITH, [customer, listing])
}

/** The number of listings on each list; an empty list is missing. */
export async function countWatches(tx: Tx, customer: CustomerId): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.run(COUNT, [customer])
  return new Map(rows.map(({ list, listings }) => [list, listings]))
}

/** Adds a listing at the end of a list, or removes it. */
export async function saveWatch(
  tx: Tx,
  customer: CustomerId,
  { list, listing, watched }: { list: string; listing: ListingId; watched: boolean },
  now: Instant,
): Promise<void> {
  if (watched) await tx.run(INSERT, [customer, list, listing, now])
  else await tx.run(DELETE, [customer, list, listing])
}

/** Stores the order of a list. */
export async function savePlaces(
  tx: Tx,
  customer: CustomerId,
  list: string,
  listings: readonly ListingId[],
): Promise<void> {
  await tx.run(ORDER, [customer, list, listings])
}

const REMOVE_DOUBLE = sql(
  'delete_watches_of_both',
  `delete from watches w where w.customer = $1 and w.listing = $2
   and exists (select from watches n where n.customer = w.customer and n.list = w.list and n.listing = $3) returning listing`,
)
const MOVE = sql(
  'move_watches',
  'update watches set listing = $3 where customer = $1 and listing = $2 returning listing',
)

/** Puts the new ticker of a listing in its place on each list. False if the customer does not watch it. */
export async function moveWatches(
  tx: Tx,
  customer: CustomerId,
  listing: ListingId,
  successor: ListingId,
): Promise<boolean> {
  const gone = await tx.run(REMOVE_DOUBLE, [customer, listing, successor])
  const moved = await tx.run(MOVE, [customer, listing, successor])
  return gone.length + moved.length > 0
}

/** A list with a row of its own: made by the customer, or the default one after it was renamed. */
export interface ListRow {
  readonly id: string
  readonly name: string | null
  readonly removedAt: Instant | null
}

const LISTS = tableOf<ListRow>({
  id: uuid('id'),
  name: orNull(word('name')),
  removedAt: orNull(instant('removed_at')),
})

const FIND_LISTS = sql(
  'find_watchlists',
  `select ${LISTS.names} from watchlists where customer = $1 order by made_at, id`,
)
const INSERT_LIST = sql(
  'insert_watchlist',
  'insert into watchlists (customer, id, name, made_at) values ($1, $2, $3, $4)',
)
const NAME_LIST = sql(
  'name_watchlist',
  `insert into watchlists (customer, id, name, made_at) values ($1, $2, $3, $4)
   on conflict (customer, id) do update set name = excluded.name`,
)
const REMOVE_LIST = sql('remove_watchlist', 'update watchlists set removed_at = $3 where customer = $1 and id = $2')
const FORGET_WATCHES = sql(
  'forget_watches',
  `delete from watches w using watchlists l
   where w.customer = $1 and l.customer = w.customer and l.id = w.list and l.removed_at < $2`,
)
const FORGET_LISTS = sql('forget_watchlists', 'delete from watchlists where customer = $1 and removed_at < $2')

export async function findLists(tx: Tx, customer: CustomerId): Promise<ListRow[]> {
  return (await tx.run(FIND_LISTS, [customer])).map(LISTS.ofRow)
}

export async function insertList(
  tx: Tx,
  customer: CustomerId,
  { id, name }: { id: string; name: string },
  now: Instant,
): Promise<void> {
  await tx.run(INSERT_LIST, [customer, id, name, now])
}

export async function saveListName(
  tx: Tx,
  customer: CustomerId,
  { id, name }: { id: string; name: string },
  now: Instant,
): Promise<void> {
  await tx.run(NAME_LIST, [customer, id, name, now])
}

/** Removes a list at an instant, or restores it with null. */
export async function saveListRemoval(
  tx: Tx,
  customer: CustomerId,
  id: string,
  removedAt: Instant | null,
): Promise<void> {
  await tx.run(REMOVE_LIST, [customer, id, removedAt])
}

/** Purges the lists that were removed before an instant. */
export async function purgeLists(tx: Tx, customer: CustomerId, before: Instant): Promise<void> {
  await tx.run(FORGET_WATCHES, [customer, before])
  await tx.run(FORGET_LISTS, [customer, before])
}
