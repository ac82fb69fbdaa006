-- Requests for a new log-in password, made on the customer's own device. The device keeps a secret, and its hash is here.
-- A request for a number that nobody has is a row like any other without a customer, so that answer and work are the same.
create table resets (
  id uuid primary key,
  -- The last request for a phone number is the one that counts.
  seq bigint generated always as identity,
  -- A keyed hash of the phone number.
  phone_hash bytea not null,
  customer uuid references customers (id),
  secret_hash bytea not null unique,
  -- Said to support. It identifies the request and opens nothing.
  code text collate "C" not null unique check (code ~ '^[234679ACDEFGHJKMNPQRTWXY]{8}$'),
  device text not null,
  -- The hash of the mark that the device sent; null if it sent none of this phone number.
  mark_hash bytea,
  made_at int8 not null,
  ends_at int8 not null,
  -- The customer has a notice of it and an act in the activity.
  announced_at int8,
  -- The device may set a password from then on: let through by so many people.
  opens_at int8,
  people int4 check (people between 1 and 2),
  ended_at int8,
  ended text collate "C" check (ended in ('used', 'withdrawn', 'refused', 'stopped', 'closed', 'restored')),
  constraint people_let_through check ((opens_at is null) = (people is null)),
  constraint an_end_has_its_way check ((ended_at is null) = (ended is null))
);
create index resets_by_phone on resets (phone_hash, seq);
create index resets_by_customer on resets (customer, seq);
create index resets_unannounced on resets (seq) where announced_at is null and customer is not null;
create index resets_by_end on resets (ends_at);
grant select, insert, delete on resets to :server;
grant update (announced_at, opens_at, people, ended_at, ended) on resets to :server;

alter domain review_kind drop constraint known;
alter domain review_kind add constraint known check (value in ('deposit', 'withdrawal', 'kyc', 'restriction', 'publication', 'reset'));
alter table reviews drop constraint these_kinds_are_a_customers;
alter table reviews add constraint these_kinds_are_a_customers
  check (customer is not null or kind not in ('deposit', 'withdrawal', 'kyc', 'restriction', 'reset'));

-- A restriction that the customer imposed, by saying that a reset was not theirs.
alter table restrictions add column by_customer bool not null default false;
alter table restrictions add constraint a_customers_own_is_no_seats check (not by_customer or seat is null);
