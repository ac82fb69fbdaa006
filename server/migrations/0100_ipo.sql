-- Offers of shares before they trade. The terms are the published text, whose hash froze them: every figure of an offer is read from
-- that text, and nothing here can be changed. The dates stand beside it so that they can be searched.
create table ipo_offers (
  id uuid primary key,
  terms text not null,
  terms_hash bytea not null unique,
  opens_at int8 not null,
  closes_at int8 not null check (closes_at > opens_at),
  draws_at int8 not null check (draws_at > closes_at),
  lists_at int8 not null check (lists_at > draws_at),
  published_at int8 not null check (published_at < opens_at),
  -- The house withdrew the offer in public, with everything released.
  cancelled_at int8 check (cancelled_at >= published_at),
  constraint terms_are_those_of_their_hash check (terms_hash = sha256(convert_to(terms, 'UTF8')))
);
create index ipo_offers_by_opening on ipo_offers (opens_at, id);
grant select, insert on ipo_offers to :server;
grant update (cancelled_at) on ipo_offers to :server;

-- Applications of customers: one that runs for each customer and offer. A ticket is the running number of the house, so that giving one
-- locks nothing; the tickets of a list are in the order in which they were given.
create table ipo_applications (
  customer uuid not null references customers_lock,
  id uuid not null,
  offer uuid not null references ipo_offers,
  ticket int8 not null generated always as identity,
  lots int8 not null check (lots between 1 and 1000),
  held int8 not null check (held > 0),
  made_at int8 not null,
  changed_at int8 check (changed_at >= made_at),
  withdrawn_at int8 check (withdrawn_at >= made_at),
  primary key (customer, id),
  unique (offer, ticket)
);
create unique index ipo_applications_running on ipo_applications (customer, offer) where withdrawn_at is null;
grant select, insert on ipo_applications to :server;
grant update (lots, held, changed_at, withdrawn_at) on ipo_applications to :server;

-- After the last instant of the deadline the list stays as it is, whoever asks; before the first there is none.
create function application_in_time() returns trigger language plpgsql as $$
declare
  dates record;
  changed int8 := greatest(new.made_at, new.changed_at, new.withdrawn_at);
begin
  select opens_at, closes_at, cancelled_at into strict dates from ipo_offers where id = new.offer;
  if changed not between dates.opens_at and dates.closes_at or dates.cancelled_at is not null then
    raise exception 'the offer takes no application at %', changed using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' and old.withdrawn_at is not null then
    raise exception 'a withdrawn application stays as it is' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger an_application_is_in_time before insert or update on ipo_applications for each row
  execute function application_in_time();
