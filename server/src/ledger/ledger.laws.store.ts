import { sql } from '../base/db.ts'
import type { Statement } from '../base/statement.ts'

/**
 * The ledger law, each part a statement that counts the cases against it: with the house every asset sums to zero, entries
 * rebuild every balance and chain by version, each posting that trades says what was traded, and holds are what orders hold.
 */
export const LAWS: readonly (readonly [law: string, statement: Statement])[] = [
  [
    'every asset, cash or shares, sums to zero with the house',
    sql(
      'law_zero_sum',
      `select count(*) as cases from (
         select asset from (
           select asset, free + held as units from balances union all select asset, units from house_entries
         ) as everything group by asset having sum(units) <> 0
       ) as wrong`,
    ),
  ],
  [
    'the house has the other side of what the entries against each of its accounts say',
    sql(
      'law_house_side',
      `select count(*) as cases from (
         select account, asset from (
           select counter as account, asset, free_after - free_before + held_after - held_before as units
           from entries where counter <> 'hold'
           union all select account, asset, units from house_entries
         ) as both_sides group by account, asset having sum(units) <> 0
       ) as wrong`,
    ),
  ],
  [
    'replaying the entries rebuilds every balance',
    sql(
      'law_replay',
      `select count(*) as cases from (
         select customer, asset, sum(free_after - free_before) as free, sum(held_after - held_before) as held, count(*) as version
         from entries group by customer, asset
       ) as replayed
       full join balances using (customer, asset)
       where replayed.free is distinct from balances.free::numeric or replayed.held is distinct from balances.held::numeric
          or replayed.version is distinct from balances.version`,
    ),
  ],
  [
    'entries chain by version: what was there before is what the one before left',
    sql(
      'law_chain',
      `select count(*) as cases from (
         select version, free_before, held_before,
           lag(version, 1, 0::int8) over chain as last_version,
           lag(free_after, 1, 0::int8) over chain as last_free,
           lag(held_after, 1, 0::int8) over chain as last_held
         from entries window chain as (partition by customer, asset order by version)
       ) as chained
       where version <> last_version + 1 or free_before <> last_free or held_before <> last_held`,
    ),
  ],
  [
    'every balance is of a customer who can be locked',
    sql(
      'law_locks',
      `select count(*) as cases from (select customer from entries union select customer from orders) as known
       where not exists (select from customers_lock l where l.customer = known.customer)`,
    ),
  ],
  [
    'finished days of the house add up to their rows',
    sql(
      'law_house_days',
      `select count(*) as cases from house_days d
       left join lateral (
         select sum(h.units) as units, count(*) as lines from house_entries h
         where h.account = d.account and h.asset = d.asset and h.made_at >= d.day_at and h.made_at < d.day_at + 86400000
       ) as summed on true
       where d.units::numeric is distinct from summed.units or d.lines is distinct from summed.lines`,
    ),
  ],
  [
    'what is held is what open orders hold',
    sql(
      'law_holds',
      `select count(*) as cases from (
         select customer, asset, sum(units) as units from (
           select customer, held_asset as asset, held_units as units from orders where ended_at is null
           union all
           select customer, case held_asset when 'EUR' then 'USD' else 'EUR' end, other_units
           from orders where ended_at is null and other_units > 0
         ) as holds group by customer, asset
       ) as held_for
       full join balances b using (customer, asset)
       where coalesce(held_for.units, 0) <> coalesce(b.held, 0)::numeric`,
    ),
  ],
  [
    'the shares of a customer are the open parts of their lots',
    sql(
      'law_lots',
      `select count(*) as cases from (
         select customer, listing as asset, sum(shares_left) as units from lots group by customer, listing
       ) as open_lots
       full join (select * from balances where asset like '%:%') b using (customer, asset)
       where coalesce(open_lots.units, 0) <> coalesce(b.free + b.held, 0)::numeric`,
    ),
  ],
  [
    'a lot is what is left of it and what was closed of it',
    sql(
      'law_closings',
      `select count(*) as cases from lots l
       left join (
         select customer, lot, sum(shares) as shares, sum(cost) as cost from closings group by customer, lot
       ) c on c.customer = l.customer and c.lot = l.id
       where l.shares <> l.shares_left + coalesce(c.shares, 0) or l.cost <> l.cost_left + coalesce(c.cost, 0)`,
    ),
  ],
  [
    'every fill is of an order that says it is filled, and has its posting and its lot or closings',
    sql(
      'law_fills',
      `select count(*) as cases from fills f
       full join (select customer, id, filled, side from orders where filled > 0) o on o.customer = f.customer and o.id = f.order_id
       where f.id is null or o.id is null or f.side <> o.side
          or not exists (select from entries e where e.customer = f.customer and e.posting = f.posting)
          or case f.side
             when 'buy' then not exists (select from lots l where l.customer = f.customer and l.listing = f.listing and l.id = f.id)
             else f.realised is distinct from (select sum(c.realised) from closings c where c.customer = f.customer and c.fill = f.id)
             end`,
    ),
  ],
  [
    'what was filled of an order is what its fills say',
    sql(
      'law_filled',
      `select count(*) as cases from orders o
       left join (select customer, order_id, sum(shares) as shares from fills group by 1, 2) f
         on f.customer = o.customer and f.order_id = o.id
       where o.filled <> coalesce(f.shares, 0)`,
    ),
  ],
]

/** How many of each there are: that a check over nothing is seen to be one. */
export const COUNTS = sql(
  'count_ledger',
  `select (select count(*) from customers_lock) as customers, (select count(*) from balances) as balances,
     (select count(*) from entries) as entries, (select count(*) from house_entries) as house,
     (select count(*) from orders) as orders, (select count(*) from fills) as fills`,
)
