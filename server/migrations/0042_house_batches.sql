-- The house's side of a batch is one row: its lines are beside each other in arrays, as they are written together and never change.
create domain house_accounts as text[] collate "C"
  check (value <@ '{market,fees,conversion,markup,grants,deposits,withdrawals}' and cardinality(value) > 0);

alter table house_entries rename to house_entries_apart;

create table house_batches (
  batch uuid not null,
  accounts house_accounts not null,
  assets text[] collate "C" not null,
  units int8[] not null,
  made_at int8 not null,
  primary key (batch),
  constraint a_line_has_all_three check (cardinality(assets) = cardinality(accounts) and cardinality(units) = cardinality(accounts)),
  constraint a_line_moves_something check (0 <> all (units))
);
insert into house_batches (batch, accounts, assets, units, made_at)
  select batch, array_agg(account order by account, asset), array_agg(asset order by account, asset),
    array_agg(units order by account, asset), min(made_at)
  from house_entries_apart group by batch;
drop table house_entries_apart;

create index house_batches_by_time on house_batches (made_at);
-- Few batches touch an account that is not one of trading.
create index house_batches_of_a_rare_account on house_batches (made_at) where not accounts <@ '{market,fees,conversion,markup}';
grant select, insert on house_batches to :server;

-- The lines of batches one by one.
create view house_entries as
select b.batch, line.account, line.asset, line.units, b.made_at
from house_batches b cross join lateral unnest(b.accounts, b.assets, b.units) as line (account, asset, units);
grant select on house_entries to :server;
