-- Customers' own strategies: texts in versions. Instants are milliseconds since 1970.

create table own_strategies (
  customer uuid not null references customers_lock,
  -- Made by the customer's device, so unique for this customer only.
  id uuid not null,
  name text not null check (name <> ''),
  -- The newest version, the instant at which it was saved, and the bytes of its text.
  version int4 not null check (version > 0),
  saved_at int8 not null,
  bytes int4 not null check (bytes >= 0),
  -- The link that shows one version, and that version.
  link text collate "C" check (link ~ '^[A-Za-z0-9_-]{22}$'),
  shared_version int4 check (shared_version > 0 and shared_version <= version),
  primary key (customer, id),
  constraint a_link_shows_a_version check (num_nonnulls(link, shared_version) in (0, 2))
);
create unique index own_strategies_by_link on own_strategies (link) where link is not null;
grant select, insert, delete on own_strategies to :server;
grant update (name, version, saved_at, bytes, link, shared_version) on own_strategies to :server;

-- Each text as it was saved. It never changes.
create table own_versions (
  customer uuid not null,
  own uuid not null,
  version int4 not null check (version > 0),
  -- The id under which it was saved.
  id uuid not null,
  saved_at int8 not null,
  text text not null,
  primary key (customer, own, version),
  unique (customer, id),
  foreign key (customer, own) references own_strategies (customer, id) on delete cascade
);
grant select, insert on own_versions to :server;

-- A backtest of an own strategy names it; `version` is that of its text. It stays once the strategy is removed.
alter table backtests add column own uuid;
alter table backtests add constraint an_own_strategy_is_named check ((own is not null) = (strategy = 'own'));
-- The fault of an own strategy that stopped it, or kept it from beginning.
alter table backtests add column stop jsonb;
alter table backtests add constraint a_stop_is_of_an_own_strategy
  check (stop is null or (own is not null and state in ('done', 'failed')));
grant update (stop) on backtests to :server;
