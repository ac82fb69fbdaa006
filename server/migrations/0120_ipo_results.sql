-- The results of a draw. They follow from its steps, so servers that draw at once write the same, and a row that is there stays.

-- The place and the lots of each customer's application: from the ballot of one lot, pro rata, and from what rounding left.
create table ipo_results (
  customer uuid not null,
  application uuid not null,
  offer uuid not null references ipo_beacons,
  place int8 not null check (place > 0),
  ballot int8 not null check (ballot in (0, 1)),
  pro_rata int8 not null check (pro_rata >= 0),
  by_place int8 not null check (by_place in (0, 1)),
  primary key (customer, application),
  foreign key (customer, application) references ipo_applications,
  constraint a_result_without_a_ballot_is_nothing check (ballot = 1 or pro_rata + by_place = 0)
);
create unique index ipo_results_by_place on ipo_results (offer, place);
grant select, insert on ipo_results to :server;

-- A drawn offer: all of its results are there, and its published file, compressed. Lots that nobody asked for stay unsold.
create table ipo_draws (
  offer uuid primary key references ipo_beacons,
  file bytea not null,
  drawn_at int8 not null
);
grant select, insert on ipo_draws to :server;
