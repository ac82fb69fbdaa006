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
  -- How often staff have looked at it.
  views int4 not null default 0,
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
grant update (used_by, sealed, sealed_key, views, remove_at, removed_at) on pictures to :server;

-- Identity checks. A submission never changes but for its end. The number is sealed like a picture; its hash (keyed) tells whether
-- another customer has shown the same one.
create table kyc_submissions (
  customer uuid not null,
  id uuid not null unique,
  first_name text not null,
  last_name text not null,
  type text collate "C" not null check (type in ('id_card', 'passport')),
  number_sealed bytea not null,
  number_key bytea not null,
  number_hash bytea not null,
  number_masked text not null,
  front uuid not null,
  back uuid check ((back is null) = (type = 'passport')),
  sample boolean not null,
  submitted_at int8 not null,
  due_at int8 not null,
  ended_at int8,
  passed boolean,
  reason text collate "C",
  -- What is to be given again after a refusal, with commas between.
  repeat_fields text collate "C" not null default '',
  primary key (customer, id),
  check ((ended_at is null) = (passed is null)),
  check ((ended_at is null) = (reason is null))
);
-- One is looked at at a time, and who has passed does not submit again.
create unique index kyc_submissions_open on kyc_submissions (customer) where ended_at is null;
create unique index kyc_submissions_passed on kyc_submissions (customer) where passed;
create index kyc_submissions_number on kyc_submissions (number_hash);
grant select, insert on kyc_submissions to :server;
grant update (ended_at, passed, reason, repeat_fields) on kyc_submissions to :server;

-- The level follows from the decision.
grant update (kyc) on customers to :server;
