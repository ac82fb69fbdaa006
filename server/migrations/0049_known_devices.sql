-- Devices on which a customer or a seat signed in before. A device keeps a random mark, and only its SHA-256 is stored. The mark
-- gives one right: wrong passwords from this device are counted apart from those of all others. Instants are milliseconds since 1970.
create table known_devices (
  -- A customer, or a seat.
  customer uuid not null references customers_lock,
  id uuid not null,
  mark_hash bytea not null check (octet_length(mark_hash) = 32),
  known_at int8 not null,
  used_at int8 not null check (used_at >= known_at),
  primary key (customer, id),
  unique (customer, mark_hash)
);
grant select, insert, delete on known_devices to :server;
grant update (used_at) on known_devices to :server;

-- The known device that a session was opened on; null if the device keeps no mark. A forgotten device leaves its id here.
alter table sessions add column known_device uuid;
alter table seat_sessions add column known_device uuid;
