import { currencyFor, otherCurrency, rateE6, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import type { Conversion, Fill } from '@lonja/core/orders/fills.rules'
import type { BookTable } from '../database/book.ts'
import { cash, instant, int4, orNull, price, shapeOf, shares, tableOf, units, uuid, word } from '../database/codecs.ts'
import { int8s, loadSet, saveSet, texts, uuids } from '../database/columns.ts'
import { sql, type Tx } from '../database/db.ts'

type QuoteCells = Omit<Quote, 'listing' | 'at'>

const QUOTE_FIELDS = {
  bid: price('bid_e4'),
  ask: price('ask_e4'),
  bidSize: units('bid_size'),
  askSize: units('ask_size'),
  last: price('last_e4'),
}
const QUOTES = tableOf<QuoteCells>(QUOTE_FIELDS)

/** A fill as it is stored: quote and conversion are flat columns. */
interface FillRow extends Omit<Fill, 'quote' | 'conversion'>, QuoteCells {
  readonly quoteAt: Instant
  readonly paid: bigint | null
  readonly received: bigint | null
  readonly markup: bigint | null
  readonly rate: bigint | null
  readonly rateAt: Instant | null
}

const FILLS = tableOf<FillRow>({
  customer: uuid('customer'),
  order: uuid('order_id'),
  quoteAt: instant('quote_at'),
  id: uuid('id'),
  posting: instant('posting'),
  listing: word<ListingId>('listing'),
  side: word<Fill['side']>('side'),
  shares: shares('shares'),
  price: price('price_e4'),
  cost: cash('cost'),
  fee: cash('fee'),
  feeTable: int4('fee_table'),
  feeBps: int4('fee_bps'),
  ...QUOTE_FIELDS,
  source: word('source'),
  paid: orNull(units('paid')),
  received: orNull(units('received')),
  markup: orNull(units('markup')),
  rate: orNull(units('rate_e6')),
  rateAt: orNull(instant('rate_at')),
  realised: orNull(cash('realised')),
  financed: units('financed'),
  at: instant('made_at'),
})

const insertFills = saveSet(
  'insert_fills',
  FILLS.columns,
  `insert into fills (${FILLS.names}) select * from $rows as rows`,
)

/** The fills of one order. */
export interface FillsKey {
  readonly customer: CustomerId
  readonly order: OrderId
}

const findFills = loadSet<FillsKey, Fill>(
  'find_fills',
  [uuids(({ customer }) => customer), uuids(({ order }) => order)],
  (cells) => fillOf(FILLS.ofCells(cells)),
  `select ${FILLS.under('f')}, f.ctid from $rows as wanted (customer, order_id)
   join fills f on f.customer = wanted.customer and f.order_id = wanted.order_id`,
)

/**
 * Fills in a batch's book, several an order. Their key is the order and the quote event, so a second fill on the same
 * event cannot be inserted. Only a command on an order that was filled in part needs them.
 */
export const fills: BookTable<FillsKey, Fill> = {
  load: findFills,
  textOf: ({ order }) => order,
  keyOf: (fill) => fill,
  idOf: ({ id }) => id,
  save: (fills) => (fills.length > 0 ? [insertFills(fills.map(rowOf))] : []),
}

/** An event on which a customer's orders on a listing may have filled. */
export interface EventKey {
  readonly customer: CustomerId
  readonly listing: ListingId
  readonly quoteAt: Instant
}

const findFillsOn = loadSet<EventKey, Fill>(
  'find_fills_on_events',
  [uuids(({ customer }) => customer), texts(({ listing }) => listing), int8s(({ quoteAt }) => BigInt(quoteAt))],
  (cells) => fillOf(FILLS.ofCells(cells)),
  `select ${FILLS.under('f')}, f.ctid from $rows as wanted (customer, listing, quote_at)
   join fills f on f.customer = wanted.customer and f.listing = wanted.listing and f.quote_at = wanted.quote_at`,
)

/** The fills of a customer on one event, of all orders. Read only: a fill is put among those of its order. */
export const fillsOn: BookTable<EventKey, Fill> = {
  load: findFillsOn,
  textOf: ({ listing, quoteAt }) => `${listing} ${quoteAt}`,
  keyOf: ({ customer, listing, quote }) => ({ customer, listing, quoteAt: quote.at }),
  idOf: ({ id }) => id,
  save: () => [],
}

/** Field by field: an object spread of so many fields would take a sixth of a fill's time in this process. */
const rowOf = (fill: Fill): FillRow => ({
  customer: fill.customer,
  order: fill.order,
  quoteAt: fill.quote.at,
  id: fill.id,
  posting: fill.posting,
  listing: fill.listing,
  side: fill.side,
  shares: fill.shares,
  price: fill.price,
  cost: fill.cost,
  fee: fill.fee,
  feeTable: fill.feeTable,
  feeBps: fill.feeBps,
  bid: fill.quote.bid,
  ask: fill.quote.ask,
  bidSize: fill.quote.bidSize,
  askSize: fill.quote.askSize,
  last: fill.quote.last,
  source: fill.source,
  paid: fill.conversion?.paid.units ?? null,
  received: fill.conversion?.received.units ?? null,
  markup: fill.conversion?.markup.units ?? null,
  rate: fill.conversion?.rate ?? null,
  rateAt: fill.conversion?.rateAt ?? null,
  realised: fill.realised,
  financed: fill.financed,
  at: fill.at,
})

function fillOf(row: FillRow): Fill {
  const { quoteAt, bid, ask, bidSize, askSize, last, paid, received, markup, rate, rateAt, ...fill } = row
  return {
    ...fill,
    quote: { listing: fill.listing, at: quoteAt, bid, ask, bidSize, askSize, last },
    conversion: conversionOf(fill.listing, { paid, received, markup, rate, rateAt }),
  }
}

function conversionOf(
  listing: ListingId,
  { paid, received, markup, rate, rateAt }: Pick<FillRow, 'paid' | 'received' | 'markup' | 'rate' | 'rateAt'>,
): Conversion | null {
  if (paid === null || received === null || markup === null || rate === null || rateAt === null) return null
  const own = currencyFor(listing)
  const other = otherCurrency(own)
  return {
    paid: { asset: other, units: paid },
    received: { asset: own, units: received },
    markup: { asset: other, units: markup },
    rate: rateE6(rate),
    rateAt,
  }
}

const LIST_FILLS = sql(
  'list_fills_of_orders',
  `select ${FILLS.names} from fills where customer = $1 and order_id = any($2::uuid[]) order by order_id, quote_at`,
)

/** Fills of some orders of a customer, in the order they happened. */
export async function listFillsOf(tx: Tx, customer: CustomerId, orders: readonly string[]): Promise<Fill[]> {
  if (orders.length === 0) return []
  return (await tx.run(LIST_FILLS, [customer, orders])).map((row) => fillOf(FILLS.ofRow(row)))
}

const LIST_FILLS_AMONG = sql(
  'list_fills_among',
  `select ${FILLS.under('f')} from unnest($1::uuid[], $2::uuid[]) as wanted (customer, id)
   join fills f on f.customer = wanted.customer and f.order_id = wanted.id order by f.customer, f.order_id, f.quote_at`,
)

/** The fills of some orders of any customers, each order's in the order they happened. */
export async function listFillsAmong(
  tx: Tx,
  keys: readonly { readonly customer: CustomerId; readonly id: string }[],
): Promise<Fill[]> {
  const columns = [keys.map(({ customer }) => customer), keys.map(({ id }) => id)]
  return (await tx.run(LIST_FILLS_AMONG, columns)).map((row) => fillOf(FILLS.ofRow(row)))
}

const LIST_QUOTES_USED = sql(
  'list_quotes_used',
  `select distinct ${QUOTES.names} from fills where listing = $1 and quote_at = $2`,
)

/** The quotes of a listing at an instant that any fills used. More than one means an error. */
export async function listQuotesUsed(tx: Tx, listing: ListingId, at: Instant): Promise<QuoteCells[]> {
  return (await tx.run(LIST_QUOTES_USED, [listing, at])).map(QUOTES.ofRow)
}

const SUM_AFTER = sql(
  'sum_fills_after',
  `select coalesce(sum(shares) filter (where side = 'buy'), 0)::int8 as bought,
     coalesce(sum(shares) filter (where side = 'sell'), 0)::int8 as sold
   from fills where customer = $1 and listing = $2 and quote_at > $3`,
  shapeOf({ bought: units('bought'), sold: units('sold') }),
)

/** The shares of a listing that a customer bought and sold on quote events after an instant of the source. */
export async function sumFillsAfter(
  tx: Tx,
  customer: CustomerId,
  listing: ListingId,
  after: Instant,
): Promise<{ readonly bought: bigint; readonly sold: bigint }> {
  const [sum] = await tx.run(SUM_AFTER, [customer, listing, after])
  return sum ?? { bought: 0n, sold: 0n }
}

const LIST_LATER = sql(
  'list_financing_after',
  'select listing, financed from fills where customer = $1 and quote_at > $2 and financed <> 0',
  shapeOf({ listing: word<ListingId>('listing'), financed: units('financed') }),
)

/** The financing of a customer's fills after an instant of the source: what each financed, or below zero paid back. */
export const listFinancingAfter = async (
  tx: Tx,
  customer: CustomerId,
  after: Instant,
): Promise<{ listing: ListingId; financed: bigint }[]> => tx.run(LIST_LATER, [customer, after])
