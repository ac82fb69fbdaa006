-- Extended public keys, from which addresses follow: the operator's, or the one that a practice house made for itself. None can spend.
create table deposit_keys (
  name text collate "C" primary key check (name ~ '^[0-9a-f]{16}$'),
  xpub text collate "C" not null check (xpub ~ '^[xztv]pub[1-9A-HJ-NP-Za-km-z]{107}$'),
  origin text collate "C" not null check (origin in ('practice', 'operator')),
  made_at int8 not null
);
create unique index deposit_keys_of_practice on deposit_keys (origin) where origin = 'practice';
grant select, insert on deposit_keys to :server;

-- Which address of a key is a customer's: the one with this number, for ever.
create table deposit_accounts (
  customer uuid not null references customers_lock,
  key text collate "C" not null references deposit_keys (name),
  number int4 not null check (number >= 0),
  given_at int8 not null,
  primary key (customer, key),
  unique (key, number)
);
grant select, insert on deposit_accounts to :server;

-- What a customer says was paid in. It never changes; where it stands says its review, which has its id.
create table deposits (
  id uuid primary key,
  customer uuid not null references customers_lock,
  way text collate "C" not null check (way in ('crypto', 'online')),
  asset text collate "C" not null check (asset in ('EUR', 'USD')),
  units int8 not null check (units > 0),
  -- At the rate of that moment, for limits; one for one where there was none.
  eur_cents int8 not null check (eur_cents >= 0),
  currency text collate "C" check (currency ~ '^[A-Z]{3,5}$'),
  chain text collate "C" check (chain ~ '^[a-z]{3,20}$'),
  -- Hundred-millionths of the coin.
  coin_e8 int8 check (coin_e8 > 0),
  address text collate "C" check (length(address) between 20 and 100),
  hash text collate "C" check (hash ~ '^(0x)?[0-9a-f]{64}$'),
  -- What the cash was computed with: dollars a coin by the published table of this version, and USD for one EUR by the market.
  coin_rate_e6 int8 check (coin_rate_e6 > 0),
  rates_version int4 check (rates_version > 0),
  eur_rate_e6 int8 check (eur_rate_e6 > 0),
  rate_at int8,
  rate_source text collate "C",
  made_at int8 not null,
  constraint coins_or_none check (
    num_nonnulls(currency, chain, coin_e8, address, hash, coin_rate_e6, rates_version) = case way when 'crypto' then 7 else 0 end
  ),
  constraint a_rate_has_its_time check (
    (eur_rate_e6 is null) = (rate_at is null) and (eur_rate_e6 is null) = (rate_source is null)
  )
);
create index deposits_of_a_customer on deposits (customer, made_at, id);
create index deposits_by_hash on deposits (chain, hash) where hash is not null;
grant select, insert on deposits to :server;
-- Nobody changes it; the right is what lets a write lock the row.
grant update (made_at) on deposits to :server;

-- A deposit that was credited, once; of a transaction on a chain one alone, whosever it was.
create table deposit_credits (
  deposit uuid primary key references deposits (id),
  customer uuid not null,
  chain text collate "C",
  hash text collate "C",
  posting int8 not null check (posting > 0),
  credited_at int8 not null,
  constraint a_hash_is_of_a_chain check ((chain is null) = (hash is null)),
  unique (chain, hash)
);
grant select, insert on deposit_credits to :server;
