-- What becomes of the holds when an offer is drawn: shares at the subscription price, and the rest is free again.

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
      and d.typname in ('entry_kind', 'house_account', 'house_accounts')
      and pg_get_constraintdef(c.oid) like '%{%}''%'
  loop
    word := case known.typname when 'entry_kind' then 'allotment' else 'offers' end;
    execute format('alter domain %I drop constraint %I', known.typname, known.conname);
    execute format('alter domain %I add constraint %I %s not valid', known.typname, known.conname,
      replace(known.definition, '}''', ',' || word || '}'''));
  end loop;
end
$$;

-- A settled application, with one posting: the lot of its allotted shares, and their amount. Without a share it has no lot.
create table ipo_allotments (
  customer uuid not null,
  application uuid not null,
  offer uuid not null references ipo_offers,
  listing text collate "C" not null,
  lot uuid unique,
  shares int8 not null check (shares >= 0),
  paid amount not null,
  posting entry_number not null,
  settled_at int8 not null,
  primary key (customer, application),
  foreign key (customer, application) references ipo_applications,
  constraint shares_are_a_lot_and_are_paid check ((lot is not null) = (shares > 0) and (paid > 0) = (shares > 0))
);
grant select, insert on ipo_allotments to :server;

-- A drawn offer whose applications are all settled.
create table ipo_settled (
  offer uuid primary key references ipo_offers,
  settled_at int8 not null
);
grant select, insert on ipo_settled to :server;
