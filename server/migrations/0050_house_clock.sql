-- What the house remembers of its clock, in one row. Instants are milliseconds since 1970.
create table house_clock (
  "only" boolean primary key default true check ("only"),
  -- The latest instant at which a server ran and its clocks agreed.
  ran_at int8 not null,
  -- Since when and why no seed is revealed; null while seeds are revealed as their days end.
  held_at int8,
  held_cause text collate "C" check (held_cause in ('clock_jumped', 'house_away')),
  -- The elapsed time since then, of the server that ran longest.
  waited_ms int8 not null default 0 check (waited_ms >= 0),
  -- The last day whose seed was public before the day was over: nothing is traded up to it.
  public_through text collate "C" check (public_through ~ '^\d{4}-\d\d-\d\d$'),
  constraint a_hold_has_its_cause check ((held_at is null) = (held_cause is null))
);
grant select, insert, update (ran_at, held_at, held_cause, waited_ms, public_through) on house_clock to :server;
