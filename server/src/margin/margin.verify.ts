import { FEE_TABLES, NEWEST_FEE_TABLE } from '@lonja/core/orders/fees.rules'
import { DUST_MOST } from '@lonja/core/margin/settling.rules'
import { lawOf, type Books } from '../ledger/laws.verify.ts'

/** The open lots of a customer after an entry, worked out anew from what bought and closed them. */
const LOTS_THEN = `select lot, sum(shares) as shares, sum(cost) as cost, sum(financed) as financed from (
      select id as lot, shares, cost + fee as cost, financed from fills
      where customer = o.customer and side = 'buy' and posting <= o.version
      union all select c.lot, -c.shares, -c.cost, -c.repaid from closings c join fills f on f.customer = c.customer and f.id = c.fill
      where c.customer = o.customer and f.posting <= o.version
      union all select lot, -shares, -cost, -repaid from lot_returns where customer = o.customer and posting <= o.version
      union all select lot, shares_after - shares_before, cost_after - cost_before, financed_after - financed_before
      from lot_changes where customer = o.customer and version <= o.version
    ) as parts group by lot having sum(shares) > 0`

/** The shares of a lot that earlier close-outs asked for, less those that their orders had sold by the entry. */
const CLOSING_MOST = `(
      select coalesce(sum(e.shares_closed), 0) - coalesce(sum((
        select sum(f.shares) from fills f where f.customer = e.customer and f.order_id = e.order_id and f.posting <= o.version
      )), 0)
      from close_out_lots e join close_outs d on d.customer = e.customer and d.id = e.close_out
      where e.customer = o.customer and e.lot = h.lot and e.order_id is not null and d.minute_at < o.minute_at
    )`

const other = `case s.asset when 'EUR' then 'USD' else 'EUR' end`
const RATE_UNIT = '1000000'
const up = (value: string, by: string): string => `div(${value} + ${by} - 1, ${by})`
const [OVER, UNDER] = [
  `(10000 * s.units::numeric * case s.asset when 'USD' then ${RATE_UNIT} else s.rate_e6 end)`,
  `(case s.asset when 'USD' then s.rate_e6 else ${RATE_UNIT} end)`,
]
const PAID = up(up(OVER, UNDER), '10000')

