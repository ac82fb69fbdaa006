-- A customer's entries are numbered over all assets, and a posting is known by the number of its first entry: one index, whose
-- newest leaf is the only one that a posting touches, finds a posting, gives the fund flow its order and keeps the numbers apart.
alter table entries rename to entries_by_asset;
alter index entries_pkey rename to entries_by_asset_pkey;

create table entries (
  customer uuid not null,
  version int8 not null check (version > 0),
  posting int8 not null check (posting between 1 and version),
  asset text collate "C" not null,
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
  primary key (customer, version),
  constraint something_moves check (free_before <> free_after or held_before <> held_after),
  constraint a_hold_stays_the_customers check (
    (counter = 'hold' and kind in ('hold', 'release') and free_before + held_before = free_after + held_after)
    or (counter <> 'hold' and kind not in ('hold', 'release') and (free_before = free_after or held_before = held_after))
  )
);

create temporary table numbers on commit drop as
  select customer, asset, version as asset_version, posting,
    row_number() over (partition by customer order by posting, asset, version) as version
  from entries_by_asset;

create temporary table postings on commit drop as
  select customer, posting, min(version) as first from numbers group by customer, posting;

insert into entries (customer, version, posting, asset, kind, counter, free_before, free_after, held_before, held_after, cause, made_at)
  select e.customer, n.version, p.first, e.asset, e.kind, e.counter, e.free_before, e.free_after, e.held_before, e.held_after, e.cause, e.made_at
  from entries_by_asset e
  join numbers n on n.customer = e.customer and n.asset = e.asset and n.asset_version = e.version
  join postings p on p.customer = e.customer and p.posting = e.posting;

update balances b set version = last.version
  from (select customer, asset, max(version) as version from entries group by customer, asset) as last
  where last.customer = b.customer and last.asset = b.asset;

alter table fills rename column posting to posting_id;
alter table fills add column posting int8 check (posting > 0);
update fills f set posting = p.first from postings p where p.customer = f.customer and p.posting = f.posting_id;
alter table fills alter column posting set not null, drop column posting_id;

drop table entries_by_asset;
grant select, insert on entries to :server;

-- Read on every change of a balance: what a pattern costs, a comparison does not.
alter table balances drop constraint balances_asset_check;
alter table balances add constraint balances_asset_check check (asset in ('EUR', 'USD') or asset like '____:%');
