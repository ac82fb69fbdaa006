-- Pictures that customers send, drawn anew by the house and sealed: each with a data key of its own, which is wrapped with a key
-- that is not in the database. One that nothing was made of goes after a day; one that belongs to a record stays until `remove_at`,
-- which is written when the record is decided. What is removed leaves its row: when it came, what for, and when it went.
create table pictures (
  customer uuid not null,
  id uuid not null,
  use text collate "C" not null check (use in ('kyc', 'deposit', 'support')),
  -- The record that it belongs to, such as a deposit.
  used_by uuid,
  sealed bytea,
  sealed_key bytea,
  width int4 not null check (width > 0),
  height int4 not null check (height > 0),
  stored_at int8 not null,
  remove_at int8,
  removed_at int8,
  primary key (customer, id),
  check ((sealed is null) = (removed_at is not null)),
  check ((sealed is null) = (sealed_key is null)),
  check (used_by is not null or remove_at is not null)
);
-- It cannot be made any smaller.
alter table pictures alter column sealed set storage external;
create index pictures_due on pictures (remove_at) where removed_at is null;
create index pictures_unused on pictures (customer) where used_by is null and removed_at is null;
create index pictures_used on pictures (customer, used_by) where used_by is not null;
grant select, insert on pictures to :server;
grant update (used_by, sealed, sealed_key, remove_at, removed_at) on pictures to :server;
