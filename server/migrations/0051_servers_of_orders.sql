-- An order names the server that fills it, by the id of one start of it. A server renews its row every two seconds, by the clock of
-- the database. When it has been silent for eight seconds, one other server takes its orders over, and `filled_by` says which.
alter table fill_progress add column name text not null default '';
alter table fill_progress add column renewed_at int8 not null default 0;
-- Since when no renewal was late: a server that could not reach the database for a while must not take others for dead.
alter table fill_progress add column well_since int8 not null default 0;
-- A clean stop hands the orders over at once.
alter table fill_progress add column stopped_at int8;
alter table fill_progress add column filled_by uuid not null default '00000000-0000-0000-0000-000000000000';

-- The servers of before have stopped. One row stands for all of them, and the orders that are there name it.
with servers as (delete from fill_progress returning through_at)
insert into fill_progress (node, through_at, written_at, stopped_at)
select '00000000-0000-0000-0000-000000000000', coalesce(min(through_at), 0), 0, 0 from servers
having count(*) > 0 or exists (select from orders);
alter table fill_progress alter column name drop default, alter column renewed_at drop default,
  alter column well_since drop default, alter column filled_by drop default;
grant update (renewed_at, well_since, stopped_at, filled_by) on fill_progress to :server;

alter table orders add column node uuid not null default '00000000-0000-0000-0000-000000000000';
alter table orders alter column node drop default;

-- New orders of a server go in only while it fills them itself. The lock makes a take-over wait for orders on their way, so that the
-- other server reads them too. 40001 is a conflict: the order is tried again under the server's next id.
create function takes_orders(server uuid) returns boolean language plpgsql as $$
begin
  perform from fill_progress where node = server and filled_by = server for key share;
  if not found then
    raise exception 'the orders of server % are filled by another', server using errcode = '40001';
  end if;
  return true;
end
$$;

-- The number of a customer's open orders after a posting. Each order begins and ends with one, and the lane reads the last posting of
-- its customers anyway, so the limit is decided under their lock, whichever server asks.
alter table postings add column open_orders int4 not null default 0;
update postings p set open_orders = open.orders
from (select customer, count(*) as orders from orders where ended_at is null group by customer) as open
where p.customer = open.customer and p.first = (select max(l.first) from postings l where l.customer = open.customer);
alter table postings alter column open_orders drop default;
