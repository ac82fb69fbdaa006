-- Loans, what is owed of them, and their repayments. Instants are milliseconds since 1970; amounts are cents of EUR; a day is
-- counted from 1970-01-01.

-- The lists of words take further ones, whichever words they have by now. Rows from before need no check.
do $$
declare
  known record;
  words text;
begin
  for known in
    select d.typname, c.conname, regexp_replace(pg_get_constraintdef(c.oid), '\s*NOT VALID$', '') as definition
    from pg_constraint c join pg_type d on d.oid = c.contypid
    where d.typnamespace = current_schema()::regnamespace
      and d.typname in ('cause_kind', 'entry_kind', 'house_account', 'house_accounts')
      and pg_get_constraintdef(c.oid) like '%{%}''%'
  loop
    words := case known.typname
      when 'cause_kind' then 'loan,loan_repayment'
      when 'entry_kind' then 'loan_repayment,loan_interest,loan_written_off'
      else 'loans,loan_interest,loan_losses' end;
    execute format('alter domain %I drop constraint %I', known.typname, known.conname);
    execute format('alter domain %I add constraint %I %s not valid', known.typname, known.conname,
      replace(known.definition, '}''', ',' || words || '}'''));
  end loop;
  select pg_get_constraintdef(c.oid) as definition into strict known
  from pg_constraint c join pg_type d on d.oid = c.contypid
  where d.typnamespace = current_schema()::regnamespace and d.typname = 'review_kind' and c.conname = 'known';
  alter domain review_kind drop constraint known;
  execute format('alter domain review_kind add constraint known %s',
    replace(known.definition, 'ARRAY[', 'ARRAY[''loan''::text, ''loan_repayment''::text, '));
end
$$;

-- An application with its signature: a picture of a drawn one, or the name as it was typed. The applicant's data are sealed with a key
-- of their own, and removed 30 days after the end.
create table loans (
  customer uuid not null references customers_lock,
  -- Made by the customer's device, so unique for this customer only.
  id uuid not null,
  units int8 not null check (units between 10000000 and 800000000),
  terms int4 not null,
  applicant_sealed bytea,
  applicant_key bytea,
  signature uuid,
  signed_name text,
  made_at int8 not null,
  paid_out_at int8 check (paid_out_at >= made_at),
  ended_at int8 check (ended_at >= made_at),
  end_reason text collate "C" check (end_reason in ('repaid', 'written_off', 'refused', 'cancelled')),
  -- What the house let go when its customer left; null for a loan that ended otherwise.
  let_go int8 check (let_go >= 0),
  primary key (customer, id),
  constraint an_applicant_has_its_key check ((applicant_sealed is null) = (applicant_key is null)),
  constraint it_is_signed_once check ((signature is null) <> (signed_name is null)),
  constraint an_end_has_its_reason check ((ended_at is null) = (end_reason is null)),
  constraint only_what_is_paid_out_is_repaid check (end_reason is null or (paid_out_at is not null) = (end_reason in ('repaid', 'written_off')))
);
create index loans_of_a_customer on loans (customer, made_at, id);
create index loans_with_applicants on loans (ended_at) where applicant_sealed is not null;
grant select, insert on loans to :server;
grant update (applicant_sealed, applicant_key, paid_out_at, ended_at, end_reason, let_go) on loans to :server;

-- What is owed of a loan that was paid out, and the last day whose night was charged.
create table loan_debts (
  customer uuid not null,
  loan uuid not null,
  principal int8 not null check (principal >= 0),
  interest int8 not null check (interest >= 0),
  charged_through int4 not null,
  last_day int4 not null check (last_day >= charged_through),
  primary key (customer, loan),
  foreign key (customer, loan) references loans
);
create index loan_debts_to_charge on loan_debts (charged_through, customer) where principal > 0 and charged_through < last_day;
grant select, insert on loan_debts to :server;
grant update (principal, interest, charged_through) on loan_debts to :server;

-- The interest of each night, with the debt that it was charged on.
create table loan_nights (
  customer uuid not null,
  loan uuid not null,
  day int4 not null,
  principal int8 not null check (principal > 0),
  interest int8 not null check (interest > 0),
  posting int8 not null,
  made_at int8 not null,
  primary key (customer, loan, day),
  foreign key (customer, loan) references loan_debts
);
grant select, insert on loan_nights to :server;

-- A repayment holds its amount until staff book it. The interest that it saved since its application goes back with the booking.
create table loan_repayments (
  customer uuid not null references customers_lock,
  id uuid not null,
  loan uuid not null,
  units int8 not null check (units > 0),
  made_at int8 not null,
  ended_at int8 check (ended_at >= made_at),
  end_reason text collate "C" check (end_reason in ('booked', 'refused', 'cancelled')),
  returned int8 check (returned >= 0),
  primary key (customer, id),
  foreign key (customer, loan) references loan_debts,
  constraint an_end_has_its_reason check ((ended_at is null) = (end_reason is null)),
  constraint a_booking_says_what_it_returned check ((returned is not null) = (end_reason is not distinct from 'booked'))
);
create index loan_repayments_of_a_customer on loan_repayments (customer, made_at, id);
-- One of a loan waits at a time, so that each counts from its own day.
create unique index loan_repayments_waiting on loan_repayments (customer, loan) where ended_at is null;
grant select, insert on loan_repayments to :server;
grant update (ended_at, end_reason, returned) on loan_repayments to :server;
