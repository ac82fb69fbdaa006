-- Runs of strategies. Instants are milliseconds since 1970; amounts are cents of the listing's currency.

-- The lists of words take further ones, whichever words they have by now. Rows from before need no check.
do $$
declare
  known record;
begin
  for known in
    select d.typname, c.conname, regexp_replace(pg_get_constraintdef(c.oid), '\s*NOT VALID$', '') as definition
    from pg_constraint c join pg_type d on d.oid = c.contypid
    where d.typnamespace = current_schema()::regnamespace
      and d.typname in ('cause_kind', 'sell_type', 'end_reason')
      and pg_get_constraintdef(c.oid) like '%{%}''%'
  loop
    execute format('alter domain %I drop constraint %I', known.typname, known.conname);
    execute format('alter domain %I add constraint %I %s not valid', known.typname, known.conname,
      replace(known.definition, '}''', case known.typname when 'cause_kind' then ',run}''' when 'sell_type' then ',strategy}''' else ',by_strategy}''' end));
  end loop;
end
$$;

-- An order names the run that placed it. A lot names the run that bought it until that stops, and all of it is reserved for the run.
alter table order_conditions add column run uuid;
create index orders_of_runs on order_conditions (customer, run) where run is not null;
alter table lots add column run uuid, add constraint a_lot_of_a_run_is_reserved check (run is null or shares_reserved = shares_left);

-- The purse of a run that goes on: cash and shares that are held for it, and what its open orders hold besides.
create table purses (
  customer uuid not null references customers_lock,
  id uuid not null,
  listing text collate "C" not null,
  cash amount not null,
  shares amount not null,
  cash_held amount not null,
  shares_held amount not null,
  changes int4 not null check (changes >= 0),
  opened_at int8 not null,
  primary key (customer, id)
) with (fillfactor = 80);
grant select, insert, delete on purses to :server;
grant update (listing, cash, shares, cash_held, shares_held, changes) on purses to :server;

create table runs (
  customer uuid not null references customers_lock,
  -- Made by the customer's device, so unique for this customer only.
  id uuid not null,
  strategy text collate "C" not null,
  version int4 not null check (version > 0),
  -- All parameters by name, those that the customer left as they are too.
  parameters jsonb not null,
  listing text collate "C" not null,
  budget int8 not null check (budget > 0),
  most int8 not null check (most > 0 and most <= budget),
  loss_stop int8 not null check (loss_stop > 0 and loss_stop <= budget),
  made_at int8 not null,
  -- The source's clock at its start. Events up to then are history.
  market_at int8 not null,
  state text collate "C" not null check (state in ('running', 'paused', 'stopping', 'stopped')),
  reason text collate "C" check (reason in
    ('by_customer', 'loss_stop', 'restricted', 'fault', 'switched_off', 'leaving', 'market_over', 'shares_changed')),
  sells boolean not null,
  ended_at int8 check (ended_at >= made_at),
  -- The number of its steps: each decision of an event is stored once, with the number before it.
  steps int4 not null check (steps >= 0),
  -- The strategy's own state, and the events up to which it has heard. None before its first history.
  memory jsonb,
  bars_through int8 not null,
  quotes_through int8 not null,
  -- The orders of the last step that are not placed yet.
  tickets jsonb not null,
  -- The events that came too late for an order, and the refusals of orders by their codes.
  late int4 not null check (late >= 0),
  refusals jsonb not null,
  -- The highest value so far, the worst fall below it, and the value by time. The value at its end, where there was a price, and its fees.
  peak int8 not null,
  drawdown int8 not null check (drawdown >= 0),
  drawdown_bps int4 not null check (drawdown_bps >= 0),
  curve jsonb not null,
  end_value int8,
  end_fees int8 check (end_fees >= 0),
  primary key (customer, id),
  constraint a_stop_has_its_reason check ((reason is not null) = (state in ('stopping', 'stopped'))),
  constraint an_end_is_dated check ((ended_at is not null) = (state = 'stopped')),
  constraint only_an_end_has_its_value check (end_value is null or state = 'stopped'),
  constraint an_end_has_its_fees check ((end_fees is not null) = (state = 'stopped'))
) with (fillfactor = 80);
create index runs_of_a_customer on runs (customer, made_at, id);
create index runs_that_go_on on runs (customer, id) where ended_at is null;
create index runs_by_strategy on runs (strategy, version);
grant select, insert on runs to :server;
grant update (state, reason, sells, ended_at, steps, memory, bars_through, quotes_through, tickets, late, refusals, peak,
  drawdown, drawdown_bps, curve, end_value, end_fees) on runs to :server;

-- The server that hears the events for all runs, and the instant until which no other does.
create table run_turns (
  "only" boolean primary key default true check ("only"),
  turn uuid not null,
  lease_until int8 not null
);
grant select, insert on run_turns to :server;
grant update (turn, lease_until) on run_turns to :server;
