-- Binary options. Instants are milliseconds since 1970; amounts are cents of EUR.

-- The lists of words take further ones, whichever words they have by now. Rows from before need no check.
do $$
declare
  known record;
begin
  for known in
    select d.typname, c.conname, regexp_replace(pg_get_constraintdef(c.oid), '\s*NOT VALID$', '') as definition
    from pg_constraint c join pg_type d on d.oid = c.contypid
    where d.typnamespace = current_schema()::regnamespace
      and d.typname in ('cause_kind', 'house_account', 'house_accounts')
      and pg_get_constraintdef(c.oid) like '%{%}''%'
  loop
    execute format('alter domain %I drop constraint %I', known.typname, known.conname);
    execute format('alter domain %I add constraint %I %s not valid', known.typname, known.conname,
      replace(known.definition, '}''', case known.typname when 'cause_kind' then ',option}''' else ',options}''' end));
  end loop;
end
$$;

-- An option as it was entered: nothing of it changes but its end. No column holds a strike or a result before it follows from quotes.
create table options (
  customer uuid not null references customers_lock,
  -- Made by the customer's device, so unique for this customer only.
  id uuid not null,
  listing text collate "C" not null,
  side text collate "C" not null check (side in ('up', 'down')),
  life text collate "C" not null check (life in ('minute', '5minutes', '15minutes', 'day')),
  stake amount not null check (stake > 0),
  terms int4 not null check (terms = 1),
  -- The day of Madrid, counted from 1970-01-01, on whose limit the stake counts.
  day int4 not null,
  made_at int8 not null,
  -- The source's clock at the entry, and at the expiry.
  market_at int8 not null,
  expires_at int8 not null check (expires_at > market_at),
  ended_at int8 check (ended_at >= made_at),
  end_reason text collate "C" check (end_reason in ('won', 'lost', 'tied', 'refunded', 'sold')),
  paid int8 check (paid >= 0),
  -- The quote events that it followed from: of the strike, the last ten, or those of a sale with the inputs of its model.
  evidence jsonb,
  primary key (customer, id),
  constraint an_end_has_its_evidence check (num_nonnulls(ended_at, end_reason, paid, evidence) in (0, 4))
);
create index options_of_a_customer on options (customer, made_at, id);
create index options_of_a_day on options (customer, day);
create index options_to_settle on options (expires_at, customer, id) where ended_at is null;
grant select, insert on options to :server;
grant update (ended_at, end_reason, paid, evidence) on options to :server;

-- What customers have set as their limit of stakes a day: the one in force from then on, and a higher one that follows. Only added.
create table option_limits (
  customer uuid not null references customers_lock,
  id uuid not null,
  made_at int8 not null,
  units int8 not null check (units >= 0),
  next_units int8 check (next_units > units),
  next_from int8 check (next_from > made_at),
  primary key (customer, id),
  constraint a_higher_limit_has_its_instant check ((next_units is null) = (next_from is null))
);
create index option_limits_by_time on option_limits (customer, made_at, id);
grant select, insert on option_limits to :server;
