-- One row for each thing that moved an asset of a customer: an order with its hold and its fills, a withdrawal, a deposit. It has what
-- the thing did to the free amount in all, what of it is still held, and what is free with it and with everything that moved last
-- before it: the newest row of an asset has what is free now. It stands where it last moved. A view of the entries, so that it cannot
-- contradict them.
create view fund_events as
select customer, asset, cause_kind, cause,
  min(version) as began, max(version) as moved, min(made_at) as began_at, max(made_at) as moved_at,
  sum(free_moved)::int8 as effect, sum(held_moved)::int8 as still_held,
  sum(sum(free_moved)) over (partition by customer, asset order by max(version))::int8 as left_free
from entries
group by customer, asset, cause_kind, cause;
grant select on fund_events to :server;
