import { priceE4, type ListingId } from '@lonja/core/base/amount'
import type { Closing, Lot } from '@lonja/core/orders/lots.rules'
import type { Changed, Log, Shelf } from '../database/book.ts'
import { int8s, loadSet, saveSet, texts, tids, uuids } from '../database/columns.ts'
import { sql, type Tx } from '../database/db.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'

const insertClosings = saveSet<Closing>(
  'insert_closings',
  [
    uuids(({ customer }) => customer),
    uuids(({ fill }) => fill),
    uuids(({ lot }) => lot),
    uuids(({ order }) => order),
    texts(({ listing }) => listing),
    int8s(({ shares }) => shares),
    int8s(({ openedAt }) => openedAt),
    int8s(({ closedAt }) => closedAt),
    int8s(({ openPrice }) => openPrice),
    int8s(({ closePrice }) => closePrice),
    int8s(({ cost }) => cost),
    int8s(({ proceeds }) => proceeds),
    int8s(({ fee }) => fee),
    int8s(({ realised }) => realised),
  ],
  `insert into closings (customer, fill, lot, order_id, listing, shares, opened_at, closed_at, open_price_e4, close_price_e4,
     cost, proceeds, fee, realised)
   select * from $rows as rows`,
)

export const closings: Log<Closing> = { save: (rows) => [insertClosings(rows)] }

export interface LotsKey {
  readonly customer: string
  readonly listing: ListingId
}

const LOT_COLUMNS =
  'l.customer, l.listing, l.id, l.order_id, l.opened_at, l.price_e4, l.shares, l.cost, l.fee, l.shares_left, l.cost_left'

const findOpenLots = loadSet<LotsKey, Lot>(
  'find_open_lots',
  [uuids(({ customer }) => customer), texts(({ listing }) => listing)],
  (cells) => {
    const [customer, listing, id, order, openedAt, price, shares, cost, fee, left, costLeft] = cells as string[]
    return {
      customer: customer as string,
      listing: listing as ListingId,
      id: id as string,
      order: order as string,
      openedAt: Number(openedAt),
      price: priceE4(BigInt(price as string)),
      shares: BigInt(shares as string),
      cost: BigInt(cost as string),
      fee: BigInt(fee as string),
      left: BigInt(left as string),
      costLeft: BigInt(costLeft as string),
    }
  },
  `select ${LOT_COLUMNS}, l.ctid from $rows as wanted (customer, listing)
   join lots l on l.customer = wanted.customer and l.listing = wanted.listing`,
)

const insertLots = saveSet<Lot>(
  'insert_lots',
  [
    uuids(({ customer }) => customer),
    texts(({ listing }) => listing),
    uuids(({ id }) => id),
    uuids(({ order }) => order),
    int8s(({ openedAt }) => openedAt),
    int8s(({ price }) => price),
    int8s(({ shares }) => shares),
    int8s(({ cost }) => cost),
    int8s(({ fee }) => fee),
    int8s(({ left }) => left),
    int8s(({ costLeft }) => costLeft),
  ],
  `insert into lots (customer, listing, id, order_id, opened_at, price_e4, shares, cost, fee, shares_left, cost_left)
   select * from $rows as rows`,
)

const updateLots = saveSet<Changed<Lot>>(
  'update_lots',
  [
    tids(({ row }) => row),
    uuids(({ value }) => value.customer),
    uuids(({ value }) => value.id),
    int8s(({ value }) => value.left),
    int8s(({ value }) => value.costLeft),
  ],
  `update lots l set shares_left = c.shares_left, cost_left = c.cost_left
   from $rows as c (row, customer, id, shares_left, cost_left)
   where l.ctid = c.row and l.customer = c.customer and l.id = c.id`,
)

const deleteLots = saveSet<Changed<Lot>>(
  'delete_lots',
  [tids(({ row }) => row), uuids(({ value }) => value.customer), uuids(({ value }) => value.id)],
  `delete from lots l using $rows as c (row, customer, id)
   where l.ctid = c.row and l.customer = c.customer and l.id = c.id`,
)

