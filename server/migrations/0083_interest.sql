-- Interest by night on what the house finances.
do $$
declare
  known record;
begin
  for known in
    select c.conname, regexp_replace(pg_get_constraintdef(c.oid), '\s*NOT VALID$', '') as definition
    from pg_constraint c join pg_type d on d.oid = c.contypid
    where d.typnamespace = current_schema()::regnamespace and d.typname = 'cause_kind' and pg_get_constraintdef(c.oid) like '%{%}''%'
  loop
    execute format('alter domain cause_kind drop constraint %I', known.conname);
    execute format('alter domain cause_kind add constraint %I %s not valid', known.conname, replace(known.definition, '}''', ',night}'''));
  end loop;
end
$$;

-- The nights that were gone through, by the clock of the source. The first one is that before the first start with this table.
create table nights (
  day trading_day primary key,
  night_at int8 not null unique,
  -- False for the night before the first start, and once every market is closed for good.
  is_charged bool not null,
  done_at int8 not null
);
grant select, insert on nights to :server;

-- A customer's interest of a night, in a row for each currency.
create table interest_charges (
  customer uuid not null,
  day trading_day not null,
  currency text collate "C" not null check (currency in ('EUR', 'USD')),
  -- The cause of its posting, for both currencies.
  id uuid not null,
  night_at int8 not null,
  financed amount not null check (financed > 0),
  interest amount not null,
  terms int4 not null,
  posting entry_number not null,
  made_at int8 not null,
  primary key (customer, day, currency)
);
grant select, insert on interest_charges to :server;
