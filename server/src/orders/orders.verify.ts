import { currencyFor, VENUES, type ListingId } from '@lonja/core/base/amount'
import { lawOf, type Books } from '../ledger/laws.verify.ts'
import { ATTACHED_LAWS } from './attached.verify.ts'
import { FEE_LAWS } from './fees.verify.ts'

/** The currency of a fill's listing: what its venue trades in. */
const OWN = `case ${VENUES.map((venue) => `when f.listing like '${venue}:%' then '${currencyFor(`${venue}:A` as ListingId)}'`).join(' ')} end`

/** The sums that the fills of an order have spent of its hold. */
const SPENT = `left join lateral (
      select sum(case f.side when 'sell' then f.shares else f.cost + f.fee - coalesce(f.received, 0) - f.financed end)::int8 as own,
        sum(coalesce(f.paid, 0) + coalesce(f.markup, 0))::int8 as other
      from fills f where f.customer = o.customer and f.order_id = o.id
    ) as f on o.filled > 0`

/** The shares that sells held when a new ticker moved them, with the listing before and after it. */
const MOVED_HOLDS = `select * from (
    select c.customer, c.id, c.action, c.listing,
      coalesce((
        select next.listing from order_changes next
        where next.customer = c.customer and next.id = c.id and next.change > c.change and next.listing is not null
        order by next.change limit 1
      ), o.listing) as listing_after,
      c.held_units - coalesce((
        select sum(f.shares) from fills f where f.customer = c.customer and f.order_id = c.id and f.quote_at <= c.market_at
      ), 0)::int8 as units
    from order_changes c join orders o on o.customer = c.customer and o.id = c.id
    where c.listing is not null and o.side = 'sell'
  ) as moved`

