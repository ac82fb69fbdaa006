-- Offers that operations make: a draft that a seat writes, its terms that two people read, and what may happen to an offer in public.

-- The list of kinds takes one more, whichever it has by now. Rows from before need no check.
do $$
declare
  known record;
begin
  for known in
    select c.conname, regexp_replace(pg_get_constraintdef(c.oid), '\s*NOT VALID$', '') as definition
    from pg_constraint c join pg_type d on d.oid = c.contypid
    where d.typnamespace = current_schema()::regnamespace and d.typname = 'review_kind' and pg_get_constraintdef(c.oid) like '%ARRAY[%'
  loop
    execute format('alter domain review_kind drop constraint %I', known.conname);
    execute format('alter domain review_kind add constraint %I %s not valid', known.conname,
      replace(known.definition, 'ARRAY[', 'ARRAY[''offer''::text, '));
  end loop;
end
$$;

-- A draft is no offer: it can be changed, and thrown away.
create table ipo_drafts (
  id uuid primary key,
  version int4 not null check (version > 0),
  company text collate "C" not null,
  sector text collate "C" not null,
  market text collate "C" not null check (market in ('new_york', 'madrid')),
  price int8 not null,
  lot int8 not null,
  lots int8 not null,
  most int8 not null,
  opens_at int8 not null,
  closes_at int8 not null,
  draws_at int8 not null,
  lists_at int8 not null,
  crowd boolean not null,
  -- The seat that changed it last.
  seat uuid not null references seats (id),
  seat_number int4 not null,
  role text collate "C" not null,
  changed_at int8 not null,
  -- When it was thrown away, or published.
  ended_at int8 check (ended_at >= changed_at)
);
grant select, insert on ipo_drafts to :server;
grant update (version, company, sector, market, price, lot, lots, most, opens_at, closes_at, draws_at, lists_at, crowd, seat, seat_number, role, changed_at, ended_at)
  on ipo_drafts to :server;

-- A proposal about an offer, as two people read it. It is never changed: the decision is in its review.
create table ipo_proposals (
  id uuid primary key,
  what text collate "C" not null check (what in ('publish', 'withdraw', 'postpone')),
  -- Of terms that wait, the id that the offer gets.
  offer uuid not null,
  draft uuid references ipo_drafts,
  number int4,
  -- The terms that are published, or that take the place of `before`.
  terms text,
  before text,
  prospectus text,
  -- Why an offer is withdrawn, in public.
  reason text collate "C",
  seat uuid not null references seats (id),
  seat_number int4 not null,
  role text collate "C" not null,
  made_at int8 not null,
  constraint a_proposal_says_what_it_does check (case what
    when 'publish' then num_nonnulls(draft, number, terms, prospectus) = 4 and num_nonnulls(before, reason) = 0
    when 'withdraw' then reason is not null and num_nonnulls(draft, number, terms, before, prospectus) = 0
    else num_nonnulls(terms, before) = 2 and num_nonnulls(draft, number, prospectus, reason) = 0 end)
);
create index ipo_proposals_of_an_offer on ipo_proposals (offer);
create index ipo_proposals_of_a_draft on ipo_proposals (draft) where draft is not null;
grant select, insert on ipo_proposals to :server;

-- The published ones by their running number: no two have one.
create table ipo_house_offers (
  number int4 primary key check (number >= 2000),
  offer uuid not null unique references ipo_offers
);
grant select, insert on ipo_house_offers to :server;

-- The public reason of an offer that two people withdrew.
create table ipo_withdrawals (
  offer uuid primary key references ipo_offers,
  reason text collate "C" not null,
  withdrawn_at int8 not null
);
grant select, insert on ipo_withdrawals to :server;

-- The terms that took the place of others with earlier dates, each with those before it.
create table ipo_postponements (
  offer uuid not null references ipo_offers,
  place int4 not null check (place > 0),
  before text not null,
  terms text not null,
  postponed_at int8 not null,
  primary key (offer, place),
  constraint later_terms_differ check (before <> terms)
);
grant select, insert on ipo_postponements to :server;

-- The terms of an offer stay, but for later dates that two people decided while nothing was frozen.
grant update (terms, terms_hash, closes_at, draws_at, lists_at) on ipo_offers to :server;
create function offer_is_only_postponed() returns trigger language plpgsql as $$
declare
  dates constant text := E'\n(closes|draws|delivers|lists) [^\n]*';
  round constant text := E'\n(beacon drand [0-9a-f]{64}) [0-9]+';
begin
  if old.cancelled_at is not null or exists (select from ipo_freezes where offer = new.id) then
    raise exception 'the terms of an offer that is frozen or withdrawn stay as they are' using errcode = '23514';
  end if;
  if new.closes_at < old.closes_at or new.draws_at < old.draws_at or new.lists_at < old.lists_at then
    raise exception 'a date of an offer comes later, never earlier' using errcode = '23514';
  end if;
  if regexp_replace(regexp_replace(new.terms, dates, '', 'g'), round, E'\n\\1')
    <> regexp_replace(regexp_replace(old.terms, dates, '', 'g'), round, E'\n\\1') then
    raise exception 'nothing but dates of an offer changes' using errcode = '23514';
  end if;
  if not exists (select from ipo_postponements p where p.offer = new.id and p.before = old.terms and p.terms = new.terms) then
    raise exception 'later dates of an offer are public with those before' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger an_offer_is_only_postponed before update of terms, terms_hash, opens_at, closes_at, draws_at, lists_at on ipo_offers
  for each row execute function offer_is_only_postponed();
