import { CURRENCIES } from '@lonja/core/base/amount'
import { lawOf, type Books } from '../ledger/laws.verify.ts'

const CASH = CURRENCIES.map((currency) => `'${currency}'`).join(', ')

/** The movements of cash by the orders of each run, and what these hold. */
const MOVED = `select oc.customer, oc.run,
      sum(e.free_moved + e.held_moved) filter (where e.asset in (${CASH}))::int8 as cash,
      sum(e.held_moved) filter (where e.asset in (${CASH}))::int8 as cash_held,
      sum(e.held_moved) filter (where e.asset not in (${CASH}))::int8 as shares_held
    from order_conditions oc join entries e on e.customer = oc.customer and e.cause_kind = 'order' and e.cause = oc.id
    where oc.run is not null group by oc.customer, oc.run`

/** The laws of runs. The laws of orders check what their purses hold and how their lots are closed. */
export const RUN_BOOKS: Books = {
  counted: { runs: 'runs' },
  laws: [
    lawOf(
      'run_purses',
      'a run that goes on has its purse, and one that is over has none',
      `select coalesce(r.customer, p.customer) as customer, null::int8 as number, 'run' as cause_kind, coalesce(r.id, p.id) as cause,
         case when p.id is null then 'a run without a purse' else 'a purse of no run that goes on' end as differs
       from (select customer, id from runs where ended_at is null) as r
       full join purses p on p.customer = r.customer and p.id = r.id
       where r.id is null or p.id is null`,
    ),
    lawOf(
      'run_money',
      'a purse and the open orders of its run have the amount of the run with what its orders paid and received, and the shares of its lots',
      `select p.customer, null::int8 as number, 'run' as cause_kind, p.id as cause,
         format('cash %s and %s held, shares %s and %s held; cash %s, %s held by its orders, %s held, and %s shares in its lots', p.cash, p.cash_held,
           p.shares, p.shares_held, due.cash, due.cash_held, due.shares_held, due.shares) as differs
       from purses p
       join runs r on r.customer = p.customer and r.id = p.id
       left join (${MOVED}) as m on m.customer = p.customer and m.run = p.id
       left join (
         select customer, run, sum(shares_left)::int8 as shares from lots where run is not null group by customer, run
       ) as l on l.customer = p.customer and l.run = p.id
       cross join lateral (select r.budget + coalesce(m.cash, 0) as cash, coalesce(m.cash_held, 0) as cash_held,
         coalesce(m.shares_held, 0) as shares_held, coalesce(l.shares, 0) as shares) as due
       where (p.cash + p.cash_held, p.cash_held, p.shares_held, p.shares + p.shares_held)
         is distinct from (due.cash, due.cash_held, due.shares_held, due.shares)`,
    ),
    lawOf(
      'run_entries',
      'a run itself moves nothing: it holds and releases, and its orders trade',
      `select e.customer, e.version as number, e.cause_kind, e.cause,
         case when e.counter = 'hold' then 'no such run' else format('%s %s against %s', e.kind, e.asset, e.counter) end as differs
       from entries e where e.cause_kind = 'run' and e.counter <> 'debts'
         and (e.counter <> 'hold' or not exists (select from runs r where r.customer = e.customer and r.id = e.cause))`,
    ),
    lawOf(
      'run_orders',
      'an order of a run is of a run that is there, an open one of a run that goes on, and the lots of a run are those that its orders bought',
      `select oc.customer, null::int8 as number, 'order' as cause_kind, oc.id as cause,
         case when r.id is null then 'of no run' else format('open, of a run that is %s', r.state) end as differs
       from order_conditions oc
       join orders o on o.customer = oc.customer and o.id = oc.id
       left join runs r on r.customer = oc.customer and r.id = oc.run
       where oc.run is not null and (r.id is null or (o.ended_at is null and r.ended_at is not null))
       union all
       select l.customer, null, 'run', l.run,
         case when r.id is null then format('lot %s of no run that goes on', l.id) else format('lot %s, bought by another order', l.id) end
       from lots l
       left join runs r on r.customer = l.customer and r.id = l.run and r.ended_at is null
       left join order_conditions oc on oc.customer = l.customer and oc.id = l.order_id
       where l.run is not null and (r.id is null or oc.run is distinct from l.run)
       union all
       select l.customer, null, 'run', oc.run, format('lot %s left out', l.id)
       from order_conditions oc
       join runs r on r.customer = oc.customer and r.id = oc.run and r.ended_at is null
       join lots l on l.customer = oc.customer and l.order_id = oc.id
       where l.shares_left > 0 and l.run is null`,
    ),
    lawOf(
      'run_ends',
      'the fees of a run that is over are those of its fills, all of which are of before its end',
      `select r.customer, null::int8 as number, 'run' as cause_kind, r.id as cause,
         format('fees %s, ended at %s; %s and %s by its fills', r.end_fees, r.ended_at, coalesce(f.fees, 0), f.last_at) as differs
       from runs r
       left join (
         select oc.customer, oc.run, sum(f.fee)::int8 as fees, max(f.made_at) as last_at
         from order_conditions oc join fills f on f.customer = oc.customer and f.order_id = oc.id
         where oc.run is not null group by oc.customer, oc.run
       ) as f on f.customer = r.customer and f.run = r.id
       where r.ended_at is not null and (r.end_fees <> coalesce(f.fees, 0) or f.last_at > r.ended_at)`,
    ),
  ],
}
