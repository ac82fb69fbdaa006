-- An exit attached to a buy: its prices in the buy's row until a fill places it as one order, which names its buy and grows
-- with each further fill.
alter table order_conditions add column exits_stop_e4 price_e4, add column exits_profit_e4 price_e4;
alter table order_conditions add column exit_order uuid, add column of_buy uuid;
alter table order_conditions add constraint a_placed_exit_was_attached
  check (exit_order is null or num_nonnulls(exits_stop_e4, exits_profit_e4) > 0);
alter table order_conditions add constraint an_exit_of_a_buy_is_an_exit
  check (of_buy is null or (is_exit and lot is null and num_nonnulls(exits_stop_e4, exits_profit_e4) = 0));
grant update (exits_stop_e4, exits_profit_e4, exit_order) on order_conditions to :server;
create index exits_of_buys on order_conditions (customer, of_buy) where of_buy is not null;

-- The exit that was attached until a change, and the fill of its buy by which an exit grew.
alter table order_changes add column exits_stop_e4 price_e4, add column exits_profit_e4 price_e4, add column fill uuid;

-- The shares of a lot that the exit attached to its buy asks for, beside those that other sells of the lot ask for.
alter table lots add column shares_guarded int8 not null default 0;
alter table lots drop constraint only_what_is_left_is_reserved;
alter table lots add constraint only_what_is_left_is_reserved
  check (shares_reserved >= 0 and shares_guarded >= 0 and shares_reserved + shares_guarded <= shares_left);
grant update (shares_guarded) on lots to :server;

-- A buy whose exit was reached while it was still filling. The list takes a further word, whichever words it has by now.
do $$
declare
  known record;
begin
  select d.typname, c.conname, regexp_replace(pg_get_constraintdef(c.oid), '\s*NOT VALID$', '') as definition into strict known
  from pg_constraint c join pg_type d on d.oid = c.contypid
  where d.typnamespace = current_schema()::regnamespace and d.typname = 'end_reason' and pg_get_constraintdef(c.oid) like '%{%}''%';
  execute format('alter domain end_reason drop constraint %I', known.conname);
  execute format('alter domain end_reason add constraint %I %s not valid', known.conname,
    replace(known.definition, '}''', ',exit_reached}'''));
end
$$;
