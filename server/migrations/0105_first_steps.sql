-- What a customer's home knows of the first steps beside orders and alerts: the share that was looked at first, and whether the steps
-- were put away. No row: neither.
create table first_steps (
  customer uuid primary key,
  listing text collate "C" check (listing ~ '^[A-Z]{4}:[A-Z0-9.]{1,12}$'),
  looked_at int8,
  put_away_at int8,
  constraint a_look_is_at_a_share check ((listing is null) = (looked_at is null))
);
grant select, insert on first_steps to :server;
grant update (listing, looked_at, put_away_at) on first_steps to :server;
