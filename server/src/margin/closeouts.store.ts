import type { Cents, Currency, ListingId, PriceE4, RateE6, Shares } from '@lonja/core/base/amount'
import type { CustomerId, LotId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { PAST_ALL_IDS } from '../base/ids.ts'
import { cash, instant, orNull, price, rate, shapeOf, shares, tableOf, units, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'

/** An account at a minute at which the house closed lots of it. */
export interface CloseOut {
  readonly customer: CustomerId
  readonly id: string
  readonly minute: Instant
  readonly currency: Currency
  readonly equity: bigint
  readonly used: bigint
  readonly usedOpen: bigint
  readonly financed: bigint
  readonly rate: RateE6 | null
  readonly rateAt: Instant | null
  /** The customer's last entry before its orders. */
  readonly version: number
  readonly madeAt: Instant
}

/** The quote event of a listing on which an account was judged. */
export interface CloseOutQuote {
  readonly listing: ListingId
  readonly quoteAt: Instant | null
  readonly last: PriceE4 | null
}

/** An open lot at that minute, and the order that closes shares of it. */
export interface CloseOutLot {
  readonly lot: LotId
  readonly listing: ListingId
  readonly openedAt: Instant
  readonly left: Shares
  readonly costLeft: Cents
  readonly financedLeft: Cents
  readonly closing: Shares
  readonly order: OrderId | null
  readonly closed: Shares
}

/** A close-out with everything that it was decided on. */
export interface WholeCloseOut extends CloseOut {
  readonly quotes: readonly CloseOutQuote[]
  readonly lots: readonly CloseOutLot[]
}

const CLOSE_OUTS = tableOf<CloseOut>({
  customer: uuid('customer'),
  id: uuid('id'),
  minute: instant('minute_at'),
  currency: word('currency'),
  equity: units('equity'),
  used: units('used'),
  usedOpen: units('used_open'),
  financed: units('financed'),
  rate: orNull(rate('rate_e6')),
  rateAt: orNull(instant('rate_at')),
  version: instant('version'),
  madeAt: instant('made_at'),
})
interface Part {
  readonly customer: CustomerId
  readonly closeOut: string
}
const QUOTES = tableOf<CloseOutQuote & Part>({
  customer: uuid('customer'),
  closeOut: uuid('close_out'),
  listing: word('listing'),
  quoteAt: orNull(instant('quote_at')),
  last: orNull(price('last_e4')),
})
const LOTS = tableOf<CloseOutLot & Part>({
  customer: uuid('customer'),
  closeOut: uuid('close_out'),
  lot: uuid('lot'),
  listing: word('listing'),
  openedAt: instant('opened_at'),
  left: shares('shares_left'),
  costLeft: cash('cost_left'),
  financedLeft: cash('financed_left'),
  closing: shares('shares_closing'),
  order: orNull(uuid('order_id')),
  closed: shares('shares_closed'),
})

const INSERT = sql('insert_close_out', `insert into close_outs (${CLOSE_OUTS.names}) values (${CLOSE_OUTS.slots})`)
const INSERT_QUOTE = sql(
  'insert_close_out_quote',
  `insert into close_out_quotes (${QUOTES.names}) values (${QUOTES.slots})`,
)
const INSERT_LOT = sql('insert_close_out_lot', `insert into close_out_lots (${LOTS.names}) values (${LOTS.slots})`)

/** Puts a close-out on record, once for a minute of an account. */
export async function insertCloseOut(tx: LockedTx, { quotes, lots, ...row }: WholeCloseOut): Promise<void> {
  const { customer, id: closeOut } = row
  await tx.run(INSERT, CLOSE_OUTS.values(row))
  for (const quote of quotes) await tx.run(INSERT_QUOTE, QUOTES.values({ ...quote, customer, closeOut }))
  for (const lot of lots) await tx.run(INSERT_LOT, LOTS.values({ ...lot, customer, closeOut }))
}

const CLOSING = sql(
  'list_closing_shares',
  `select c.lot, sum(o.shares - o.filled)::int8 as shares from close_out_lots c
   join orders o on o.customer = c.customer and o.id = c.order_id
   where c.customer = $1 and o.ended_at is null group by c.lot`,
  shapeOf({ lot: uuid<'lot'>('lot'), closing: shares('shares') }),
)

/** The shares of each lot that open orders of the house are closing. */
export async function listClosing(tx: Tx, customer: CustomerId): Promise<ReadonlyMap<LotId, Shares>> {
  const rows = await tx.run(CLOSING, [customer])
  return new Map(rows.map(({ lot, closing }) => [lot, closing]))
}

const LIST = sql(
  'list_close_outs',
  `select ${CLOSE_OUTS.names} from close_outs where customer = $1 and id < $2 order by id desc limit $3`,
)
const AMONG = sql(
  'list_close_outs_after',
  `select ${CLOSE_OUTS.names} from close_outs where (customer, id) > ($1, $2) order by customer, id limit $3`,
)
const LIST_ALL = sql(
  'list_close_outs_of_all',
  `select ${CLOSE_OUTS.names} from close_outs
   where id < $1 and ($2::uuid[] is null or customer = any($2)) order by id desc limit $3`,
)
const FIND = sql('find_close_out', `select ${CLOSE_OUTS.names} from close_outs where customer = $1 and id = $2`)
const QUOTES_OF = sql(
  'list_quotes_of_close_outs',
  `select ${QUOTES.names} from close_out_quotes where customer = any($1::uuid[]) and close_out = any($2::uuid[]) order by listing`,
)
const LOTS_OF = sql(
  'list_lots_of_close_outs',
  `select ${LOTS.names} from close_out_lots where customer = any($1::uuid[]) and close_out = any($2::uuid[]) order by listing, opened_at, lot`,
)

async function whole(tx: Tx, rows: readonly CloseOut[]): Promise<WholeCloseOut[]> {
  if (rows.length === 0) return []
  const ids = [rows.map(({ customer }) => customer), rows.map(({ id }) => id)]
  const quotes = (await tx.run(QUOTES_OF, ids)).map(QUOTES.ofRow)
  const lots = (await tx.run(LOTS_OF, ids)).map(LOTS.ofRow)
  return rows.map((row) => {
    const isOf = (part: Part): boolean => part.closeOut === row.id && part.customer === row.customer
    return { ...row, quotes: quotes.filter(isOf), lots: lots.filter(isOf) }
  })
}

/** Close-outs of a customer, newest first: ids sort by when they were made. `after` is the last id of the page before. */
export const listCloseOuts = async (
  tx: Tx,
  customer: CustomerId,
  after: string | null,
  most: number,
): Promise<WholeCloseOut[]> =>
  whole(tx, (await tx.run(LIST, [customer, after ?? PAST_ALL_IDS, most])).map(CLOSE_OUTS.ofRow))

/** The next close-outs of all customers, by key. */
export const listCloseOutsAfter = async (
  tx: Tx,
  { customer, id }: Pick<CloseOut, 'customer' | 'id'>,
  most: number,
): Promise<WholeCloseOut[]> => whole(tx, (await tx.run(AMONG, [customer, id, most])).map(CLOSE_OUTS.ofRow))

/** Close-outs of some customers, or with null of all, newest first and without their evidence. */
export const listCloseOutRows = async (
  tx: Tx,
  customers: readonly CustomerId[] | null,
  after: string | null,
  most: number,
): Promise<CloseOut[]> => (await tx.run(LIST_ALL, [after ?? PAST_ALL_IDS, customers, most])).map(CLOSE_OUTS.ofRow)

/** A close-out of a customer; null if there is none with this id. */
export async function findCloseOut(tx: Tx, customer: CustomerId, id: string): Promise<WholeCloseOut | null> {
  const [closeOut] = await whole(tx, (await tx.run(FIND, [customer, id])).map(CLOSE_OUTS.ofRow))
  return closeOut ?? null
}
