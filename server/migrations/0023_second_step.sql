-- How a customer proves who they are beyond a password, what lets one in who has lost it, and accounts that were closed.

-- The secret of one-time codes, sealed with a key outside the database. One a customer; a row that ended is no second step.
create table second_steps (
  customer uuid primary key references customers (id),
  sealed_code bytea not null,
  -- The step of the last code that was taken: each is taken once, and none before it.
  code_step int8 not null,
  set_at int8 not null,
  ended_at int8 check (ended_at >= set_at)
);
grant select, insert on second_steps to :server;
grant update (sealed_code, code_step, set_at, ended_at) on second_steps to :server;

-- Ten codes for whoever lost the phone: 80 random bits each, so a SHA-256 is enough. `set_at` tells a new ten from those before.
create table recovery_codes (
  customer uuid not null references customers (id),
  set_at int8 not null,
  n int4 not null check (n between 1 and 10),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at int8,
  primary key (customer, set_at, n)
);
grant select, insert on recovery_codes to :server;
grant update (used_at) on recovery_codes to :server;

-- One-time links by which a customer sets a new log-in password. Only the SHA-256 of a link's secret is kept. `seat_number` and
-- `role` are whose, as the customer is told; null for one made at the command line.
create table password_resets (
  id uuid primary key,
  customer uuid not null references customers (id),
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
  seat_number int4,
  role text,
  made_at int8 not null,
  ends_at int8 not null check (ends_at > made_at),
  used_at int8,
  revoked_at int8,
  constraint a_seat_has_its_role check ((seat_number is null) = (role is null))
);
create index password_resets_by_customer on password_resets (customer, made_at);
grant select, insert on password_resets to :server;
grant update (used_at, revoked_at) on password_resets to :server;

-- Until when this account's withdrawals wait, after somebody else had a hand in getting in.
alter table customers add column withdrawals_wait_until int8;
-- An account that was closed stays for its books; its phone number is free for a new one.
alter table customers add column closed_at int8;
alter table customers drop constraint customers_phone_key;
create unique index customers_by_phone on customers (phone) where closed_at is null;
grant update (withdrawals_wait_until, closed_at) on customers to :server;
