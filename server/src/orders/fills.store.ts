import { currencyFor, otherCurrency, priceE4, rateE6, type ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import type { Conversion, Fill } from '@lonja/core/orders/fills.rules'
import type { Log } from '../database/book.ts'
import { int4s, int8s, saveSet, texts, uuids } from '../database/columns.ts'
import { sql, type Tx } from '../database/db.ts'

const insertFills = saveSet<Fill>(
  'insert_fills',
  [
    uuids(({ customer }) => customer),
    uuids(({ order }) => order),
    int8s(({ quote }) => quote.at),
    uuids(({ id }) => id),
    int8s(({ posting }) => posting),
    texts(({ listing }) => listing),
    texts(({ side }) => side),
    int8s(({ shares }) => shares),
    int8s(({ price }) => price),
    int8s(({ cost }) => cost),
    int8s(({ fee }) => fee),
    int4s(({ feeTable }) => feeTable),
    int4s(({ feeBps }) => feeBps),
    int8s(({ quote }) => quote.bid),
    int8s(({ quote }) => quote.ask),
    int8s(({ quote }) => quote.bidSize),
    int8s(({ quote }) => quote.askSize),
    int8s(({ quote }) => quote.last),
    texts(({ source }) => source),
    int8s(({ conversion }) => conversion?.paid.units ?? null),
    int8s(({ conversion }) => conversion?.received.units ?? null),
    int8s(({ conversion }) => conversion?.markup.units ?? null),
    int8s(({ conversion }) => conversion?.rate ?? null),
    int8s(({ conversion }) => conversion?.rateAt ?? null),
    int8s(({ realised }) => realised),
    int8s(({ at }) => at),
  ],
  `insert into fills (customer, order_id, quote_at, id, posting, listing, side, shares, price_e4, cost, fee, fee_table, fee_bps,
     bid_e4, ask_e4, bid_size, ask_size, last_e4, source, paid, received, markup, rate_e6, rate_at, realised, made_at)
   select * from $rows as rows`,
)

/** Fills of a batch. Their key is the order and the quote event: a second fill on the same event cannot be written. */
export const fills: Log<Fill> = { save: (rows) => [insertFills(rows)] }

interface FillRow {
  customer: string
  order_id: string
  quote_at: bigint
  id: string
  posting: bigint
  listing: ListingId
  side: Fill['side']
  shares: bigint
  price_e4: bigint
  cost: bigint
  fee: bigint
  fee_table: number
  fee_bps: number
  bid_e4: bigint
  ask_e4: bigint
  bid_size: bigint
  ask_size: bigint
  last_e4: bigint
  source: string
  paid: bigint | null
  received: bigint | null
  markup: bigint | null
  rate_e6: bigint | null
  rate_at: bigint | null
  realised: bigint | null
  made_at: bigint
}

const fillFrom = (row: FillRow): Fill => ({
  customer: row.customer,
  order: row.order_id,
  id: row.id,
  posting: Number(row.posting),
  listing: row.listing,
  side: row.side,
  shares: row.shares,
  price: priceE4(row.price_e4),
  cost: row.cost,
  fee: row.fee,
  feeTable: row.fee_table,
  feeBps: row.fee_bps,
  quote: {
    listing: row.listing,
    at: Number(row.quote_at),
    bid: priceE4(row.bid_e4),
    ask: priceE4(row.ask_e4),
    bidSize: row.bid_size,
    askSize: row.ask_size,
    last: priceE4(row.last_e4),
  },
  source: row.source,
  conversion: conversionFrom(row),
  realised: row.realised,
  at: Number(row.made_at),
})

function conversionFrom({ listing, paid, received, markup, rate_e6, rate_at }: FillRow): Conversion | null {
  if (paid === null || received === null || markup === null || rate_e6 === null || rate_at === null) return null
  const own = currencyFor(listing)
  const other = otherCurrency(own)
  return {
    paid: { asset: other, units: paid },
    received: { asset: own, units: received },
    markup: { asset: other, units: markup },
    rate: rateE6(rate_e6),
    rateAt: Number(rate_at),
  }
}

const LIST_FILLS = sql(
  'list_fills_of_orders',
  'select * from fills where customer = $1 and order_id = any($2::uuid[]) order by order_id, quote_at',
)

/** Fills of some orders of a customer, in the order they happened. */
export async function listFillsOf(tx: Tx, customer: string, orders: readonly string[]): Promise<Fill[]> {
  if (orders.length === 0) return []
  return (await tx.run<FillRow>(LIST_FILLS, [customer, orders])).map(fillFrom)
}

const LIST_QUOTES_USED = sql(
  'list_quotes_used',
  `select distinct bid_e4, ask_e4, bid_size, ask_size, last_e4 from fills where listing = $1 and quote_at = $2`,
)

/** The quotes of a listing at an instant that fills were made with, whoever's they are: the same one, or something is wrong. */
export async function listQuotesUsed(
  tx: Tx,
  listing: ListingId,
  at: Instant,
): Promise<Omit<Quote, 'listing' | 'at'>[]> {
  const rows = await tx.run<FillRow>(LIST_QUOTES_USED, [listing, at])
  return rows.map((row) => ({
    bid: priceE4(row.bid_e4),
    ask: priceE4(row.ask_e4),
    bidSize: row.bid_size,
    askSize: row.ask_size,
    last: priceE4(row.last_e4),
  }))
}