/** The laws of close-outs and of the debts that they leave. */
export const MARGIN_BOOKS: Books = {
  counted: { close_outs: 'close_outs', settlements: 'settlements' },
  laws: [
    lawOf(
      'close_out_lots',
      'the lots of a close-out are those that the customer had then, with what was left of each, and what was being closed of them',
      `select o.customer, o.version as number, null::text as cause_kind, null::uuid as cause,
         format('lot %s: %s shares, cost %s, financed %s by the record; %s, %s, %s by its fills', coalesce(h.lot, w.lot), h.shares_left,
           h.cost_left, h.financed_left, w.shares, w.cost, w.financed) as differs
       from close_outs o
       cross join lateral (
         select h, w from (${LOTS_THEN}) as w
         full join (select * from close_out_lots l where l.customer = o.customer and l.close_out = o.id) as h on h.lot = w.lot
       ) as both_sides, lateral (select (h).*) as h, lateral (select (w).*) as w
       where (h.shares_left, h.cost_left, h.financed_left) is distinct from (w.shares, w.cost, w.financed)
          or h.shares_closing > ${CLOSING_MOST}`,
    ),
    lawOf(
      'close_out_orders',
      'each order of a close-out is a sell at market of its lot, and no other order is of that type',
      `select coalesce(h.customer, o.customer) as customer, null::int8 as number, 'order' as cause_kind, coalesce(h.order_id, o.id) as cause,
         format('%s shares of lot %s by the close-out; the order: %s %s shares of lot %s, %s', h.shares_closed, h.lot, o.side, o.shares, o.lot,
           case when o.is_close_out then 'of the house' else 'of the customer' end) as differs
       from (
         select l.*, c.minute_at from close_out_lots l join close_outs c on c.customer = l.customer and c.id = l.close_out
         where l.order_id is not null
       ) as h
       full join (
         select o.*, oc.lot, oc.is_close_out, oc.stop_e4, coalesce(m.was, o.listing) as placed_on, oc.changes - coalesce(m.moves, 0) as replaced
         from orders o join order_conditions oc on oc.customer = o.customer and oc.id = o.id
         left join lateral (
           select (array_agg(c.listing order by c.change))[1] as was, count(*) as moves from order_changes c
           where c.customer = o.customer and c.id = o.id and c.listing is not null
         ) as m on oc.changes > 0
         where oc.is_close_out
       ) as o on o.customer = h.customer and o.id = h.order_id
       where (o.side, o.placed_on, o.lot, o.shares, o.in_force) is distinct from ('sell', h.listing, h.lot, h.shares_closed, 'gtc')
          or o.limit_e4 is not null or o.stop_e4 is not null or o.replaced <> 0 or o.market_at < h.minute_at`,
    ),
    lawOf(
      'settlements',
      'cash that settled a debt, and what was forgiven, are those of their records, posting by posting',
      `select customer, posting as number, 'settlement' as cause_kind, cause,
         format('%s, %s against %s: %s by the entries, %s by the records', asset, kind, counter,
           coalesce(sum(units) filter (where is_entry), 0), coalesce(sum(-units) filter (where not is_entry), 0)) as differs
       from (
         select true as is_entry, customer, posting, cause, kind, counter, asset, free_moved + held_moved as units
         from entries where (cause_kind = 'settlement' or kind = 'forgiven' or counter = 'forgiven') and counter <> 'debts'
         union all
         select false, s.customer, s.posting, s.id, moved.kind, moved.counter, moved.asset, -moved.units
         from settlements s
         cross join lateral (values
           ('forgiven', 'forgiven', s.asset, case s.kind when 'forgiven' then s.units else 0 end),
           ('conversion', 'conversion', s.asset, case s.kind when 'converted' then s.units else 0 end),
           ('conversion', 'conversion', ${other}, -coalesce(s.paid, 0)),
           ('conversion', 'markup', ${other}, -coalesce(s.markup, 0))
         ) as moved (kind, counter, asset, units)
       ) as both_sides group by customer, posting, cause, kind, counter, asset having sum(units) <> 0
       union all
       select s.customer, s.posting, 'settlement', s.id, format('%s and a markup of %s for %s %s; by the rate %s and %s', s.paid, s.markup,
         s.units, s.asset, ${PAID}, ${up(`(s.paid::numeric * ${FEE_TABLES[NEWEST_FEE_TABLE].markupBps})`, '10000')})
       from settlements s where s.kind = 'converted'
         and (s.paid <> ${PAID} or s.markup <> ${up(`(s.paid::numeric * ${FEE_TABLES[NEWEST_FEE_TABLE].markupBps})`, '10000')})`,
    ),
    lawOf(
      'forgiven',
      'what was settled of debts is no more than financing left owing, and is forgiven only once nothing was left',
      `select s.customer, max(s.posting) as number, 'settlement' as cause_kind, min(s.id::text)::uuid as cause,
         format('%s: %s settled; financing left %s owing', s.asset, sum(s.units), coalesce(max(d.owed), 0)) as differs
       from settlements s
       left join (
         select customer, asset, sum(free_moved) as owed from entries where kind = 'debt' and cause_kind <> 'reversal' group by 1, 2
       ) as d on d.customer = s.customer and d.asset = s.asset
       group by s.customer, s.asset having sum(s.units) > coalesce(max(d.owed), 0)
       union all
       select s.customer, s.posting, 'settlement', s.id, format('%s %s were left', b.free_after + b.held_after, b.asset)
       from settlements s
       cross join lateral (
         select distinct on (asset) asset, free_after, held_after from entries e
         where e.customer = s.customer and e.version < s.posting order by asset, version desc
       ) as b
       where s.kind = 'forgiven' and (b.held_after > 0 or b.free_after > case when b.asset in ('EUR', 'USD') then ${DUST_MOST} else 0 end)`,
    ),
  ],
}
