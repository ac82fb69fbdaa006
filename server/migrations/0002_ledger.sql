-- Instants are whole milliseconds since 1970 in columns that end in _at; amounts are whole units: cents, or shares.

-- One row a customer, made at sign-up: every write for or about a customer locks it first, and locks nothing else.
create table customers_lock (
  customer uuid primary key,
  opened_at int8 not null
);

-- What a customer has of one asset: what the entries below add up to, kept so that it need not be added up each time.
create table balances (
  customer uuid not null references customers_lock,
  asset text collate "C" not null check (asset ~ '^(EUR|USD|[A-Z]{4}:[A-Z0-9.]{1,12})$'),
  free int8 not null check (free >= 0),
  held int8 not null check (held >= 0),
  version int8 not null check (version > 0),
  primary key (customer, asset)
) with (fillfactor = 70);

-- Every change of a balance, one a version, with what was there before and after. Nobody alters or removes one.
create table entries (
  customer uuid not null,
  asset text collate "C" not null,
  version int8 not null check (version > 0),
  posting uuid not null,
  kind text collate "C" not null check (
    kind in ('deposit', 'withdrawal', 'buy', 'sell', 'fee', 'conversion', 'hold', 'release', 'interest', 'dividend', 'loan', 'option', 'grant')
  ),
  -- Where the amount comes from or goes to: an account of the house, or, for a hold, the other column of the same balance.
  counter text collate "C" not null check (counter in ('hold', 'market', 'fees', 'conversion', 'markup', 'grants')),
  free_before int8 not null check (free_before >= 0),
  free_after int8 not null check (free_after >= 0),
  held_before int8 not null check (held_before >= 0),
  held_after int8 not null check (held_after >= 0),
  -- The order, deposit … that caused it.
  cause uuid,
  made_at int8 not null,
  primary key (customer, asset, version),
  constraint something_moves check (free_before <> free_after or held_before <> held_after),
  constraint a_hold_stays_the_customers check (
    (counter = 'hold' and kind in ('hold', 'release') and free_before + held_before = free_after + held_after)
    or (counter <> 'hold' and kind not in ('hold', 'release') and (free_before = free_after or held_before = held_after))
  ),
  constraint the_first_begins_at_nothing check (version > 1 or (free_before = 0 and held_before = 0))
);
-- Postings have ids that sort by time: this finds one, and gives the fund flow its order.
create index entries_by_posting on entries (customer, posting);

-- The house's side: one row a batch, account and asset, without a running balance, so that no row is everybody's.
create table house_entries (
  batch uuid not null,
  account text collate "C" not null check (account in ('market', 'fees', 'conversion', 'markup', 'grants')),
  asset text collate "C" not null,
  units int8 not null check (units <> 0),
  made_at int8 not null,
  primary key (batch, account, asset)
);
create index house_entries_by_time on house_entries (made_at);

-- The house's side added up, a row a finished day (UTC), account and asset: what is asked for need not be added up again.
create table house_days (
  day_at int8 not null check (day_at % 86400000 = 0),
  account text collate "C" not null,
  asset text collate "C" not null,
  units int8 not null,
  lines int8 not null check (lines >= 0),
  primary key (day_at, account, asset)
);

grant select, insert, update on customers_lock, balances to :server;
grant select, insert on entries, house_entries, house_days to :server;
