-- What a customer watches, in an order of their own: lower places first, new ones last.
create table watches (
  customer uuid not null,
  listing text collate "C" not null check (listing ~ '^[A-Z]{4}:[A-Z0-9.]{1,12}$'),
  place int8 not null,
  added_at int8 not null,
  primary key (customer, listing)
);
grant select, insert, update, delete on watches to :server;
