-- A live feed as a source: its streams are fixed when the house opens, its listings come from the exchanges' directories, and what it
-- has said of days and minutes is kept for charts. Quotes are never kept: nothing is traded on what stands here.

alter table house_opening
  drop constraint house_opening_source_check,
  add constraint house_opening_source_check check (source in ('practice', 'replay', 'alpaca')),
  -- Of a feed: its streams by their published names, `iex` or `iex euroctp`.
  add column feed_streams text,
  add constraint house_opening_feed_check check ((source = 'alpaca') = (feed_streams is not null));

-- A listing that its exchange lists no more is marked and stays: somebody may hold it.
create table listings (
  listing text primary key check (listing ~ '^(XNYS|XNAS|XASE|XMAD):[A-Z0-9.]{1,12}$'),
  name text not null check (name <> ''),
  sector text not null,
  shares_in_issue int8 not null check (shares_in_issue >= 0),
  added_at int8 not null,
  changed_at int8 not null,
  delisted_at int8
);

-- Minutes of one listing's day, packed: what a chart shows of the last days.
create table feed_days (
  listing text not null,
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  minutes bytea not null,
  saved_at int8 not null,
  primary key (listing, day)
);

-- Days of one listing, packed, the newest 400.
create table feed_years (
  listing text primary key,
  days bytea not null,
  saved_at int8 not null
);

grant select, insert, update (name, sector, shares_in_issue, changed_at, delisted_at) on listings to :server;
grant select, insert, delete, update (minutes, saved_at) on feed_days to :server;
grant select, insert, update (days, saved_at) on feed_years to :server;
