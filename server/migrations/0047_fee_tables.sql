-- The fee tables of this house: when each was announced, and from which instant on orders are placed under it. A row never changes. A
-- house that opened before there were several has version 1 from its opening; its first start after this writes the day of the next.
create domain fee_table as int4 check (value = any ('{1,2}'));
create table fee_tables (
  version fee_table primary key,
  announced_at int8 not null,
  from_at int8 not null check (from_at >= announced_at)
);
insert into fee_tables (version, announced_at, from_at) select 1, opened_at, opened_at from house_opening;
grant select, insert on fee_tables to :server;

-- An order keeps the fee table that it was placed under, and with it the rule by which its fills are rounded.
alter table orders add column fee_table fee_table not null default 1;
alter table orders alter column fee_table drop default;
