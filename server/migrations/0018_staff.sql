-- Staff: seats, the links by which they are claimed, their sessions; and the audit log, a chain of hashes for each customer and seat.

-- A seat is somebody's place at the house's console. It has a row in customers_lock too, so that whoever writes as a seat, or about
-- one, takes turns by it.
create table seats (
  id uuid primary key references customers_lock,
  -- What customers are told: counted from 1, never used again.
  number int4 not null unique check (number > 0),
  name text not null check (name = btrim(name) and char_length(name) between 1 and 40),
  roles text[] not null check (
    cardinality(roles) > 0 and roles <@ array['support', 'reviewer', 'treasurer', 'operations', 'admin']
  ),
  -- The person's own account as a customer, which they never decide.
  customer uuid references customers (id),
  password_hash text not null check (password_hash like '$argon2id$%'),
  -- The secret of the one-time codes, sealed with a key outside the database.
  sealed_code bytea not null,
  -- The step of the last code that was taken: each is taken once, and none before it.
  code_step int8 not null,
  claimed_at int8 not null,
  ended_at int8
);
-- A person signs in by the name, however it is written.
create unique index seats_by_name on seats (lower(name)) where ended_at is null;
grant select, insert on seats to :server;
grant update (roles, customer, password_hash, sealed_code, code_step, ended_at) on seats to :server;

-- A one-time link claims a seat. Only the SHA-256 of its secret is kept.
create table seat_links (
  id uuid primary key,
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
  roles text[] not null check (
    cardinality(roles) > 0 and roles <@ array['support', 'reviewer', 'treasurer', 'operations', 'admin']
  ),
  -- Null for one made at the command line or by the first start.
  made_by uuid references seats (id),
  made_at int8 not null,
  ends_at int8 not null check (ends_at > made_at),
  revoked_at int8
);
grant select, insert on seat_links to :server;
grant update (revoked_at) on seat_links to :server;

-- The seat that a link became: at most one.
create table seat_claims (
  link uuid primary key references seat_links (id),
  seat uuid not null unique references seats (id),
  claimed_at int8 not null
);
grant select, insert on seat_claims to :server;

create table seat_sessions (
  seat uuid not null references seats (id),
  id uuid not null,
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  device text not null check (char_length(device) <= 80),
  started_at int8 not null,
  seen_at int8 not null check (seen_at >= started_at),
  ends_at int8 not null,
  primary key (seat, id),
  unique (seat, secret_hash)
);
grant select, insert on seat_sessions to :server;
grant update (seen_at, ends_at) on seat_sessions to :server;

-- What was done or seen, once for each chain that it belongs to: the customer's, the seat's. Each row has the hash of the one before
-- it and of its own content. The server's role adds rows, and can neither change nor remove one.
create table audit_rows (
  chain uuid not null,
  n int8 not null check (n > 0),
  id uuid not null,
  act text collate "C" not null check (act ~ '^[a-z][a-z0-9_]{1,40}$'),
  customer uuid,
  seat uuid,
  -- What customers are told of who did it: never a name.
  seat_number int4,
  role text collate "C",
  about_kind text collate "C" check (about_kind ~ '^[a-z][a-z0-9_]{1,40}$'),
  about_id uuid,
  -- Canonical JSON of codes, ids and amounts, as it was hashed.
  detail text not null check (json_typeof(detail::json) = 'object'),
  made_at int8 not null,
  previous bytea not null check (octet_length(previous) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (chain, n),
  constraint a_chain_is_the_customers_or_the_seats check (coalesce(chain = customer, false) or coalesce(chain = seat, false)),
  constraint a_seat_has_a_number_and_acts_in_a_role check ((seat is null) = (seat_number is null) and (seat is null) = (role is null)),
  constraint what_it_is_about_has_a_kind check ((about_kind is null) = (about_id is null))
);
create index audit_rows_by_time on audit_rows (id, chain);
create index audit_rows_by_act on audit_rows (act, id);
grant select, insert on audit_rows to :server;

-- The last row of each chain, kept beside it.
create table audit_heads (
  chain uuid primary key,
  n int8 not null check (n > 0),
  hash bytea not null check (octet_length(hash) = 32)
);
grant select, insert on audit_heads to :server;
grant update (n, hash) on audit_heads to :server;

-- Heads signed every hour with a key outside the database; the same lines stand in a file of the data folder.
create table audit_rounds (
  n int8 primary key check (n > 0),
  made_at int8 not null,
  line text not null
);
grant select, insert on audit_rounds to :server;

-- An account that staff hold back, with the reason, by whom and until when: at most one at a time.
create table restrictions (
  customer uuid not null references customers (id),
  id uuid not null,
  reason text collate "C" not null check (reason in ('checking_identity', 'reported_stolen', 'unusual_activity', 'court_order', 'asked_by_customer')),
  seat uuid not null references seats (id),
  role text collate "C" not null,
  made_at int8 not null,
  until_at int8 not null check (until_at > made_at),
  lifted_at int8,
  primary key (customer, id)
);
create unique index restrictions_in_force on restrictions (customer) where lifted_at is null;
grant select, insert on restrictions to :server;
grant update (lifted_at) on restrictions to :server;

-- Messages of the house to one customer or to all, in the languages given.
create table house_messages (
  id uuid primary key,
  seat uuid not null references seats (id),
  -- Null for everybody.
  customer uuid references customers (id),
  texts jsonb not null,
  made_at int8 not null
);
grant select, insert on house_messages to :server;

-- Customers are found by the end of their phone number and by the beginning of their name.
create index customers_by_phone_end on customers (reverse(phone) text_pattern_ops);
create index customers_by_name on customers (lower(display_name) text_pattern_ops);
