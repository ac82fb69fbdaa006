-- Orders, their fills with the evidence, and the lots they open and close. Prices in 1/10,000, cash in cents, shares whole.
-- Rows are written by thousands a second: what a foreign key would look up again for each, the lane has just read under its
-- lock, and the verifying command checks for all.

create table orders (
  customer uuid not null,
  id uuid not null,
  listing text collate "C" not null,
  side text collate "C" not null check (side in ('buy', 'sell')),
  shares int8 not null check (shares > 0),
  -- A term that the customer states: the price they accept at most (buy) or at least (sell). Null is at market.
  limit_e4 int8 check (limit_e4 > 0),
  in_force text collate "C" not null check (in_force in ('day', 'gtc')),
  placed_at int8 not null,
  -- The clock of the source of prices when it was placed, and when it ends: what quote events are compared with.
  market_at int8 not null,
  ends_at int8 check (ends_at >= market_at),
  -- The highest price a buy may fill at: its limit, or the ask it was placed at with the collar.
  worst_e4 int8 check (worst_e4 > 0),
  -- What was set aside when it was placed: of the asset itself, and of the other currency.
  held_asset text collate "C" not null,
  held_units int8 not null check (held_units >= 0),
  other_units int8 not null check (other_units >= 0),
  state text collate "C" not null check (
    state in ('received', 'working', 'part_filled', 'filled', 'cancelled', 'expired', 'rejected')
  ),
  filled int8 not null default 0 check (filled between 0 and shares),
  ended_at int8,
  end_reason text collate "C" check (
    end_reason in ('by_customer', 'end_of_day', 'beyond_collar', 'market_closed_for_good')
  ),
  primary key (customer, id),
  constraint a_buy_has_its_worst_price check ((side = 'buy') = (worst_e4 is not null)),
  constraint holds_something check (held_units + other_units > 0),
  constraint an_end_has_its_time check ((state in ('received', 'working', 'part_filled')) = (ended_at is null)),
  constraint filled_is_whole check ((state = 'filled') = (filled = shares)),
  constraint ended_for_a_reason check ((state in ('cancelled', 'expired')) = (end_reason is not null))
) with (fillfactor = 80);
create index orders_open on orders (customer, id) where ended_at is null;

-- A fill and the quote event that made it: an order fills at most once on each event, on whichever node.
create table fills (
  customer uuid not null,
  order_id uuid not null,
  quote_at int8 not null,
  id uuid not null,
  posting uuid not null,
  listing text collate "C" not null,
  side text collate "C" not null check (side in ('buy', 'sell')),
  shares int8 not null check (shares > 0),
  price_e4 int8 not null check (price_e4 > 0),
  cost int8 not null check (cost >= 0),
  fee int8 not null check (fee >= 0),
  fee_table int4 not null,
  fee_bps int4 not null,
  bid_e4 int8 not null,
  ask_e4 int8 not null,
  bid_size int8 not null,
  ask_size int8 not null,
  last_e4 int8 not null,
  source text collate "C" not null,
  -- Cash bought with the other currency to pay for it.
  paid int8,
  received int8,
  markup int8,
  rate_e6 int8,
  rate_at int8,
  realised int8,
  made_at int8 not null,
  primary key (customer, order_id, quote_at),
  constraint at_the_ask_or_the_bid check (price_e4 = case side when 'buy' then ask_e4 else bid_e4 end),
  constraint a_sell_has_a_result check ((side = 'sell') = (realised is not null)),
  constraint a_conversion_is_whole check (num_nulls(paid, received, markup, rate_e6, rate_at) in (0, 5))
);

-- Shares bought by one fill (the lot's id is the fill's), and what is still open of them.
create table lots (
  customer uuid not null,
  listing text collate "C" not null,
  id uuid not null,
  order_id uuid not null,
  opened_at int8 not null,
  price_e4 int8 not null check (price_e4 > 0),
  shares int8 not null check (shares > 0),
  cost int8 not null check (cost >= 0),
  fee int8 not null check (fee >= 0),
  shares_left int8 not null check (shares_left between 0 and shares),
  cost_left int8 not null check (cost_left between 0 and cost),
  primary key (customer, listing, id),
  constraint nothing_left_costs_nothing check (shares_left > 0 or cost_left = 0)
) with (fillfactor = 80);
create index lots_open on lots (customer, listing) where shares_left > 0;

-- What one sell took out of one lot, and its result.
create table closings (
  customer uuid not null,
  fill uuid not null,
  lot uuid not null,
  order_id uuid not null,
  listing text collate "C" not null,
  shares int8 not null check (shares > 0),
  opened_at int8 not null,
  closed_at int8 not null,
  open_price_e4 int8 not null,
  close_price_e4 int8 not null,
  cost int8 not null,
  proceeds int8 not null,
  fee int8 not null,
  realised int8 not null,
  primary key (customer, fill, lot),
  constraint the_result_is_what_it_says check (realised = proceeds - fee - cost)
);

-- How far the quote events have been gone through for all open orders, in the source's clock. One row.
create table fill_progress (
  "only" boolean primary key default true check ("only"),
  through_at int8 not null
);

grant select, insert on orders, lots to :server;
grant update (state, filled, ended_at, end_reason) on orders to :server;
grant update (shares_left, cost_left) on lots to :server;
grant select, insert on fills, closings to :server;
grant select, insert, update on fill_progress to :server;
