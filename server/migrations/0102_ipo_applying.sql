-- Applications hold cash. The list of causes takes one more, whichever it has by now. Rows from before need no check.
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
    execute format('alter domain cause_kind add constraint %I %s not valid', known.conname,
      replace(known.definition, '}''', ',application}'''));
  end loop;
end
$$;

-- The currency of the hold is that of the offer's listing. No release before this one took applications.
alter table ipo_applications add column asset text collate "C" not null check (asset in ('EUR', 'USD'));

-- A customer's own applications, newest first, and the demand of an offer without its rows.
create index ipo_applications_of_a_customer on ipo_applications (customer, made_at, id);
create index ipo_applications_demand on ipo_applications (offer) include (lots) where withdrawn_at is null;
