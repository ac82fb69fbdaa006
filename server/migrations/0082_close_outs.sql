-- Close-outs: accounts that are judged, what the house closed and on which evidence, and debts that it settled.

-- The list of causes takes one more, whichever it has by now. Rows from before need no check.
do $$
declare
  known record;
begin
  for known in
    select d.typname, c.conname, regexp_replace(pg_get_constraintdef(c.oid), '\s*NOT VALID$', '') as definition
    from pg_constraint c join pg_type d on d.oid = c.contypid
    where d.typnamespace = current_schema()::regnamespace and d.typname = 'cause_kind' and pg_get_constraintdef(c.oid) like '%{%}''%'
  loop
    execute format('alter domain %I drop constraint %I', known.typname, known.conname);
    execute format('alter domain %I add constraint %I %s not valid', known.typname, known.conname,
      replace(known.definition, '}''', ',settlement}'''));
  end loop;
end
$$;

-- A sell is its customer's, or the house's for want of margin.
alter table order_conditions add column is_close_out boolean not null default false,
  add constraint a_close_out_names_its_lot check (not is_close_out or lot is not null);
alter domain sell_type drop constraint a_way_to_sell;
alter domain sell_type add constraint a_way_to_sell
  check (value = any ('{customer,take_profit,stop_loss,close_out}')) not valid;

-- The whole minute of the market's clock up to which all accounts are judged. One row.
create table margin_progress (
  "only" boolean primary key default true check ("only"),
  judged_at int8 not null
);
grant select, insert on margin_progress to :server;
grant update (judged_at) on margin_progress to :server;

-- The warnings of an account that are not armed: each is given once for each time that its level is fallen below.
create table margin_accounts (
  customer uuid primary key,
  -- The last minute at which the account was warned, armed again or closed out.
  judged_at int8 not null,
  warned_full boolean not null,
  warned_near boolean not null
);
grant select, insert on margin_accounts to :server;
grant update (judged_at, warned_full, warned_near) on margin_accounts to :server;

-- An account at a minute at which the house closed lots: its equity and its used margin, in cents of one currency.
create table close_outs (
  customer uuid not null,
  id uuid not null,
  minute_at int8 not null check (minute_at % 60000 = 0),
  currency text collate "C" not null check (currency in ('EUR', 'USD')),
  equity int8 not null,
  used amount not null,
  -- The used margin of what earlier close-outs do not close already.
  used_open amount not null check (used_open <= used),
  financed amount not null,
  rate_e6 int8 check (rate_e6 > 0),
  rate_at int8,
  -- The customer's last entry before its orders: what the account was.
  version int8 not null check (version >= 0),
  made_at int8 not null,
  primary key (customer, id),
  unique (customer, minute_at),
  constraint a_rate_has_its_instant check ((rate_e6 is null) = (rate_at is null)),
  constraint half_the_margin_is_lost check (equity * 2 <= used_open and used_open > 0)
);
grant select, insert on close_outs to :server;

-- The quote event of each holding on which the account was judged; none for a listing without one.
create table close_out_quotes (
  customer uuid not null,
  close_out uuid not null,
  listing text collate "C" not null,
  quote_at int8,
  last_e4 price_e4,
  primary key (customer, close_out, listing),
  foreign key (customer, close_out) references close_outs (customer, id),
  constraint a_price_has_its_event check ((quote_at is null) = (last_e4 is null))
);
grant select, insert on close_out_quotes to :server;

-- Each open lot as it was, the shares that earlier close-outs were closing, and the order that closes more of it.
create table close_out_lots (
  customer uuid not null,
  close_out uuid not null,
  lot uuid not null,
  listing text collate "C" not null,
  opened_at int8 not null,
  shares_left share_count not null,
  cost_left amount not null,
  financed_left amount not null,
  shares_closing amount not null check (shares_closing <= shares_left),
  order_id uuid,
  shares_closed amount not null check (shares_closed <= shares_left - shares_closing),
  primary key (customer, close_out, lot),
  foreign key (customer, close_out, listing) references close_out_quotes (customer, close_out, listing),
  constraint an_order_closes_shares check ((order_id is null) = (shares_closed = 0))
);
create unique index close_out_orders on close_out_lots (customer, order_id) where order_id is not null;
grant select, insert on close_out_lots to :server;

-- A debt that financing left: cash of the other currency that was converted to pay it, or what the house forgave of it.
create table settlements (
  customer uuid not null,
  id uuid not null,
  kind text collate "C" not null check (kind in ('converted', 'forgiven')),
  asset text collate "C" not null check (asset in ('EUR', 'USD')),
  units int8 not null check (units > 0),
  -- Of a conversion: the price and the markup in the other currency.
  paid int8 check (paid > 0),
  markup int8 check (markup >= 0),
  rate_e6 int8 check (rate_e6 > 0),
  rate_at int8,
  posting entry_number not null,
  made_at int8 not null,
  primary key (customer, id),
  constraint a_conversion_has_its_price check (
    (kind = 'converted') = (paid is not null) and (kind = 'converted') = (markup is not null)
    and (kind = 'converted') = (rate_e6 is not null) and (kind = 'converted') = (rate_at is not null)
  )
);
grant select, insert on settlements to :server;
