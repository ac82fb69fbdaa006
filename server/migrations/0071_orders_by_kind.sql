-- Orders wait for more than a limit, and fill in parts.
alter domain time_in_force drop constraint time_in_force_check;
alter domain time_in_force add constraint time_in_force_check check (value = any ('{day,gtc,ioc,fok,open,close}'));
alter domain end_reason drop constraint end_reason_check;
alter domain end_reason add constraint end_reason_check
  check (value = any ('{by_customer,end_of_day,beyond_collar,market_closed_for_good,restricted,not_at_once,auction_over}'));

-- `whole`: one event fills all of an order, whatever its size; orders of before have it to their end. `shared`: a customer's orders on
-- one listing and side share a quarter of each event's size.
create domain fill_rule as text collate "C" check (value = any ('{whole,shared}'));
alter table orders add column fill_rule fill_rule not null default 'whole';
alter table orders alter column fill_rule drop default;
alter table orders add constraint part_of_it_is_filled check (state <> 'part_filled' or filled > 0);

-- A replacement changes the terms of an open order, and nothing of what has ended: an_order_goes_forward refuses that.
grant update (shares, limit_e4, in_force, ends_at, worst_e4, held_units, other_units) on orders to :server;

-- What an order has beyond the prices of a plain one. A row is there only for an order that has any of it.
create table order_conditions (
  customer uuid not null,
  id uuid not null,
  -- The stop as the customer stated it: a price, or a distance by which it follows the market.
  stop_e4 price_e4,
  trail_e4 price_e4,
  trail_bps int4 check (trail_bps between 1 and 5000),
  -- For a stop that follows: the best price among the events that are decided, `through_at` of the order.
  best_e4 price_e4,
  -- The event that reached the stop, and where the stop was.
  trigger_at int8,
  trigger_bid_e4 int8,
  trigger_ask_e4 int8,
  trigger_stop_e4 price_e4,
  trigger_best_e4 price_e4,
  -- For an order at the open or at the close: the opening of its session.
  opens_at int8,
  -- After a replacement: the instant of the source's clock that gives its place, and the number of replacements.
  rank_at int8,
  changes int4 not null check (changes >= 0),
  primary key (customer, id),
  foreign key (customer, id) references orders (customer, id),
  constraint one_stop check (num_nonnulls(stop_e4, trail_e4, trail_bps) <= 1),
  constraint a_trail_follows_a_price check ((best_e4 is not null) = (coalesce(trail_e4, trail_bps) is not null)),
  constraint a_trigger_is_an_event check (
    num_nonnulls(trigger_at, trigger_bid_e4, trigger_ask_e4, trigger_stop_e4) in (0, 4)
    and (trigger_best_e4 is null or (trigger_at is not null and stop_e4 is null))
    and (trigger_at is null or num_nonnulls(stop_e4, trail_e4, trail_bps) = 1)
  ),
  constraint a_replacement_gives_a_place check ((changes > 0) = (rank_at is not null))
) with (fillfactor = 50);
create trigger a_trigger_stays after update on order_conditions for each row
  when (new.changes < old.changes or (old.trigger_at is not null and (
    new.trigger_at, new.trigger_bid_e4, new.trigger_ask_e4, new.trigger_stop_e4, new.trigger_best_e4, new.stop_e4, new.trail_e4, new.trail_bps
  ) is distinct from (
    old.trigger_at, old.trigger_bid_e4, old.trigger_ask_e4, old.trigger_stop_e4, old.trigger_best_e4, old.stop_e4, old.trail_e4, old.trail_bps
  )))
  execute function goes_back();
grant select, insert on order_conditions to :server;
grant update (stop_e4, trail_e4, trail_bps, best_e4, trigger_at, trigger_bid_e4, trigger_ask_e4, trigger_stop_e4, trigger_best_e4, rank_at, changes)
  on order_conditions to :server;

-- The terms of an order that a replacement ended, as they were. Never changed.
create table order_changes (
  customer uuid not null,
  id uuid not null,
  change int4 not null check (change > 0),
  -- The clocks of the source and of the server at the replacement.
  market_at int8 not null,
  made_at int8 not null,
  shares share_count not null,
  limit_e4 price_e4,
  in_force time_in_force not null,
  ends_at int8,
  worst_e4 price_e4,
  held_units amount not null,
  other_units amount not null,
  stop_e4 price_e4,
  trail_e4 price_e4,
  trail_bps int4,
  rank_at int8,
  primary key (customer, id, change),
  foreign key (customer, id) references orders (customer, id)
);
grant select, insert on order_changes to :server;

-- The message of an order grows with its fills.
grant update (code, facts, made_at) on notices to :server;
