-- What was told, once and for good: no row of these tables is ever changed or taken away. `told_key` says what it tells of, so
-- that no node tells it twice.
create table news (
  id uuid primary key,
  told_key text collate "C" not null unique,
  origin text collate "C" not null check (origin in ('market', 'house', 'outside')),
  topic text collate "C" not null check (topic in ('open', 'earnings', 'move', 'index', 'close', 'week', 'article', 'feed')),
  -- Who tells it, as it is shown: the feed's own name, of a market where its prices come from.
  teller text not null,
  -- Where the whole of it stands, outside.
  link text check (link ~ '^https?://'),
  -- When the market stood so, by its own clock.
  market_at int8,
  told_at int8 not null
);
grant select, insert on news to :server;

-- A text in one language. Of the house's articles a newer version stands beside the earlier ones, which are kept.
create table news_texts (
  news uuid not null references news,
  language text collate "C" not null check (language in ('tur', 'cn', 'tw', 'en', 'fr')),
  version int4 not null check (version >= 0),
  title text not null check (title <> ''),
  body text not null,
  -- Title and text without accents and case: what is searched.
  folded text not null,
  written_at int8 not null,
  primary key (language, news, version)
);
grant select, insert on news_texts to :server;

create table news_listings (
  listing text collate "C" not null,
  news uuid not null references news,
  place int4 not null,
  primary key (listing, news)
);
create index news_listings_of on news_listings (news);
grant select, insert on news_listings to :server;

-- An article that the house took back: it says so, and why; its text is kept, and not shown.
create table news_withdrawals (
  news uuid primary key references news,
  reason text not null check (reason <> ''),
  withdrawn_at int8 not null
);
grant select, insert on news_withdrawals to :server;

-- How far each market has been told of, by that market's clock: a house that was off goes on from there.
create table news_progress (
  zone text collate "C" primary key,
  through_at int8 not null
);
grant select, insert on news_progress to :server;
grant update (through_at) on news_progress to :server;

-- A feed that the operator names: when it is due again, and how it fares.
create table news_feeds (
  address text collate "C" primary key,
  language text collate "C" not null,
  title text not null default '',
  -- What the other side gave to ask again with, as it gave it.
  etag text,
  modified text,
  due_at int8 not null,
  heard_at int8,
  failures int4 not null default 0,
  fault text
);
grant select, insert on news_feeds to :server;
grant update (language, title, etag, modified, due_at, heard_at, failures, fault) on news_feeds to :server;
