-- The steps of a draw before its order: each is one row that is written once and never changed. So an offer is drawn once on however many
-- servers, and a draw that was killed goes on with the first step that is missing.

-- An offer whose customers' list is frozen: from then on no application is made, changed or withdrawn.
create table ipo_freezes (
  offer uuid primary key references ipo_offers,
  frozen_at int8 not null
);
grant select, insert on ipo_freezes to :server;

-- The root of the frozen list.
create table ipo_lists (
  offer uuid primary key references ipo_freezes,
  applications int8 not null check (applications >= 0),
  root bytea not null check (octet_length(root) = 32),
  made_at int8 not null
);
grant select, insert on ipo_lists to :server;

-- The whole list with the crowd, which follows from the seed of the deadline's day. Without a crowd there is no seed.
create table ipo_roots (
  offer uuid primary key references ipo_lists,
  crowd_seed bytea check (octet_length(crowd_seed) = 32),
  applications int8 not null check (applications >= 0),
  root bytea not null check (octet_length(root) = 32),
  made_at int8 not null
);
grant select, insert on ipo_roots to :server;

-- An instant at which that root was public: it is read once the root's row is there for everybody.
create table ipo_publications (
  offer uuid primary key references ipo_roots,
  published_at int8 not null
);
grant select, insert on ipo_publications to :server;

-- The beacon that counts: a signed round, or the seed of a day.
create table ipo_beacons (
  offer uuid primary key references ipo_publications,
  round int8 check (round > 0),
  signature bytea check (octet_length(signature) = 48),
  day trading_day,
  seed bytea check (octet_length(seed) = 32),
  taken_at int8 not null,
  constraint a_beacon_is_a_round_or_a_day check (num_nonnulls(round, signature) in (0, 2) and num_nonnulls(day, seed) in (0, 2)
    and num_nonnulls(round, day) = 1)
);
grant select, insert on ipo_beacons to :server;

-- The offer's row is locked by whoever freezes its list, so an application is either on the list or comes after it, and is refused.
create or replace function application_in_time() returns trigger language plpgsql as $$
declare
  dates record;
  changed int8 := greatest(new.made_at, new.changed_at, new.withdrawn_at);
begin
  select opens_at, closes_at, cancelled_at into strict dates from ipo_offers where id = new.offer for share;
  if changed not between dates.opens_at and dates.closes_at or dates.cancelled_at is not null then
    raise exception 'the offer takes no application at %', changed using errcode = '23514';
  end if;
  if exists (select from ipo_freezes where offer = new.offer) then
    raise exception 'the list of the offer is frozen' using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' and old.withdrawn_at is not null then
    raise exception 'a withdrawn application stays as it is' using errcode = '23514';
  end if;
  return new;
end
$$;

-- Once the whole root is there the draw is only a matter of time: nobody takes an offer back whose beacon might be known.
create function offer_goes_on() returns trigger language plpgsql as $$
begin
  if new.cancelled_at is not null and exists (select from ipo_roots where offer = new.id) then
    raise exception 'an offer with the root of its list goes to its draw' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger an_offer_goes_on before update on ipo_offers for each row execute function offer_goes_on();
