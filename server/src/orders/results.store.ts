import type { Currency, ListingId, Cents, Shares } from '@lonja/core/base/amount'
import type { CustomerId, LotId } from '@lonja/core/base/ids'
import type { Leverage } from '@lonja/core/orders/orders.contract'
import { cash, flag, int4, shapeOf, shares, units, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

const byCurrency = shapeOf({ currency: word<Currency>('currency'), realised: units('realised') })

const SUM_REALISED = sql(
  'sum_realised',
  `select case when listing like 'XMAD:%' then 'EUR' else 'USD' end as currency, sum(realised)::int8 as realised
   from closings where customer = $1 group by 1`,
  byCurrency,
)

/** Realised results of everything that a customer has closed, by currency. */
export async function sumRealised(tx: Tx, customer: CustomerId): Promise<Record<Currency, bigint>> {
  const rows = await tx.run(SUM_REALISED, [customer])
  const of = (currency: Currency): bigint => rows.find((row) => row.currency === currency)?.realised ?? 0n
  return { EUR: of('EUR'), USD: of('USD') }
}

/** Fills whose postings are at or before one entry of the customer. */
const THROUGH = 'select id from fills where customer = $1 and posting <= $2'

const SUM_REALISED_THROUGH = sql(
  'sum_realised_through',
  `select case when listing like 'XMAD:%' then 'EUR' else 'USD' end as currency, sum(realised)::int8 as realised
   from closings where customer = $1 and fill in (${THROUGH}) group by 1`,
  byCurrency,
)

/** Realised results of everything closed up to an entry's number, by currency. */
export async function sumRealisedThrough(
  tx: Tx,
  customer: CustomerId,
  through: number,
): Promise<Record<Currency, bigint>> {
  const rows = await tx.run(SUM_REALISED_THROUGH, [customer, through])
  const of = (currency: Currency): bigint => rows.find((row) => row.currency === currency)?.realised ?? 0n
  return { EUR: of('EUR'), USD: of('USD') }
}

const LIST_REALISED_AFTER = sql(
  'list_realised_after',
  `select listing, sum(realised)::int8 as realised from closings
   where customer = $1 and fill in (select id from fills where customer = $1 and posting > $2) group by listing`,
  shapeOf({ listing: word<ListingId>('listing'), realised: units('realised') }),
)

/** Realised results of everything closed after an entry's number, by listing. */
export async function listRealisedAfter(
  tx: Tx,
  customer: CustomerId,
  after: number,
): Promise<ReadonlyMap<ListingId, bigint>> {
  const rows = await tx.run(LIST_REALISED_AFTER, [customer, after])
  return new Map(rows.map(({ listing, realised }) => [listing, realised]))
}

// A lot that is closed or returned has no row any more. It is rebuilt from what opened it, its closings, its returns
// and the corporate actions that changed it.
const OPEN_THROUGH = sql(
  'list_open_through',
  `select listing, sum(shares)::int8 as left, sum(cost)::int8 as cost, sum(financed)::int8 as financed from (
     select id as lot, listing, shares, cost + fee as cost, financed from fills where customer = $1 and side = 'buy' and posting <= $2
     union all
     select lot, listing, shares, paid, 0 from ipo_allotments where customer = $1 and posting <= $2 and lot is not null
     union all
     select lot, listing, shares, cost + fee, 0 from block_purchases where customer = $1 and posting <= $2
     union all
     select lot, listing, -shares, -cost, -repaid from closings where customer = $1 and fill in (${THROUGH})
     union all
     select lot, listing, -shares, -cost, -repaid from lot_returns where customer = $1 and posting <= $2
     union all
     select lot, listing, -shares_before, -cost_before, -financed_before from lot_changes where customer = $1 and version <= $2
     union all
     select lot, listing_after, shares_after, cost_after, financed_after from lot_changes where customer = $1 and version <= $2
   ) as parts group by listing, lot having sum(shares) > 0 order by listing, lot`,
  shapeOf({
    listing: word<ListingId>('listing'),
    left: shares('left'),
    costLeft: cash('cost'),
    financedLeft: cash('financed'),
  }),
)

/** The open parts of the lots at an entry's number, by listing. */
export async function listOpenThrough(
  tx: Tx,
  customer: CustomerId,
  through: number,
): Promise<{ listing: ListingId; left: Shares; costLeft: Cents; financedLeft: Cents }[]> {
  return tx.run(OPEN_THROUGH, [customer, through])
}

/** The end of a lot: the shares that sells have closed, their price times shares, their result, and whether it was handed back. */
export interface LotEnds {
  readonly shares: Shares
  readonly valueE4: bigint
  readonly realised: Cents
  readonly isReturned: boolean
}

const endsOf = shapeOf<LotEnds & { readonly lot: LotId }>({
  lot: uuid('lot'),
  shares: shares('shares'),
  valueE4: units('value'),
  realised: cash('realised'),
  isReturned: flag('returned'),
})

const SUM_OF_LOTS = sql(
  'sum_closings_of_lots',
  `select wanted.lot, coalesce(sum(c.shares), 0)::int8 as shares, coalesce(sum(c.close_price_e4 * c.shares), 0)::int8 as value,
     coalesce(sum(c.realised), 0)::int8 as realised,
     exists (select from lot_returns r where r.customer = $1 and r.lot = wanted.lot) as returned
   from unnest($2::uuid[]) as wanted (lot) left join closings c on c.customer = $1 and c.lot = wanted.lot
   group by wanted.lot`,
  endsOf,
)

/** The ends of these lots of a customer, by lot. */
export async function sumClosingsOfLots(
  tx: Tx,
  customer: CustomerId,
  lots: readonly LotId[],
): Promise<ReadonlyMap<LotId, LotEnds>> {
  const ends = await tx.run(SUM_OF_LOTS, [customer, lots])
  return new Map(ends.map(({ lot, ...each }) => [lot, each]))
}

const LIST_LEVERAGES = sql(
  'list_leverages_of_lots',
  `select f.id as lot, c.leverage from order_conditions c join fills f on f.customer = c.customer and f.order_id = c.id
   where c.customer = $1 and c.leverage <> 1 and f.id = any($2::uuid[])`,
  shapeOf<{ readonly lot: LotId; readonly leverage: Leverage }>({ lot: uuid('lot'), leverage: int4('leverage') }),
)

/** The leverage of these lots, open or closed: that of the buy whose fill opened each. A lot without one has no entry. */
export async function listLeveragesOf(
  tx: Tx,
  customer: CustomerId,
  lots: readonly LotId[],
): Promise<ReadonlyMap<LotId, Leverage>> {
  if (lots.length === 0) return new Map()
  const rows = await tx.run(LIST_LEVERAGES, [customer, lots])
  return new Map(rows.map(({ lot, leverage }) => [lot, leverage]))
}
