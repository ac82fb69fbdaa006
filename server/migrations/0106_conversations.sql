-- A seat holds a conversation for a time after its last act on it, and nobody else answers in it meanwhile.
alter table support_threads add column held_by int4, add column held_at int8,
  add constraint a_holder_holds_since check ((held_by is null) = (held_at is null));
grant update (held_by, held_at) on support_threads to :server;

-- Notes of staff on a customer, for their colleagues. They never change, and the customer's archive has them.
create table customer_notes (
  customer uuid not null,
  id uuid not null,
  -- The number of the seat that wrote it.
  seat int4 not null check (seat > 0),
  text text not null check (char_length(text) between 1 and 2000),
  made_at int8 not null,
  primary key (customer, id)
);
create index customer_notes_by_time on customer_notes (customer, made_at);
grant select, insert on customer_notes to :server;
