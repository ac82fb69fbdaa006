-- Lots that nobody can sell for a time: a cause holds their shares, and sells of the oldest lots leave them. Without a row a lot is free.
create table lot_locks (
  customer uuid not null references customers_lock,
  lot uuid not null,
  cause_kind cause_kind not null,
  cause uuid not null,
  -- The source's clock.
  until_at int8 not null,
  primary key (customer, lot)
);
grant select, insert, delete on lot_locks to :server;
