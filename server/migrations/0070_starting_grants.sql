-- The starting grants that the house has given since this release: each amount, and since when. A server adds its own when it opens.
create table starting_grants (
  asset text collate "C" not null check (asset in ('EUR', 'USD')),
  units int8 not null check (units > 0),
  since int8 not null,
  primary key (asset, units)
);
grant select, insert on starting_grants to :server;

-- The starting grants of earlier releases, which have no record of their amount: those that were there when this release began. The server
-- cannot add to them.
create table past_grants (
  customer uuid not null,
  number int8 not null,
  primary key (customer, number)
);
insert into past_grants (customer, number)
  select customer, version from entries
  where kind = 'grant' and counter = 'grants' and free_moved > 0
    and (cause_kind = 'hand_back' or (cause_kind = 'grant' and cause is null));
grant select on past_grants to :server;
