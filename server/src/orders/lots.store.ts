import type { Currency, ListingId } from '@lonja/core/base/amount'
import type { CustomerId, FillId, LotId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { ClosedResult, Closing, Lot, SellType } from '@lonja/core/orders/lots.rules'
import type { ChangedRow, CustomerKey, Log, BookTable } from '../database/book.ts'
import {
  cash,
  cellOf,
  instant,
  int4,
  int8,
  orNull,
  price,
  shapeOf,
  shares,
  tableOf,
  units,
  uuid,
  word,
} from '../database/codecs.ts'
import { int8s, loadSet, saveSet, texts, tids, uuids } from '../database/columns.ts'
import { sql, type Tx } from '../database/db.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'
import type { LockedTx } from '../database/locks.ts'

const CLOSINGS = tableOf<Closing>({
  customer: uuid('customer'),
  fill: uuid('fill'),
  lot: uuid('lot'),
  order: uuid('order_id'),
  listing: word<ListingId>('listing'),
  shares: shares('shares'),
  openedAt: instant('opened_at'),
  closedAt: instant('closed_at'),
  openPrice: price('open_price_e4'),
  closePrice: price('close_price_e4'),
  cost: cash('cost'),
  proceeds: cash('proceeds'),
  fee: cash('fee'),
  realised: cash('realised'),
  repaid: cash('repaid'),
  sellType: word<SellType>('sell_type'),
})

const insertClosings = saveSet(
  'insert_closings',
  CLOSINGS.columns,
  `insert into closings (${CLOSINGS.names}) select * from $rows as rows`,
)

export const closings: Log<Closing> = { save: (rows) => [insertClosings(rows)] }

export interface LotsKey {
  readonly customer: CustomerId
  readonly listing: ListingId
}

const LOTS = tableOf<Lot>({
  customer: uuid('customer'),
  listing: word<ListingId>('listing'),
  id: uuid('id'),
  order: uuid('order_id'),
  openedAt: instant('opened_at'),
  price: price('price_e4'),
  shares: shares('shares'),
  cost: cash('cost'),
  fee: cash('fee'),
  left: shares('shares_left'),
  costLeft: cash('cost_left'),
  leverage: int4('leverage'),
  financedLeft: cash('financed_left'),
  reserved: shares('shares_reserved'),
  guarded: shares('shares_guarded'),
  run: orNull(uuid('run')),
})

const findOpenLots = loadSet<LotsKey, Lot>(
  'find_open_lots',
  [uuids(({ customer }) => customer), texts(({ listing }) => listing)],
  LOTS.ofCells,
  `select ${LOTS.under('l')}, l.ctid from $rows as wanted (customer, listing)
   join lots l on l.customer = wanted.customer and l.listing = wanted.listing`,
)

const insertLots = saveSet('insert_lots', LOTS.columns, `insert into lots (${LOTS.names}) select * from $rows as rows`)

const updateLots = saveSet<ChangedRow<Lot>>(
  'update_lots',
  [
    tids(({ row }) => row),
    uuids(({ value }) => value.customer),
    uuids(({ value }) => value.id),
    int8s(({ value }) => value.left),
    int8s(({ value }) => value.costLeft),
    int8s(({ value }) => value.financedLeft),
    int8s(({ value }) => value.reserved),
    int8s(({ value }) => value.guarded),
  ],
  `update lots l set shares_left = c.shares_left, cost_left = c.cost_left, financed_left = c.financed_left,
     shares_reserved = c.shares_reserved, shares_guarded = c.shares_guarded
   from $rows as c (row, customer, id, shares_left, cost_left, financed_left, shares_reserved, shares_guarded)
   where l.ctid = c.row and l.customer = c.customer and l.id = c.id`,
)

const deleteLots = saveSet<ChangedRow<Lot>>(
  'delete_lots',
  [tids(({ row }) => row), uuids(({ value }) => value.customer), uuids(({ value }) => value.id)],
  `delete from lots l using $rows as c (row, customer, id)
   where l.ctid = c.row and l.customer = c.customer and l.id = c.id`,
)

/** Open lots in a batch's book, several per customer and listing. One that is closed is deleted: its closings are the record. */
export const lots: BookTable<LotsKey, Lot> = {
  load: findOpenLots,
  textOf: ({ listing }) => listing,
  keyOf: (lot) => lot,
  idOf: ({ id }) => id,
  save: (added, changed) => {
    const opened = added.filter(isOpen)
    const left = changed.filter(({ value }) => isOpen(value))
    const closed = changed.filter(({ value }) => !isOpen(value))
    return [
      ...(opened.length > 0 ? [insertLots(opened)] : []),
      ...(left.length > 0 ? [updateLots(left)] : []),
      ...(closed.length > 0 ? [deleteLots(closed)] : []),
    ]
  },
}

const findLotsOfAll = loadSet<CustomerKey, Lot>(
  'find_open_lots_of_customers',
  [uuids(({ customer }) => customer)],
  LOTS.ofCells,
  `select ${LOTS.under('l')}, l.ctid from $rows as wanted (customer) join lots l on l.customer = wanted.customer`,
)

/** All open lots of a customer, for a decision on the whole account. Changes are put into `lots`. */
export const lotsOfAll: BookTable<CustomerKey, Lot> = {
  load: findLotsOfAll,
  textOf: () => '',
  keyOf: ({ customer }) => ({ customer }),
  idOf: ({ id }) => id,
  save: () => [],
}

const isOpen = ({ left }: Lot): boolean => left > 0n

const LIST_OPEN_LOTS = sql(
  'list_open_lots',
  `select ${LOTS.under('l')} from lots l
   where l.customer = $1 and ($2::text is null or l.listing = $2) order by l.listing, l.opened_at, l.id`,
)

/** Open lots of a customer, of one listing or of all, oldest first. */
export async function listOpenLots(tx: Tx, customer: CustomerId, listing: ListingId | null = null): Promise<Lot[]> {
  return (await tx.run(LIST_OPEN_LOTS, [customer, listing])).map(LOTS.ofRow)
}

const LIST_FINANCED = sql(
  'list_financed_customers',
  `select customer from lots where financed_left > 0
   union select customer from fills where quote_at > $1 and financed <> 0 order by customer`,
  cellOf(uuid<'customer'>('customer')),
)

/** The customers with lots that the house finances, or who had some after an instant of the source. */
export const listFinancedSince = async (tx: Tx, at: Instant): Promise<CustomerId[]> => tx.run(LIST_FINANCED, [at])

const INSERT_LOT = sql('insert_lot', `insert into lots (${LOTS.names}) values (${LOTS.slots})`)

/** Stores a lot that no fill opened. */
export async function insertLot(tx: LockedTx, lot: Lot): Promise<void> {
  await tx.run(INSERT_LOT, LOTS.values(lot))
}

const DELETE_LOTS = sql('delete_lots_of_customer', 'delete from lots where customer = $1')

/** Deletes all open lots of a customer. Returns and closings keep the record. */
export async function deleteLotsOf(tx: LockedTx, customer: CustomerId): Promise<void> {
  await tx.run(DELETE_LOTS, [customer])
}

const DELETE_EACH = sql('delete_changed_lots', 'delete from lots where customer = $1 and listing = $2 and id = $3')

/** Lots of a customer as a corporate action or the end of a lock leaves them: new rows in place of the old ones. One without a share is closed. */
export async function saveChangedLots(
  tx: LockedTx,
  changes: readonly { readonly before: Lot; readonly after: Lot }[],
): Promise<void> {
  for (const { before } of changes) await tx.run(DELETE_EACH, [before.customer, before.listing, before.id])
  const left = changes.map(({ after }) => after).filter(isOpen)
  if (left.length === 0) return
  const { statement, values } = insertLots(left)
  await tx.run(statement, values)
}

/** The last closing of a page. */
export interface ClosingCursor {
  readonly fill: FillId
  readonly lot: LotId
}

/** The closings that a list is about: those that fit every field that it has. */
export interface ClosingsFilter {
  readonly listing?: ListingId | undefined
  readonly currency?: Currency | undefined
  readonly result?: ClosedResult | undefined
  /** Closed from this instant on, and before that one. */
  readonly from?: Instant | undefined
  readonly to?: Instant | undefined
  /** The sell that closed them. */
  readonly order?: OrderId | undefined
  readonly sold?: SellType | undefined
}

/** True for the closings of a filter, whose values are the parameters from `$2` to `$8`. */
const FILTERED = `customer = $1 and ($2::text is null or listing = $2)
     and ($3::text is null or (listing like 'XMAD:%') = ($3 = 'EUR'))
     and ($4::text is null or case $4 when 'gains' then realised > 0 else realised < 0 end)
     and closed_at >= coalesce($5::int8, 0) and closed_at < coalesce($6::int8, 9223372036854775807)
     and ($7::uuid is null or fill in (select id from fills where customer = $1 and order_id = $7))
     and ($8::text is null or sell_type = $8)`

const filterValues = (customer: CustomerId, filter: ClosingsFilter) => [
  customer,
  filter.listing ?? null,
  filter.currency ?? null,
  filter.result ?? null,
  filter.from ?? null,
  filter.to ?? null,
  filter.order ?? null,
  filter.sold ?? null,
]

const LIST_CLOSINGS = sql(
  'list_closings',
  `select ${CLOSINGS.names} from closings
   where ${FILTERED} and (fill, lot) < ($9, $10) order by fill desc, lot desc limit $11`,
)

/** Closings of sells, newest first: ids of fills sort by when they were made. */
export async function listClosings(
  tx: Tx,
  customer: CustomerId,
  { after = null, ...filter }: ClosingsFilter & { after?: ClosingCursor | null },
  most: number,
): Promise<Closing[]> {
  const from = [after?.fill ?? PAST_ALL_IDS, after?.lot ?? PAST_ALL_IDS]
  return (await tx.run(LIST_CLOSINGS, [...filterValues(customer, filter), ...from, most])).map(CLOSINGS.ofRow)
}

const SUMS = shapeOf({
  currency: word<Currency>('currency'),
  count: int8('count'),
  gainCount: int8('gain_count'),
  gains: units('gains'),
  lossCount: int8('loss_count'),
  losses: units('losses'),
  realised: units('realised'),
  cost: units('cost'),
  fees: units('fees'),
})
/** Sums over closings in one currency; amounts in its cents. */
export type ClosingsSums = Readonly<ReturnType<typeof SUMS>>

const SUM_CLOSINGS = sql(
  'sum_closings',
  `select case when listing like 'XMAD:%' then 'EUR' else 'USD' end as currency, count(*)::int8 as count,
     count(*) filter (where realised > 0)::int8 as gain_count,
     coalesce(sum(realised) filter (where realised > 0), 0)::int8 as gains,
     count(*) filter (where realised < 0)::int8 as loss_count,
     coalesce(sum(realised) filter (where realised < 0), 0)::int8 as losses,
     sum(realised)::int8 as realised, sum(cost)::int8 as cost, sum(fee)::int8 as fees
   from closings where ${FILTERED} group by 1 order by 1`,
  SUMS,
)

/** Sums over the closings of a filter by currency; a currency without any has no row. */
export async function sumClosings(tx: Tx, customer: CustomerId, filter: ClosingsFilter): Promise<ClosingsSums[]> {
  return tx.run(SUM_CLOSINGS, filterValues(customer, filter))
}

const LIST_CLOSINGS_OF = sql(
  'list_closings_of_fills',
  `select ${CLOSINGS.names} from closings where customer = $1 and fill = any($2::uuid[]) order by fill desc, lot desc limit $3`,
)

/**
 * The closings of these fills, newest first. Looked up by fill, so the cost does not grow with the customer's history.
 */
export async function listClosingsOf(
  tx: Tx,
  customer: CustomerId,
  fills: readonly string[],
  most: number,
): Promise<Closing[]> {
  return (await tx.run(LIST_CLOSINGS_OF, [customer, fills, most])).map(CLOSINGS.ofRow)
}
