-- A link for a seat lasts a day. Earlier releases made the first ones for a year.
alter table seat_links drop constraint seat_links_check;
update seat_links set ends_at = least(ends_at, made_at + 86400000)
where not exists (select from seat_claims c where c.link = seat_links.id);
alter table seat_links add constraint ends_after_it_was_made check (ends_at > made_at);
grant update (ends_at) on seat_links to :server;

-- A change of seats that one admin proposes and another confirms.
create table seat_changes (
  id uuid primary key,
  act text not null check (act in ('link', 'roles', 'end')),
  -- The seat that it changes, or the link that waits for it.
  seat uuid references seats (id),
  link uuid unique references seat_links (id),
  check ((act = 'link') = (link is not null) and (act = 'link') = (seat is null)),
  -- The roles of a seat that has others: before, and after. A seat that has changed since is proposed anew.
  before text[] check ((act = 'roles') = (before is not null)),
  roles text[] check ((act = 'end') = (roles is null)),
  proposed_by uuid not null references seats (id),
  made_at int8 not null,
  ends_at int8 not null check (ends_at > made_at),
  state text not null default 'open' check (state in ('open', 'confirmed', 'withdrawn')),
  -- The admin who confirmed or withdrew it; null if it ended with the seat that proposed it.
  ended_by uuid references seats (id),
  ended_at int8 check ((state = 'open') = (ended_at is null)),
  check (state <> 'confirmed' or (ended_by is not null and ended_by <> proposed_by))
);
create index seat_changes_open on seat_changes (proposed_by) where state = 'open';
grant select, insert on seat_changes to :server;
grant update (state, ended_by, ended_at) on seat_changes to :server;

-- The admins who said of a seat that another person sits there.
create table seat_confirmations (
  seat uuid primary key references seats (id),
  confirmed_by uuid not null references seats (id) check (confirmed_by <> seat),
  made_at int8 not null
);
grant select, insert on seat_confirmations to :server;
