-- The offers that come by themselves, by their running number: each once, whichever server publishes it. Offer, company, dates and sizes
-- follow from the number and from a seed that was revealed before.
create table ipo_practice_offers (
  number int4 primary key check (number >= 0),
  offer uuid not null unique references ipo_offers deferrable initially deferred
);
grant select, insert on ipo_practice_offers to :server;

-- The prospectuses whose hashes the terms of offers name.
create table ipo_prospectuses (
  hash bytea primary key,
  text text not null,
  constraint a_prospectus_is_that_of_its_hash check (hash = sha256(convert_to(text, 'UTF8')))
);
grant select, insert on ipo_prospectuses to :server;
