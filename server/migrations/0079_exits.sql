-- A sell may name the lot that it closes. The shares that open sells of a lot ask for are reserved in it, for no other sell.
alter table order_conditions add column lot uuid;
alter table lots add column shares_reserved int8 not null default 0;
alter table lots add constraint only_what_is_left_is_reserved check (shares_reserved between 0 and shares_left);
grant update (shares_reserved) on lots to :server;

-- A pair has a profit beside its stop, and is an exit: a sell that is to end a position.
alter table order_conditions add column profit_e4 price_e4;
alter table order_conditions add column is_exit boolean not null default false;
alter table order_conditions add constraint a_profit_is_beside_a_stop
  check (profit_e4 is null or (is_exit and num_nonnulls(stop_e4, trail_e4, trail_bps) = 1));
grant update (profit_e4) on order_conditions to :server;
alter table order_changes add column profit_e4 price_e4;
create trigger a_profit_stays_once_its_stop_is_reached after update on order_conditions for each row
  when (old.trigger_at is not null and new.profit_e4 is distinct from old.profit_e4) execute function goes_back();

-- How a lot was closed: by a sell of the customer's, by an exit at its profit, or by one whose stop was reached.
create domain sell_type as text collate "C" constraint a_way_to_sell check (value = any ('{customer,take_profit,stop_loss}'));
alter table closings add column sell_type sell_type not null default 'customer';
alter table closings alter column sell_type drop default;

-- Exits of a customer that are open, among all that there were.
create index exits_of_customers on order_conditions (customer) where is_exit;

-- An exit whose shares a sell by hand took over. The list takes a further word, whichever words it has by now.
do $$
declare
  known record;
begin
  select d.typname, c.conname, regexp_replace(pg_get_constraintdef(c.oid), '\s*NOT VALID$', '') as definition into strict known
  from pg_constraint c join pg_type d on d.oid = c.contypid
  where d.typnamespace = current_schema()::regnamespace and d.typname = 'end_reason' and pg_get_constraintdef(c.oid) like '%{%}''%';
  execute format('alter domain end_reason drop constraint %I', known.conname);
  execute format('alter domain end_reason add constraint %I %s not valid', known.conname,
    replace(known.definition, '}''', ',closed_by_hand}'''));
end
$$;
