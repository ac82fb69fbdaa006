-- Several watchlists. A customer's own list is theirs from the start and has no row until it is renamed: its id is the customer's.
create table watchlists (
  customer uuid not null,
  id uuid not null,
  -- Null for the own list while it has the name that each language gives it.
  name text check (name = btrim(name) and length(name) between 1 and 30),
  made_at int8 not null,
  -- Taken away, and kept a while so that it can be had back.
  removed_at int8,
  primary key (customer, id),
  constraint the_own_list_stays check (id <> customer or removed_at is null),
  constraint a_list_has_a_name check (id = customer or name is not null)
);
grant select, insert, delete on watchlists to :server;
grant update (name, removed_at) on watchlists to :server;

-- What was watched before there were several lists is on the own one, in its order.
alter table watches add column list uuid;
update watches set list = customer;
alter table watches alter column list set not null, drop constraint watches_pkey, add primary key (customer, list, listing);
-- Only the order of a list changes.
revoke update on watches from :server;
grant update (place) on watches to :server;

-- What a customer wants to be told of a price. A level is a wish, no price: nothing is bought or sold by it.
create table alerts (
  customer uuid not null,
  id uuid not null,
  listing text collate "C" not null check (listing ~ '^[A-Z]{4}:[A-Z0-9.]{1,12}$'),
  kind text collate "C" not null check (kind in ('above', 'below', 'percent')),
  level_e4 int8 check (level_e4 > 0),
  percent_bps int4 check (percent_bps between 10 and 10000),
  repeats text collate "C" not null check (repeats in ('once', 'daily')),
  note text check (note = btrim(note) and length(note) between 1 and 140),
  made_at int8 not null,
  -- In the source's clock: only quotes newer than this are looked at. Written anew when it is changed or switched on again.
  armed_at int8 not null,
  paused boolean not null,
  -- The quote of which it told last, and that quote's trading day.
  fired_at int8,
  fired_day text collate "C" check (fired_day ~ '^\d{4}-\d\d-\d\d$'),
  -- In the server's clock: by this every node hears of what the others changed.
  changed_at int8 not null,
  removed_at int8,
  primary key (customer, id),
  constraint a_level_or_a_percentage check ((kind = 'percent') = (level_e4 is null) and (kind = 'percent') = (percent_bps is not null)),
  constraint told_on_a_day check (fired_at is null or fired_day is not null)
);
create index alerts_by_change on alerts (changed_at);
grant select, insert, delete on alerts to :server;
grant update (kind, level_e4, percent_bps, repeats, note, armed_at, paused, fired_at, fired_day, changed_at, removed_at) on alerts to :server;

-- What an alert told of: one quote, at most once.
create table alert_firings (
  customer uuid not null,
  alert uuid not null,
  quote_at int8 not null,
  last_e4 int8 not null check (last_e4 > 0),
  source text collate "C" not null,
  notice uuid not null,
  fired_at int8 not null,
  primary key (customer, alert, quote_at)
);
grant select, insert on alert_firings to :server;

-- Through which instant of the source's clock the quotes have been gone through for every alert.
create table alert_progress (
  "only" boolean primary key default true check ("only"),
  through_at int8 not null
);
grant select, insert, update on alert_progress to :server;

alter table notices drop constraint notices_code_check;
alter table notices add constraint notices_code_check check (
  code in (
    'order_filled', 'order_cancelled', 'order_expired', 'order_rejected', 'grant_received', 'password_changed', 'signed_in',
    'alert_above', 'alert_below', 'alert_percent'
  )
);
-- Read all, taken back: those that were read in one moment.
create index notices_read_together on notices (customer, read_at) where read_at is not null;
