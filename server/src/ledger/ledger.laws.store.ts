import { sql } from '../database/db.ts'
import type { Statement } from '../database/statement.ts'

/**
 * The ledger law, each part a statement that counts the cases against it: with the house every asset sums to zero, entries
 * rebuild every balance and chain by version, each posting that trades says what was traded, and holds are what orders and withdrawals
 * hold.
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
         select customer, asset, sum(free_after - free_before) as free, sum(held_after - held_before) as held, max(version) as version
         from entries group by customer, asset
       ) as replayed
       full join balances using (customer, asset)
       where replayed.free is distinct from balances.free::numeric or replayed.held is distinct from balances.held::numeric
          or replayed.version is distinct from balances.version`,
    ),
  ],
  [
    'entries chain by version: what was there before is what the one before of the asset left',
    sql(
      'law_chain',
      `select count(*) as cases from (
         select free_before, held_before,
           lag(free_after, 1, 0::int8) over chain as last_free,
           lag(held_after, 1, 0::int8) over chain as last_held
         from entries window chain as (partition by customer, asset order by version)
       ) as chained
       where free_before <> last_free or held_before <> last_held`,
    ),
  ],
  [
    'a customer’s entries are numbered from 1 without a gap, and each posting by its first',
    sql(
      'law_numbers',
      `select count(*) as cases from (
         select version, posting, row_number() over (partition by customer order by version) as number,
           lag(posting) over (partition by customer order by version) as last_posting
         from entries
       ) as numbered
       where version <> number or (posting <> version and posting is distinct from last_posting)`,
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
    'what was added up of a customer’s entries is what they say',
    sql(
      'law_entry_sums',
      `select count(*) as cases from (
         select e.customer, (version + 999) / 1000 * 1000 as through, asset, kind, counter,
           sum(greatest(free_after + held_after - free_before - held_before, 0)) as came,
           sum(greatest(free_before + held_before - free_after - held_after, 0)) as went
         from entries e
         join (select customer, max(through) as known from entry_sums group by customer) as done
           on done.customer = e.customer and e.version <= done.known
         where asset in ('EUR', 'USD') and counter <> 'hold' group by 1, 2, 3, 4, 5
       ) as said
       full join entry_sums s using (customer, through, asset, kind, counter)
       where said.came is distinct from s.came::numeric or said.went is distinct from s.went::numeric`,
    ),
  ],
  [
    'what is held is what open orders and withdrawals under way hold',
    sql(
      'law_holds',
      `select count(*) as cases from (
         select customer, asset, sum(units) as units from (
           select customer, held_asset as asset, held_units as units from orders where ended_at is null
           union all
           select customer, case held_asset when 'EUR' then 'USD' else 'EUR' end, other_units
           from orders where ended_at is null and other_units > 0
           union all
           select customer, asset, units from withdrawals where ended is null
         ) as holds group by customer, asset
       ) as held_for
       full join balances b using (customer, asset)
       where coalesce(held_for.units, 0) <> coalesce(b.held, 0)::numeric`,
    ),
  ],
  [
    'what a withdrawal held is held, has left, or is free again, as it says itself',
    sql(
      'law_withdrawals',
      `select count(*) as cases from withdrawals w
       left join (
         select customer, cause, asset,
           sum(free_after - free_before) as free, sum(held_after - held_before) as held,
           sum(case when counter = 'withdrawals' then held_before - held_after else 0 end) as went
         from entries where cause in (select id from withdrawals) group by customer, cause, asset
       ) as e on e.cause = w.id
       where e.customer is distinct from w.customer or e.asset is distinct from w.asset
          or e.held <> case when w.ended is null then w.units else 0 end
          or e.went <> case w.ended when 'sent' then w.units else 0 end
          or e.free <> case when w.ended in ('refused', 'cancelled') then 0 else -w.units end`,
    ),
  ],
  [
    'a withdrawal ends as its review says, and only approved ones are sent',
    sql(
      'law_withdrawal_reviews',
      `select count(*) as cases from withdrawals w
       left join reviews r on r.id = w.id and r.kind = 'withdrawal' and r.customer = w.customer
         and r.asset = w.asset and r.units = w.units and r.opened_at = w.made_at
       where r.id is null or (w.ended is null and r.state not in ('pending', 'in_review', 'approved'))
          or (w.ended = 'sent' and r.state <> 'approved') or (w.ended = 'refused' and r.state <> 'refused')
          or (w.ended = 'cancelled' and r.state not in ('cancelled', 'approved'))`,
    ),
  ],
  [
    'a deposit is credited exactly if its review approved it, once, with what it says',
    sql(
      'law_deposits',
      `select count(*) as cases from deposits d
       left join reviews r on r.id = d.id and r.kind = 'deposit' and r.customer = d.customer
         and r.asset = d.asset and r.units = d.units and r.opened_at = d.made_at
       left join deposit_credits c on c.deposit = d.id and c.customer = d.customer
         and c.chain is not distinct from d.chain and c.hash is not distinct from d.hash
       left join (
         select customer, cause, asset, sum(free_after - free_before) as free, min(posting) as posting
         from entries where counter = 'deposits' group by customer, cause, asset
       ) as e on e.cause = d.id
       where r.id is null or (r.state = 'approved') <> (c.deposit is not null) or (c.deposit is null) <> (e.cause is null)
          or (e.cause is not null
            and (e.customer <> d.customer or e.asset <> d.asset or e.free <> d.units or e.posting <> c.posting))`,
    ),
  ],
  [
    'nothing comes from the account of deposits without a deposit',
    sql(
      'law_deposit_entries',
      `select count(*) as cases from entries e
       where counter = 'deposits' and (kind <> 'deposit' or not exists (select from deposits d where d.id = e.cause))`,
    ),
  ],
  [
    'every decision of a review has its opinions: of one seat, or of two that agree',
    sql(
      'law_opinions',
      `select count(*) as cases from reviews r
       left join (
         select review, round, count(*) as opinions, count(distinct seat) as seats, count(distinct step) as sides, min(step) as side
         from review_steps where person is not null group by review, round
       ) as said on said.review = r.id and said.round = r.round
       where (r.state in ('approved', 'refused') and (
           said.review is null or said.seats <> said.opinions or said.sides <> 1
           or said.side <> case r.state when 'approved' then 'approve' else 'refuse' end
         )) or (r.ended_at is null and said.opinions > 1)`,
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
    'what a buy has bought is what is left of its lot and what was closed of it',
    sql(
      'law_closings',
      `select count(*) as cases from (
         select customer, lot from (
           select customer, id as lot, shares, cost + fee as cost from fills where side = 'buy'
           union all select customer, id, -shares_left, -cost_left from lots
           union all select customer, lot, -shares, -cost from closings
           union all select customer, lot, -shares, -cost from lot_returns
         ) as parts group by customer, lot having sum(shares) <> 0 or sum(cost) <> 0
       ) as wrong`,
    ),
  ],
  [
    'what was handed back is what its entries say: shares at their cost, then cash, to the account that grants',
    sql(
      'law_hand_backs',
      `select count(*) as cases from (
         select h.id,
           coalesce((select sum(r.cost) from lot_returns r where r.hand_back = h.id and r.customer = h.customer), 0)
           - coalesce((select sum(e.free_after - e.free_before) from entries e where e.customer = h.customer and e.cause = h.id
               and e.kind = 'handed_back' and e.counter = 'market' and e.asset in ('EUR', 'USD')), 0) as missed
         from hand_backs h
         union all
         select r.hand_back, r.shares + e.units from (
           select customer, hand_back, listing, posting, sum(shares) as shares from lot_returns group by 1, 2, 3, 4
         ) as r
         left join (
           select customer, cause, asset, posting, sum(free_after - free_before) as units from entries where kind = 'handed_back' group by 1, 2, 3, 4
         ) as e on e.customer = r.customer and e.cause = r.hand_back and e.asset = r.listing and e.posting = r.posting
         union all
         select e.cause, 1 from entries e
         where e.kind = 'handed_back' and (
           not exists (select from hand_backs h where h.id = e.cause and h.customer = e.customer)
           or e.counter not in ('market', 'grants') or (e.counter = 'grants' and e.free_after > e.free_before)
         )
       ) as wrong where missed is distinct from 0`,
    ),
  ],
  [
    'every fill is of an order that says it is filled, and has its posting and, of a sell, its closings',
    sql(
      'law_fills',
      `select count(*) as cases from fills f
       full join (select customer, id, filled, side from orders where filled > 0) o on o.customer = f.customer and o.id = f.order_id
       where f.id is null or o.id is null or f.side <> o.side
          or not exists (select from entries e where e.customer = f.customer and e.version = f.posting and e.posting = f.posting and e.cause = f.order_id)
          or (f.side = 'sell' and f.realised is distinct from (
            select sum(c.realised) from closings c where c.customer = f.customer and c.fill = f.id
          ))`,
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
