-- What was fixed when the house opened, and the seeds of its days. None of it is ever changed or taken away.
-- Instants are milliseconds since 1970; seeds, ends and secrets are 32 bytes.

create table house_opening (
  "only" boolean primary key default true check ("only"),
  opened_at int8 not null,
  source text not null check (source in ('practice', 'replay')),
  hours text not null check (hours in ('always', 'exchange')),
  -- Of the practice market: the version of its function, the public seed of the days before the opening, its first day.
  function_version int4,
  history_seed bytea check (octet_length(history_seed) = 32),
  opening_day text check (opening_day ~ '^\d{4}-\d\d-\d\d$'),
  -- Of a replay: its files with their SHA-256, where its clock began, how many of its seconds pass in one.
  replay_files text,
  replay_start_at int8,
  replay_speed int4 check (replay_speed > 0),
  check ((source = 'practice') = (num_nulls(function_version, history_seed, opening_day) = 0)),
  check ((source = 'replay') = (num_nulls(replay_files, replay_start_at, replay_speed) = 0))
);

-- A chain of day seeds: its end is published before its first day; its secret is sealed with a key that is not in the database.
create table seed_chains (
  first_day text primary key check (first_day ~ '^\d{4}-\d\d-\d\d$'),
  links int4 not null check (links > 0),
  end_hash bytea not null check (octet_length(end_hash) = 32),
  sealed_secret bytea not null,
  published_at int8 not null
);

-- The seeds of days that are over in every venue.
create table revealed_seeds (
  day text primary key check (day ~ '^\d{4}-\d\d-\d\d$'),
  seed bytea not null check (octet_length(seed) = 32),
  revealed_at int8 not null
);

grant select, insert on house_opening, seed_chains, revealed_seeds to :server;

-- What is popular is counted over the last day: a brin costs an order nothing, and finds a day's orders.
create index orders_by_time on orders using brin (placed_at);
