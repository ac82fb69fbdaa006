-- What a customer's cash entries have moved, added up a thousand entries at a time (those up to and with version `through`), by kind
-- and account: what is asked for need not be added up again. Entries never change, so neither does a row of this.
create table entry_sums (
  customer uuid not null,
  through int8 not null check (through > 0 and through % 1000 = 0),
  asset text collate "C" not null,
  kind text collate "C" not null,
  counter text collate "C" not null,
  came int8 not null,
  went int8 not null,
  primary key (customer, through, asset, kind, counter)
);

grant select, insert on entry_sums to :server;