/** Open lots in a batch's book: a customer and a listing have several. What is closed whole goes: its closings tell of it. */
export const lots: Shelf<LotsKey, Lot> = {
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

const isOpen = ({ left }: Lot): boolean => left > 0n

interface LotRow {
  customer: string
  listing: ListingId
  id: string
  order_id: string
  opened_at: bigint
  price_e4: bigint
  shares: bigint
  cost: bigint
  fee: bigint
  shares_left: bigint
  cost_left: bigint
}

const lotFrom = (row: LotRow): Lot => ({
  customer: row.customer,
  listing: row.listing,
  id: row.id,
  order: row.order_id,
  openedAt: Number(row.opened_at),
  price: priceE4(row.price_e4),
  shares: row.shares,
  cost: row.cost,
  fee: row.fee,
  left: row.shares_left,
  costLeft: row.cost_left,
})

const LIST_OPEN_LOTS = sql(
  'list_open_lots',
  `select ${LOT_COLUMNS} from lots l
   where l.customer = $1 and ($2::text is null or l.listing = $2) order by l.listing, l.opened_at, l.id`,
)

/** Open lots of a customer, of one listing or of all, oldest first. */
export async function listOpenLots(tx: Tx, customer: string, listing: ListingId | null = null): Promise<Lot[]> {
  return (await tx.run<LotRow>(LIST_OPEN_LOTS, [customer, listing])).map(lotFrom)
}

const DELETE_LOTS = sql('delete_lots_of_customer', 'delete from lots where customer = $1')

/** All open lots of a customer go: what became of them stands elsewhere. The caller holds the customer's lock. */
export async function deleteLotsOf(tx: Tx, customer: string): Promise<void> {
  await tx.run(DELETE_LOTS, [customer])
}

const FIND_LOT = sql(
  'find_lot',
  `select ${LOT_COLUMNS} from lots l where l.customer = $1 and l.listing = $2 and l.id = $3`,
)

/** What is still open of the lot that a buy's fill has opened; null once it is closed. */
export async function findLot(tx: Tx, customer: string, listing: ListingId, fill: string): Promise<Lot | null> {
  const [row] = await tx.run<LotRow>(FIND_LOT, [customer, listing, fill])
  return row ? lotFrom(row) : null
}

interface ClosingRow {
  customer: string
  fill: string
  lot: string
  order_id: string
  listing: ListingId
  shares: bigint
  opened_at: bigint
  closed_at: bigint
  open_price_e4: bigint
  close_price_e4: bigint
  cost: bigint
  proceeds: bigint
  fee: bigint
  realised: bigint
}

const closingFrom = (row: ClosingRow): Closing => ({
  customer: row.customer,
  fill: row.fill,
  lot: row.lot,
  order: row.order_id,
  listing: row.listing,
  shares: row.shares,
  openedAt: Number(row.opened_at),
  closedAt: Number(row.closed_at),
  openPrice: priceE4(row.open_price_e4),
  closePrice: priceE4(row.close_price_e4),
  cost: row.cost,
  proceeds: row.proceeds,
  fee: row.fee,
  realised: row.realised,
})

/** Where a page of closings ended. */
export interface ClosingCursor {
  readonly fill: string
  readonly lot: string
}

const LIST_CLOSINGS = sql(
  'list_closings',
  `select * from closings
   where customer = $1 and ($2::text is null or listing = $2) and (fill, lot) < ($3, $4)
   order by fill desc, lot desc limit $5`,
)

/** What sells have closed, newest first: ids of fills sort by when they were made. */
export async function listClosings(
  tx: Tx,
  customer: string,
  { listing = null, after = null }: { listing?: ListingId | null; after?: ClosingCursor | null },
  most: number,
): Promise<Closing[]> {
  const where = [listing, after?.fill ?? PAST_ALL_IDS, after?.lot ?? PAST_ALL_IDS]
  return (await tx.run<ClosingRow>(LIST_CLOSINGS, [customer, ...where, most])).map(closingFrom)
}

const LIST_CLOSINGS_OF = sql(
  'list_closings_of_fills',
  'select * from closings where customer = $1 and fill = any($2::uuid[]) order by fill desc, lot desc limit $3',
)

/** What these fills have closed, newest first; found by the fills, however much else was ever closed. */
export async function listClosingsOf(
  tx: Tx,
  customer: string,
  fills: readonly string[],
  most: number,
): Promise<Closing[]> {
  return (await tx.run<ClosingRow>(LIST_CLOSINGS_OF, [customer, fills, most])).map(closingFrom)
}
