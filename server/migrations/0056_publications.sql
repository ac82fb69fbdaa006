-- A text of the house that one seat proposes and another approves: a message to all customers, or an article that names a listing.
create table publications (
  id uuid primary key,
  what text not null check (what in ('message', 'publish', 'edit')),
  -- By language: the title and the body, exactly as they will be published.
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and texts <> '{}'),
  -- Of an article: its name, the version that an edit replaces, its listings, and its date if a command gave one.
  name text check ((what = 'message') = (name is null)),
  version int4 check ((what = 'edit') = (version is not null)),
  listings text[] not null,
  told_at int8,
  -- The seat that proposed it; null at the command line.
  seat uuid references seats (id),
  seat_number int4,
  role text,
  check ((seat is null) = (seat_number is null) and (seat is null) = (role is null)),
  check (what <> 'message' or seat is not null),
  made_at int8 not null
);
grant select, insert on publications to :server;

alter domain review_kind drop constraint known;
alter domain review_kind add constraint known check (value in ('deposit', 'withdrawal', 'kyc', 'restriction', 'publication'));
