import { FEE_TABLES, type FeeTable } from '@lonja/core/orders/fees.rules'
import { FEE_TABLE_VERSIONS } from '@lonja/core/orders/fees.names'
import { lawOf, type Law } from '../ledger/laws.verify.ts'

/*
 * The laws of fees and rounding. They work out each fill anew, in the database's own arithmetic: only the figures of the
 * fee tables are shared with the rules that decided it.
 */

/** A value by the fee table in the column `fee_table`. */
const byTable = (of: (table: FeeTable) => bigint | string): string =>
  `case fee_table ${FEE_TABLE_VERSIONS.map((version) => `when ${version} then ${of(FEE_TABLES[version])}`).join(' ')} end`

const up = (value: string, by: string): string => `div(${value} + ${by} - 1, ${by})`
const down = (value: string, by: string): string => `div(${value}, ${by})`
const halfEven = (value: string, by: string): string =>
  `div(${value}, ${by}) + case when 2 * mod(${value}, ${by}) > ${by}
     or (2 * mod(${value}, ${by}) = ${by} and mod(div(${value}, ${by}), 2) = 1) then 1 else 0 end`

/** An amount that a customer pays or receives, rounded as the fee table says. No value is below zero. */
const paid = (value: string, by: string): string =>
  byTable(({ rounding }) => (rounding === 'half_even' ? halfEven(value, by) : up(value, by)))
const received = (value: string, by: string): string =>
  byTable(({ rounding }) => (rounding === 'half_even' ? halfEven(value, by) : down(value, by)))

/** The price of a conversion in the other currency, in ten-thousandths of its cent. Table 1 rounded each to the cent. */
const [OVER, UNDER] = [
  `f.received::numeric * case held_asset when 'USD' then 1000000 else f.rate_e6 end`,
  `case held_asset when 'USD' then f.rate_e6 else 1000000 end`,
]
const PARTS = byTable(({ rounding }) =>
  rounding === 'half_even' ? `10000 * (${halfEven(`(${OVER})`, `(${UNDER})`)})` : up(`(10000 * ${OVER})`, `(${UNDER})`),
)

/** The sums over the fills of each order up to each fill, as they were posted, and the exact values beside them. */
const SUMS = `
  select f.customer, f.order_id, f.posting, f.side, o.fee_table, o.held_units as own,
    sum(f.price_e4::numeric * f.shares) over so_far as value, sum(f.cost) over so_far as cost, sum(f.fee) over so_far as fee,
    coalesce(sum(f.received) over so_far, 0) as bought, coalesce(sum(${PARTS.replaceAll('fee_table', 'o.fee_table')}) over so_far, 0) as parts,
    coalesce(sum(f.paid) over so_far, 0) as paid, coalesce(sum(f.markup) over so_far, 0) as markup,
    sum(greatest(f.financed, 0)) over so_far as financed, coalesce(c.leverage::int4, 1) as leverage
  from fills f join orders o on o.customer = f.customer and o.id = f.order_id
  left join order_conditions c on c.customer = o.customer and c.id = o.id
  window so_far as (partition by f.customer, f.order_id order by f.quote_at)`

const FEE = `greatest(${paid(`(cost * ${byTable(({ bps }) => bps)})`, '10000')}, ${byTable(({ least }) => least.EUR)})`

/** The amounts that the fee table makes of these values. The least fee is the same in both currencies. */
const ANEW = `
  select *, case side when 'buy' then ${paid('value', '100')} else ${received('value', '100')} end as cost_anew,
    case side when 'buy' then ${FEE} else least(${FEE}, cost) end as fee_anew,
    case side when 'buy' then greatest(cost + fee - financed - own, 0) else 0 end as bought_anew,
    case side when 'buy' then cost + fee - ${up('(cost + fee)', 'leverage')} else 0 end as financed_anew,
    ${paid('parts', '10000')} as paid_anew,
    ${paid(`(paid * ${byTable(({ markupBps }) => markupBps)})`, '10000')} as markup_anew
  from (${SUMS}) as sums`

export const FEE_LAWS: readonly Law[] = [
  lawOf(
    'fee_tables',
    'an order has the fee table that was in force when it was placed, and its fills have the same',
    `select o.customer, null::int8 as number, 'order' as cause_kind, o.id as cause,
       format('fee table %s; %s was in force', o.fee_table, days.version) as differs
     from orders o
     left join (
       select version, case row_number() over days when 1 then 0 else from_at end as from_at,
         coalesce(lead(from_at) over days, 9223372036854775807) as until
       from fee_tables window days as (order by from_at)
     ) as days on o.placed_at >= days.from_at and o.placed_at < days.until
     where o.fee_table is distinct from days.version
     union all
     select f.customer, f.posting, 'order', f.order_id,
       format('a fill by fee table %s with %s bps; its order has %s', f.fee_table, f.fee_bps, o.fee_table)
     from fills f join orders o on o.customer = f.customer and o.id = f.order_id
     where f.fee_table <> o.fee_table or f.fee_bps <> ${byTable(({ bps }) => bps).replace('fee_table', 'o.fee_table')}`,
  ),
  lawOf(
    'fill_amounts',
    'the cost, the fee, the conversion and the financing of every fill are what its fee table and its leverage make of its price and its rate',
    `select customer, posting as number, 'order' as cause_kind, order_id as cause,
       format('cost %s, fee %s, financed %s, conversion %s + %s for %s; by table %s: %s, %s, %s, %s + %s for %s',
         cost, fee, financed, paid, markup, bought, fee_table, cost_anew, fee_anew, financed_anew, paid_anew, markup_anew, bought_anew) as differs
     from (${ANEW}) as anew
     where (cost, fee, financed, bought, paid, markup)
       is distinct from (cost_anew, fee_anew, financed_anew, bought_anew, paid_anew, markup_anew)`,
  ),
]
