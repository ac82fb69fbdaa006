-- Web push: the key by which push services know this house, the devices that asked for it, and what is still to be pushed.

-- One key for the life of the house; its private half is sealed with a key outside the database.
create table push_keys (
  n int4 primary key check (n = 1),
  public_key bytea not null check (octet_length(public_key) = 65),
  sealed_private bytea not null,
  made_at int8 not null
);
grant select, insert on push_keys to :server;

-- A device is a session of a customer: when that ends, nothing more is pushed to it.
create table push_devices (
  customer uuid not null,
  session uuid not null,
  endpoint text not null check (endpoint like 'http%' and char_length(endpoint) <= 1000),
  -- What messages are encrypted for: the device's public key, and what it tells the sender's messages by.
  device_key bytea not null check (octet_length(device_key) = 65),
  auth_secret bytea not null check (octet_length(auth_secret) = 16),
  asked_at int8 not null,
  -- Nothing is sent before: the push service asked for a rest, or it was enough for an hour.
  rest_until int8 not null default 0,
  -- Answers in a row that said it will never work.
  faults int4 not null default 0,
  -- How many went out since `window_at`, of one hour.
  window_at int8 not null default 0,
  pushed int4 not null default 0,
  primary key (customer, session)
);
create index push_devices_by_endpoint on push_devices (endpoint);
grant select, insert, delete on push_devices to :server;
grant update (endpoint, device_key, auth_secret, asked_at, rest_until, faults, window_at, pushed) on push_devices to :server;

-- What is to be pushed, once for each device: written with the notice, gone when it was sent or is worth nothing any more. No row
-- points at a device: whoever writes a notice waits for nobody, and a row without its device is dropped.
create table push_outbox (
  customer uuid not null,
  session uuid not null,
  notice uuid not null,
  due_at int8 not null,
  tries int4 not null default 0,
  primary key (customer, session, notice)
);
create index push_outbox_due on push_outbox (due_at);
grant select, insert, delete on push_outbox to :server;
grant update (due_at, tries) on push_outbox to :server;

-- The number of a document is kept as long as its pictures: 30 days after the decision it goes. Its masked form and its keyed hash stay.
alter table kyc_submissions alter column number_sealed drop not null;
alter table kyc_submissions alter column number_key drop not null;
alter table kyc_submissions add constraint a_number_goes_with_its_key check ((number_sealed is null) = (number_key is null));
alter table kyc_submissions add constraint a_number_stays_until_the_decision check (number_sealed is not null or ended_at is not null);
create index kyc_submissions_numbers on kyc_submissions (ended_at) where number_sealed is not null and ended_at is not null;
grant update (number_sealed, number_key) on kyc_submissions to :server;

-- What a withdrawal to a wallet becomes, and by which rates: written when it is asked for.
alter table withdrawals add column coin text collate "C";
alter table withdrawals add column coin_e8 int8 check (coin_e8 >= 0);
alter table withdrawals add column coin_rate_e6 int8 check (coin_rate_e6 > 0);
alter table withdrawals add column rates_version int4;
alter table withdrawals add constraint coins_have_their_rates check (
  (coin is null) = (coin_e8 is null) and (coin is null) = (coin_rate_e6 is null) and (coin is null) = (rates_version is null)
);
