-- Who has an account, who is signed in, and what keeps the door: attempts counted, answers kept for repeats.
-- Instants are milliseconds since 1970.

create table customers (
  id uuid primary key,
  phone text not null unique check (phone ~ '^[0-9]{7,11}$'),
  display_name text check (char_length(display_name) between 1 and 60),
  language text not null check (language in ('tur', 'cn', 'tw', 'en', 'fr')),
  display_currency text not null default 'EUR' check (display_currency in ('EUR', 'USD')),
  text_size integer not null default 100 check (text_size in (100, 125, 150, 200)),
  kyc text not null default 'none' check (kyc in ('none', 'submitted', 'in_review', 'passed', 'refused')),
  login_hash text not null check (login_hash like '$argon2id$%'),
  trading_hash text check (trading_hash like '$argon2id$%'),
  joined_at bigint not null,
  -- The key and the body that opened the account: a repeat of the same sign-up finds itself by them.
  opened_key uuid not null,
  opened_body bytea not null check (octet_length(opened_body) = 32)
);
grant select, insert, update on customers to :server;

-- A token is the customer's id and a secret; only the secret's SHA-256 is kept. A session is live while ends_at lies ahead.
create table sessions (
  customer uuid not null references customers (id),
  id uuid not null,
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  device text not null check (char_length(device) <= 80),
  started_at bigint not null,
  seen_at bigint not null check (seen_at >= started_at),
  ends_at bigint not null,
  primary key (customer, id),
  unique (customer, secret_hash)
);
grant select, insert, update on sessions to :server;

-- A code that opens an account, so often and so long as it says. Each use is a row of its own: the last one cannot be used twice.
create table invitations (
  code text primary key check (code ~ '^[A-Z0-9]{4,40}$'),
  uses integer not null check (uses between 1 and 100000),
  made_at bigint not null,
  ends_at bigint not null check (ends_at > made_at)
);
grant select, insert on invitations to :server;

create table invitation_uses (
  code text not null references invitations (code),
  n integer not null check (n >= 1),
  customer uuid not null,
  used_at bigint not null,
  primary key (code, n)
);
grant select, insert on invitation_uses to :server;

-- Tries at something that is throttled, counted by window. Whose they are is kept as a keyed hash.
create table attempts (
  kind text not null,
  who bytea not null check (octet_length(who) = 32),
  began_at bigint not null,
  tries integer not null check (tries >= 0),
  primary key (kind, who, began_at)
);
create index attempts_by_age on attempts (began_at);
grant select, insert, update, delete on attempts to :server;

-- The first answer to each accepted write, for the customer who repeats it. The body is known by a keyed hash alone.
create table kept_answers (
  customer uuid not null,
  key uuid not null,
  call text not null,
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  answer json not null,
  kept_at bigint not null,
  primary key (customer, key)
);
create index kept_answers_by_age on kept_answers (kept_at);
grant select, insert, delete on kept_answers to :server;
