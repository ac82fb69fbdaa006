import { lawOf, type Law } from '../ledger/laws.verify.ts'

/* The laws of exits that are attached to buys. Another check works out anew what each order did. */

/** The exits that fills placed, with their first terms and the exit that was attached to the buy at that event. */
const PLACED = `
  select o.customer, o.id, oc.of_buy as buy, o.market_at, coalesce(was.shares, o.shares) as shares,
    case when was.id is null then coalesce(oc.stop_e4, 0) else coalesce(was.stop_e4, 0) end as stop,
    case when was.id is null then coalesce(oc.profit_e4, o.limit_e4, 0) else coalesce(was.profit_e4, was.limit_e4, 0) end as profit,
    case when was.id is null then coalesce(oc.trail_bps, 0) else coalesce(was.trail_bps, 0) end as trail,
    case when attached.id is null then coalesce(b.exits_trail_bps, 0) else coalesce(attached.exits_trail_bps, 0) end as trail_due,
    case when attached.id is null then coalesce(b.exits_stop_e4, 0) else coalesce(attached.exits_stop_e4, 0) end as stop_due,
    case when attached.id is null then coalesce(b.exits_profit_e4, 0) else coalesce(attached.exits_profit_e4, 0) end as profit_due
  from order_conditions oc
  join orders o on o.customer = oc.customer and o.id = oc.id
  left join order_changes was on was.customer = o.customer and was.id = o.id and was.change = 1
  left join order_conditions b on b.customer = oc.customer and b.id = oc.of_buy
  left join lateral (
    select c.* from order_changes c
    where c.customer = oc.customer and c.id = oc.of_buy and c.market_at >= o.market_at order by c.change limit 1
  ) as attached on true
  where oc.of_buy is not null`

/** The growths of exits by fills of their buys, each with the shares by which it grew. */
const GROWN = `
  select c.customer, c.id, oc.of_buy as buy, c.fill, c.market_at, coalesce(next.shares, o.shares) - c.shares as shares
  from order_changes c
  join orders o on o.customer = c.customer and o.id = c.id
  left join order_conditions oc on oc.customer = c.customer and oc.id = c.id
  left join order_changes next on next.customer = c.customer and next.id = c.id and next.change = c.change + 1
  where c.fill is not null`

export const ATTACHED_LAWS: readonly Law[] = [
  lawOf(
    'guarded_lots',
    'an open stop-loss or take-profit order of a buy asks for what its buy’s lots keep for it, and closes nothing else',
    `select coalesce(l.customer, o.customer) as customer, null::int8 as number, 'order' as cause_kind, coalesce(o.id, l.buy) as cause,
       format('buy %s: %s shares guarded, %s asked for', coalesce(l.buy, o.buy), coalesce(l.shares, 0), coalesce(o.shares, 0)) as differs
     from (
       select customer, order_id as buy, sum(shares_guarded)::int8 as shares from lots where shares_guarded > 0 group by 1, 2
     ) l
     full join (
       select o.customer, oc.of_buy as buy, (array_agg(o.id))[1] as id, sum(o.shares - o.filled)::int8 as shares
       from order_conditions oc join orders o on o.customer = oc.customer and o.id = oc.id
       where oc.of_buy is not null and o.ended_at is null group by o.customer, oc.of_buy
     ) o on o.customer = l.customer and o.buy = l.buy
     where coalesce(l.shares, 0) <> coalesce(o.shares, 0)
     union all
     select c.customer, f.posting, 'order', f.order_id, format('lot %s closed by the exit of buy %s', c.lot, oc.of_buy)
     from order_conditions oc
     join fills f on f.customer = oc.customer and f.order_id = oc.id
     join closings c on c.customer = f.customer and c.fill = f.id
     where oc.of_buy is not null and not exists (
       select from fills bought where bought.customer = c.customer and bought.order_id = oc.of_buy and bought.id = c.lot
     )`,
  ),
  lawOf(
    'attached_exits',
    'each fill of a buy with a stop-loss or take-profit placed that order on its event, at the attached prices, or made it larger by its shares',
    `select coalesce(f.customer, x.customer) as customer, f.posting as number, 'order' as cause_kind, coalesce(f.order_id, x.id) as cause,
       case when x.id is null then format('%s shares bought on the event %s, and no exit for them', f.shares, f.quote_at)
         when f.id is null then format('an exit of buy %s on the event %s, on which that bought nothing', x.buy, x.market_at)
         else format('exit of %s shares, stop %s, trail %s, profit %s; by the buy %s shares, stop %s, trail %s, profit %s',
           x.shares, x.stop, x.trail, x.profit, f.shares, x.stop_due, x.trail_due, x.profit_due) end as differs
     from (
       select f.* from fills f join order_conditions b on b.customer = f.customer and b.id = f.order_id
       where f.side = 'buy' and num_nonnulls(b.exits_stop_e4, b.exits_trail_bps, b.exits_profit_e4) > 0
     ) f
     full join (
       select customer, id, buy, market_at, null::uuid as fill, shares, stop, trail, profit, stop_due, trail_due, profit_due from (${PLACED}) as placed
       union all
       select customer, id, buy, market_at, fill, shares, 0, 0, 0, 0, 0, 0 from (${GROWN}) as grown
     ) x on x.customer = f.customer and x.buy = f.order_id and x.market_at = f.quote_at
     where (x.id is null and not exists (
         select from order_conditions oc join orders o on o.customer = oc.customer and o.id = oc.id
         where oc.customer = f.customer and oc.of_buy = f.order_id and o.end_reason = 'by_customer' and o.ended_at <= f.made_at
       ))
       or f.id is null or x.fill <> f.id or x.shares <> f.shares or x.stop <> x.stop_due or x.trail <> x.trail_due or x.profit <> x.profit_due
     union all
     select oc.customer, null, 'order', oc.id, format('its exit is %s, and the newest one is %s', oc.exit_order, newest.id)
     from order_conditions oc
     left join lateral (
       select x.id from order_conditions x join orders o on o.customer = x.customer and o.id = x.id
       where x.customer = oc.customer and x.of_buy = oc.id order by o.market_at desc limit 1
     ) as newest on true
     where oc.exit_order is distinct from newest.id and num_nonnulls(oc.exits_stop_e4, oc.exits_trail_bps, oc.exits_profit_e4, oc.exit_order) > 0`,
  ),
]