/** The laws of orders, fills, lots and closings. */
export const ORDER_BOOKS: Books = {
  counted: { orders: 'orders', fills: 'fills' },
  // An open order holds what was held for it less what its fills spent: shares of a sell; of a buy its own cash, and the other
  // currency that they bought the rest with. A new ticker moves what a sell holds by its own entries: those of the order then
  // hold as much more of the old listing, and less of the new one.
  holds: `select customer, 'order' as cause_kind, id as cause, asset, units from (
      select o.customer, o.id, o.held_asset as asset, o.held_units - coalesce(f.own, 0) as units
      from orders o ${SPENT} where o.ended_at is null
      union all
      select o.customer, o.id, case o.held_asset when 'EUR' then 'USD' else 'EUR' end, o.other_units - coalesce(f.other, 0)
      from orders o ${SPENT} where o.ended_at is null and o.other_units > 0
    ) as held where units > 0
    union all
    select moved.customer, side.kind, side.cause, side.asset, side.units from (${MOVED_HOLDS}) as moved
    cross join lateral (values
      ('order', id, listing, units), ('order', id, listing_after, -units), ('action', action, listing, -units), ('action', action, listing_after, units)
    ) as side (kind, cause, asset, units)
    union all
    select k.customer, k.cause_kind, k.cause, l.listing, l.shares_left from lot_locks k
    join lots l on l.customer = k.customer and l.id = k.lot
    union all
    select p.customer, 'run', p.id, p.asset, p.units from (
      select customer, id, case when listing like 'XMAD:%' then 'EUR' else 'USD' end as asset, cash as units from purses
      union all select customer, id, listing, shares from purses
    ) as p where p.units > 0`,
  laws: [
    lawOf(
      'order_entries',
      'entries of an order are of an order that is there, of a customer who can be locked',
      `select e.customer, e.version as number, e.cause_kind, e.cause, 'no such order' as differs from entries e
       where e.cause_kind = 'order' and not exists (select from orders o where o.customer = e.customer and o.id = e.cause)
       union all
       select o.customer, null, 'order', o.id, 'no row to lock' from orders o
       where not exists (select from customers_lock l where l.customer = o.customer)`,
    ),
    lawOf(
      'one_server',
      'the open orders of a customer on one listing are filled by one server, which shares each event among them',
      `select o.customer, null::int8 as number, 'order' as cause_kind, o.id as cause,
         format('%s: filled by %s, and order %s by %s', o.listing, p.filled_by, other.id, other.filled_by) as differs
       from orders o join fill_progress p on p.node = o.node
       cross join lateral (
         select x.id, q.filled_by from orders x left join fill_progress q on q.node = x.node
         where x.customer = o.customer and x.listing = o.listing and x.ended_at is null and x.id <> o.id
           and q.filled_by is distinct from p.filled_by
         limit 1
       ) as other
       where o.ended_at is null and p.claims_orders
         and exists (select from fill_progress others where others.filled_by <> p.filled_by)`,
    ),
    lawOf(
      'lots',
      'the shares of a customer are the open parts of their lots',
      `select coalesce(b.customer, open_lots.customer) as customer, b.version as number, null::text as cause_kind, null::uuid as cause,
         format('%s: %s shares, %s in open lots', coalesce(b.asset, open_lots.asset), b.free + b.held, open_lots.units) as differs
       from (
         select customer, listing as asset, sum(shares_left) as units from lots group by customer, listing
       ) as open_lots
       full join (select * from balances where asset like '%:%') b on b.customer = open_lots.customer and b.asset = open_lots.asset
       where coalesce(open_lots.units, 0) <> coalesce(b.free + b.held, 0)::numeric`,
    ),
    lawOf(
      'reserved_lots',
      'the shares that are reserved in a lot are those that open sells of it still ask for, or all of them while it is locked or of a run, and such a sell closes nothing else',
      `select coalesce(l.customer, o.customer) as customer, null::int8 as number, 'order' as cause_kind, o.cause,
         format('lot %s: %s shares reserved, %s asked for', coalesce(l.id, o.lot), coalesce(l.shares_reserved, 0), coalesce(o.shares, 0)) as differs
       from (select customer, id, shares_reserved from lots where shares_reserved > 0) l
       full join (
         select customer, lot, (array_agg(cause))[1] as cause, sum(shares) as shares from (
           select o.customer, oc.lot, o.id as cause, o.shares - o.filled as shares
           from order_conditions oc join orders o on o.customer = oc.customer and o.id = oc.id
           where oc.lot is not null and o.ended_at is null
           union all
           select k.customer, k.lot, k.cause, l.shares_left from lot_locks k
           join lots l on l.customer = k.customer and l.id = k.lot
           union all
           select customer, id, run, shares_left from lots where run is not null
         ) as asked group by customer, lot
       ) as o on o.customer = l.customer and o.lot = l.id
       where coalesce(l.shares_reserved, 0) <> coalesce(o.shares, 0)
       union all
       select c.customer, f.posting, 'order', f.order_id, format('lot %s closed by a sell of lot %s', c.lot, oc.lot)
       from order_conditions oc
       join fills f on f.customer = oc.customer and f.order_id = oc.id
       join closings c on c.customer = f.customer and c.fill = f.id
       where oc.lot is not null and c.lot <> oc.lot
       union all
       select oc.customer, null, 'order', oc.id, format('a buy that names lot %s', oc.lot)
       from order_conditions oc join orders o on o.customer = oc.customer and o.id = oc.id
       where oc.lot is not null and o.side = 'buy'`,
    ),
    lawOf(
      'sell_types',
      'a lot was closed in the way that its sell says: by the customer, by a take-profit, after its stop was reached, by the house for want of margin, or by the strategy that bought it',
      `select f.customer, f.posting as number, 'order' as cause_kind, f.order_id as cause,
         format('lot %s closed as %s; by its order %s', c.lot, c.sell_type, way.due) as differs
       from closings c
       join fills f on f.customer = c.customer and f.id = c.fill
       left join order_conditions oc on oc.customer = f.customer and oc.id = f.order_id
       cross join lateral (select case when oc.is_close_out then 'close_out' when oc.run is not null then 'strategy' when oc.is_exit is not true then 'customer' when f.quote_at > oc.trigger_at then 'stop_loss' else 'take_profit' end as due) as way
       where c.sell_type <> way.due`,
    ),
    lawOf(
      'closings',
      'what a buy or a block has bought or a draw allotted, and what was financed of it, is what is left of its lot and what was closed of it',
      `select customer, null::int8 as number, 'order' as cause_kind, null::uuid as cause,
         format('lot %s: %s shares, %s of cost and %s of financing too many bought', lot, sum(shares), sum(cost), sum(financed)) as differs
       from (
         select customer, id as lot, shares, cost + fee as cost, financed from fills where side = 'buy'
         union all select customer, lot, shares, paid, 0 from ipo_allotments where lot is not null
         union all select customer, lot, shares, cost + fee, 0 from block_purchases
         union all select customer, id, -shares_left, -cost_left, -financed_left from lots
         union all select customer, lot, -shares, -cost, -repaid from closings
         union all select customer, lot, -shares, -cost, -repaid from lot_returns
         union all select customer, lot, shares_after - shares_before, cost_after - cost_before, financed_after - financed_before from lot_changes
       ) as parts group by customer, lot having sum(shares) <> 0 or sum(cost) <> 0 or sum(financed) <> 0`,
    ),
    lawOf(
      'fills',
      'every fill is of an order that says it is filled, and has its posting and, of a sell, its closings',
      `select coalesce(f.customer, o.customer) as customer, f.posting as number, 'order' as cause_kind, coalesce(f.order_id, o.id) as cause,
         case when f.id is null then format('%s filled, and no fill', o.filled)
           when o.id is null then 'a fill, and no order that is filled'
           when f.side <> o.side then format('a fill to %s of an order to %s', f.side, o.side)
           else format('no posting %s of it, or the closings do not come to its result %s', f.posting, f.realised) end as differs
       from fills f
       full join (select customer, id, filled, side from orders where filled > 0) o on o.customer = f.customer and o.id = f.order_id
       where f.id is null or o.id is null or f.side <> o.side
          or not exists (
            select from postings p where p.customer = f.customer and p.first = f.posting and p.posting = f.posting
              and p.cause_kind = 'order' and p.cause = f.order_id
          )
          or (f.side = 'sell' and not exists (
            select from closings c where c.customer = f.customer and c.fill = f.id
            having sum(c.realised) = f.realised and sum(c.repaid) = -f.financed
          ))`,
    ),
    lawOf(
      'fill_entries',
      'cash and shares that an order moved are those of its fills, posting by posting',
      `select customer, posting as number, 'order' as cause_kind, cause,
         format('%s, %s against %s: %s by the entries, %s by the fills', asset, kind, counter, sum(units) filter (where is_entry), sum(-units) filter (where not is_entry))
           as differs
       from (
         select true as is_entry, customer, posting, cause, kind, counter, asset, free_moved + held_moved as units
         from entries where cause_kind = 'order' and counter not in ('hold', 'debts')
         union all
         select false, f.customer, f.posting, f.order_id, moved.kind, moved.counter, moved.asset, -moved.units
         from (select f.*, ${OWN} as own, case ${OWN} when 'EUR' then 'USD' else 'EUR' end as other from fills f) as f
         cross join lateral (values
           (f.side, 'market', f.listing, case f.side when 'buy' then f.shares else -f.shares end),
           (f.side, 'market', f.own, case f.side when 'buy' then -f.cost else f.cost end),
           ('fee', 'fees', f.own, -f.fee),
           ('financing', 'financing', f.own, f.financed),
           ('conversion', 'conversion', f.own, coalesce(f.received, 0)),
           ('conversion', 'conversion', f.other, -coalesce(f.paid, 0)),
           ('conversion', 'markup', f.other, -coalesce(f.markup, 0))
         ) as moved (kind, counter, asset, units)
       ) as both_sides group by customer, posting, cause, kind, counter, asset having sum(units) <> 0`,
    ),
    lawOf(
      'open_orders',
      'the last posting of a customer says how many of their orders are open',
      `select p.customer, p.first + p.lines - 1 as number, p.cause_kind, p.cause,
         format('%s open orders by the posting, and %s orders', p.open_orders, coalesce(o.orders, 0)) as differs
       from (select distinct on (customer) * from postings order by customer, first desc) p
       left join (select customer, count(*) as orders from orders where ended_at is null group by customer) o
         on o.customer = p.customer
       where p.open_orders <> coalesce(o.orders, 0)`,
    ),
    lawOf(
      'filled',
      'what was filled of an order is what its fills say',
      `select o.customer, null::int8 as number, 'order' as cause_kind, o.id as cause,
         format('%s shares filled; by its fills %s', o.filled, coalesce(f.shares, 0)) as differs
       from orders o
       left join (select customer, order_id, sum(shares) as shares from fills group by 1, 2) f
         on f.customer = o.customer and f.order_id = o.id
       where o.filled <> coalesce(f.shares, 0)`,
    ),
    lawOf(
      'order_progress',
      'the events of an order are decided up to its last fill or its end, and a server fills each open one',
      `select o.customer, f.posting as number, 'order' as cause_kind, o.id as cause,
         format('%s, placed at %s, decided up to %s; last fill at %s, server %s', o.state, o.market_at, o.through_at, f.quote_at,
           coalesce(p.node::text, 'unknown')) as differs
       from orders o
       left join lateral (
         select posting, quote_at from fills f where f.customer = o.customer and f.order_id = o.id order by quote_at desc limit 1
       ) as f on true
       left join fill_progress p on p.node = o.node
       where (o.ended_at is null and p.node is null)
          or (o.through_at = 0 and o.placed_at >= (select extract(epoch from applied_at) * 1000 from schema_migrations where number = 63))
          or (o.through_at <> 0 and (o.through_at < o.market_at or o.through_at < f.quote_at
            or (o.state = 'filled' and o.through_at is distinct from f.quote_at)))`,
    ),
    ...FEE_LAWS,
    ...ATTACHED_LAWS,
  ],
}
