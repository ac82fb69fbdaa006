-- Threads with customer service, and what was said in them. A customer has one open thread at most; who writes after it was closed
-- opens another one.
create table support_threads (
  customer uuid not null,
  id uuid not null,
  opened_at int8 not null,
  -- Since when the customer waits for an answer; null while nobody waits.
  waiting_since int8,
  last_at int8 not null,
  -- The number of the last message of the other side that each side has read.
  customer_read int8 not null default 0,
  staff_read int8 not null default 0,
  -- The seat that looked at it last, and when that view was written down.
  viewed_by uuid,
  viewed_at int8,
  closed_at int8,
  closed_by int4,
  rating int2 check (rating between 1 and 5),
  primary key (customer, id),
  check ((closed_at is null) = (closed_by is null)),
  check (closed_at is null or waiting_since is null),
  check (rating is null or closed_at is not null)
);
create unique index support_threads_open on support_threads (customer) where closed_at is null;
create index support_threads_queue on support_threads ((coalesce(waiting_since, 9007199254740991)), customer)
  where closed_at is null;
create index support_threads_closed on support_threads (closed_at, id) where closed_at is not null;
grant select, insert on support_threads to :server;
grant update (waiting_since, last_at, customer_read, staff_read, viewed_by, viewed_at, closed_at, closed_by, rating)
  on support_threads to :server;

-- What was said: never changed, and counted from 1 for each customer.
create table support_messages (
  customer uuid not null,
  n int8 not null check (n > 0),
  id uuid not null,
  thread uuid not null,
  -- The number of the seat that wrote it; null of the customer's own.
  seat int4,
  text text not null check (char_length(text) <= 2000),
  pictures uuid[] not null default '{}',
  -- Of an answer that somebody waited for: how long.
  waited_ms int8 check (waited_ms >= 0),
  at int8 not null,
  primary key (customer, n),
  unique (customer, id),
  foreign key (customer, thread) references support_threads (customer, id),
  check (seat is not null or waited_ms is null)
);
create index support_messages_waits on support_messages (at) where waited_ms is not null;
grant select, insert on support_messages to :server;
