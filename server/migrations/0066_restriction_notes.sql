-- Notes of staff beside a restriction or a request for one, under its id: customers never read them.

create table restriction_notes (
  customer uuid not null references customers (id),
  id uuid not null,
  note text not null check (note = btrim(note) and char_length(note) between 1 and 500),
  primary key (customer, id)
);
grant select, insert on restriction_notes to :server;
