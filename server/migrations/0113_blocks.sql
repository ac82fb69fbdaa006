-- Block offers and what customers ask for of them. Instants are milliseconds since 1970; amounts are cents, prices ten-thousandths.

-- The lists of words take further ones, whichever words they have by now. Rows from before need no check.
do $$
declare
  known record;
  word text;
begin
  for known in
    select d.typname, c.conname, regexp_replace(pg_get_constraintdef(c.oid), '\s*NOT VALID$', '') as definition
    from pg_constraint c join pg_type d on d.oid = c.contypid
    where d.typnamespace = current_schema()::regnamespace
      and d.typname in ('cause_kind', 'entry_kind', 'house_account', 'house_accounts')
      and pg_get_constraintdef(c.oid) like '%{%}''%'
  loop
    word := case when known.typname in ('cause_kind', 'entry_kind') then 'block' else 'blocks' end;
    execute format('alter domain %I drop constraint %I', known.typname, known.conname);
    execute format('alter domain %I add constraint %I %s not valid', known.typname, known.conname,
      replace(known.definition, '}''', ',' || word || '}'''));
  end loop;
  select pg_get_constraintdef(c.oid) as definition into strict known
  from pg_constraint c join pg_type d on d.oid = c.contypid
  where d.typnamespace = current_schema()::regnamespace and d.typname = 'review_kind' and c.conname = 'known';
  alter domain review_kind drop constraint known;
  execute format('alter domain review_kind add constraint known %s',
    replace(known.definition, 'ARRAY[', 'ARRAY[''block''::text, ''block_offer''::text, '));
end
$$;

-- An offer as a seat proposed it. Its terms are frozen from then on: only whether it is published, and the shares that approvals have
-- taken, change. The shares of all approvals never exceed those of the offer, whoever approves at once.
create table block_offers (
  id uuid primary key,
  listing text collate "C" not null,
  discount_bps int4 not null check (discount_bps between 100 and 1000),
  shares int8 not null check (shares > 0),
  least int8 not null check (least > 0),
  most int8 not null check (most between least and shares),
  lock_days int4 not null check (lock_days between 1 and 90),
  ends_at int8 not null,
  terms text not null,
  terms_hash text collate "C" not null unique,
  seat uuid not null,
  seat_number int4 not null,
  seat_role text not null,
  made_at int8 not null check (made_at < ends_at),
  published_at int8 check (published_at >= made_at),
  taken int8 not null default 0 check (taken between 0 and shares),
  constraint terms_are_the_columns check (terms = format(E'lonja block 1\noffer %s\nlisting %s\ndiscount %s\nshares %s\nleast %s\nmost %s\nlock %s\nends %s\nprice 1\n',
    id, listing, discount_bps, shares, least, most, lock_days, ends_at)),
  constraint terms_are_those_of_their_hash check (terms_hash = encode(sha256(convert_to(terms, 'UTF8')), 'hex')),
  constraint only_a_published_offer_is_taken check (taken = 0 or published_at is not null)
);
create index block_offers_by_end on block_offers (ends_at, id) where published_at is not null;
grant select, insert on block_offers to :server;
grant update (published_at, taken) on block_offers to :server;

-- An application of a customer, with the cap of its own and what it holds. Approved shares count as taken of the offer until it ends.
create table block_applications (
  customer uuid not null references customers_lock,
  -- Made by the customer's device, so unique for this customer only.
  id uuid not null,
  offer uuid not null references block_offers,
  listing text collate "C" not null,
  shares int8 not null check (shares > 0),
  cap_e4 int8 not null check (cap_e4 > 0),
  fee_table int4 not null,
  asset text collate "C" not null check (asset in ('EUR', 'USD')),
  held amount not null check (held > 0),
  made_at int8 not null,
  -- The source's clock when it was made.
  market_at int8 not null,
  granted int8 check (granted between 1 and shares),
  -- The source's clock: 16:00 of the venue, after which the first event makes the price. Null until it is approved.
  price_after int8 check (price_after > market_at),
  -- The event that made the price, and its ask.
  quote_at int8 check (quote_at > price_after),
  ask_e4 int8 check (ask_e4 > 0),
  ended_at int8 check (ended_at >= made_at),
  end_reason text collate "C" check (end_reason in ('bought', 'refused', 'cancelled', 'declined', 'expired', 'above_cap', 'changed')),
  primary key (customer, id),
  constraint an_end_has_its_reason check ((ended_at is null) = (end_reason is null)),
  constraint only_granted_shares_are_priced check (price_after is null or granted is not null),
  constraint a_priced_one_has_its_event check ((quote_at is null) = (ask_e4 is null)
    and (quote_at is not null) = coalesce(end_reason in ('bought', 'above_cap'), false))
);
create index block_applications_of_a_customer on block_applications (customer, made_at, id);
create index block_applications_of_an_offer on block_applications (offer) where ended_at is null or end_reason = 'bought';
create index block_applications_to_price on block_applications (price_after) where ended_at is null and price_after is not null;
grant select, insert on block_applications to :server;
grant update (held, granted, price_after, quote_at, ask_e4, ended_at, end_reason) on block_applications to :server;

-- The shares that an approved application has bought, with the lot that they are. Nobody can sell them before the lock's end.
create table block_purchases (
  customer uuid not null,
  application uuid not null,
  offer uuid not null references block_offers,
  listing text collate "C" not null,
  lot uuid not null unique,
  shares int8 not null check (shares > 0),
  price_e4 int8 not null check (price_e4 > 0),
  cost amount not null check (cost > 0),
  fee amount not null check (fee >= 0),
  posting entry_number not null,
  bought_at int8 not null,
  -- The source's clock.
  until_at int8 not null,
  -- The end of the lock, with the shares that it freed: a split changes them, a new ticker their listing.
  freed_at int8 check (freed_at >= bought_at),
  freed_listing text collate "C",
  freed_shares int8 check (freed_shares >= 0),
  primary key (customer, application),
  foreign key (customer, application) references block_applications,
  constraint what_is_freed_is_said check (num_nonnulls(freed_at, freed_listing, freed_shares) in (0, 3))
);
create index block_purchases_of_a_customer on block_purchases (customer, bought_at, application);
create index block_purchases_to_free on block_purchases (until_at) where freed_at is null;
grant select, insert on block_purchases to :server;
grant update (freed_at, freed_listing, freed_shares) on block_purchases to :server;

-- What a block had become when it could be sold: by the bid of the first event after its lock, against its cost.
create table block_outcomes (
  customer uuid not null,
  application uuid not null,
  quote_at int8 not null,
  bid_e4 int8 not null check (bid_e4 > 0),
  result_bps int4 not null,
  primary key (customer, application),
  foreign key (customer, application) references block_purchases
);
grant select, insert on block_outcomes to :server;
