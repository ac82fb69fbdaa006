-- All open orders of a customer on one listing are filled by one server. The server that is asked for a further one claims the others
-- from whichever server has them: it writes itself into their rows, under the lock of the customer.
grant update (node) on orders to :server;

-- The number of claims of an order, and the clock of the server at the last one. Its progress counts for the order from then on.
alter table order_conditions add column claims int4 not null default 0, add column claimed_at int8;
alter table order_conditions add constraint a_claim_has_its_time check ((claims > 0) = (claimed_at is not null));
grant update (claims, claimed_at) on order_conditions to :server;
create trigger a_claim_stays after update on order_conditions for each row
  when (new.claims < old.claims)
  execute function goes_back();

-- Servers of earlier releases claim nothing. The law is on the orders that the others took.
alter table fill_progress add column claims_orders boolean not null default false;

-- True if no other server fills an open order of these customers on these listings. It raises an exception otherwise: then the
-- server that asks did not know of the other, and tries again.
create function fills_alone(server uuid, customers uuid[], listings text[]) returns boolean language plpgsql as $$
begin
  if exists (select from fill_progress where filled_by <> server) and exists (
    select from unnest(customers, listings) as wanted (customer, listing)
    join orders o on o.customer = wanted.customer and o.listing = wanted.listing collate "C"
    left join fill_progress p on p.node = o.node
    where o.ended_at is null and p.filled_by is distinct from server
  ) then
    raise exception 'another server than % fills orders of the customer on the listing', server using errcode = '55000';
  end if;
  return true;
end
$$;
