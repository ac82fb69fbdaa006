-- The filters of queues that a seat saved under names. Each is the seat's own.
create table seat_filters (
  seat uuid not null references seats (id),
  id uuid not null,
  -- The kind of review whose queue it narrows.
  kind text collate "C" not null check (kind ~ '^[a-z]{1,20}$'),
  name text not null check (char_length(name) between 1 and 40),
  -- The fields of the queue's address: `whose=mine&late=yes`.
  query text collate "C" not null check (query ~ '^[a-z]+=[a-z0-9]+(&[a-z]+=[a-z0-9]+)*$' and char_length(query) <= 300),
  made_at int8 not null,
  primary key (seat, id)
);
grant select, insert, delete on seat_filters to :server;
