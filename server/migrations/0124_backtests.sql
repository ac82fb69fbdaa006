-- Backtests of strategies. Instants are milliseconds since 1970; amounts are units of the listing's currency, in cents.

create table backtests (
  customer uuid not null references customers_lock,
  -- Made by the customer's device, so unique for this customer only.
  id uuid not null,
  strategy text collate "C" not null,
  version int4 not null check (version > 0),
  -- All parameters by name, those that the customer left as they are too.
  parameters jsonb not null,
  listing text collate "C" not null,
  -- The days of the venue, and the instants from the midnight before the first to the one after the last.
  first_day text collate "C" not null,
  last_day text collate "C" not null check (last_day >= first_day),
  from_at int8 not null,
  to_at int8 not null check (to_at > from_at),
  budget int8 not null check (budget > 0),
  most int8 not null check (most > 0 and most <= budget),
  loss_stop int8 not null check (loss_stop > 0 and loss_stop <= budget),
  fee_table int4 not null,
  made_at int8 not null,
  state text collate "C" not null check (state in ('queued', 'running', 'done', 'failed')),
  -- The server's turn that works it out, and the instant until which no other server takes it.
  turn uuid,
  lease_until int8,
  turns int4 not null default 0 check (turns >= 0),
  -- The minutes that it has gone through, of all; null while they are read.
  passed int4 check (passed >= 0),
  minutes int4 check (minutes >= passed),
  ended_at int8 check (ended_at >= made_at),
  fault text collate "C" check (fault in ('no_minutes', 'threw', 'too_long', 'servers_ended')),
  -- The outcome and the trades, as the replies have them.
  outcome jsonb,
  trades jsonb,
  primary key (customer, id),
  constraint a_turn_has_a_lease check (num_nonnulls(turn, lease_until) = case state when 'running' then 2 else 0 end),
  constraint an_end_is_dated check ((ended_at is not null) = (state in ('done', 'failed'))),
  constraint a_fault_says_why check ((fault is not null) = (state = 'failed')),
  constraint a_result_is_whole check (num_nonnulls(outcome, trades) = case state when 'done' then 2 else 0 end)
);
create index backtests_of_a_customer on backtests (customer, made_at, id);
create index backtests_to_work_out on backtests (made_at, id) where state in ('queued', 'running');
-- One at a time a customer.
create unique index backtests_running on backtests (customer) where state = 'running';
grant select, insert, delete on backtests to :server;
grant update (state, turn, lease_until, turns, passed, minutes, ended_at, fault, outcome, trades) on backtests to :server;
