-- Buys with leverage: what the house finances, what is paid back of it, and what is forgiven.

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
      and d.typname in ('entry_kind', 'house_account', 'house_accounts', 'end_reason')
      and pg_get_constraintdef(c.oid) like '%{%}''%'
  loop
    words := case known.typname
      when 'entry_kind' then 'financing,forgiven'
      when 'end_reason' then 'close_out'
      else 'financing,interest,forgiven'
    end;
    execute format('alter domain %I drop constraint %I', known.typname, known.conname);
    execute format('alter domain %I add constraint %I %s not valid', known.typname, known.conname,
      replace(known.definition, '}''', ',' || words || '}'''));
  end loop;
end
$$;

create domain leverage as int4 check (value in (1, 2, 5));

alter table order_conditions add column leverage leverage not null default 1;

-- Of a buy: what the house financed. Of a sell, below zero: what it paid back.
alter table fills add column financed int8 not null default 0 check (case side when 'buy' then financed >= 0 else financed <= 0 end);

-- By what its buy was leveraged, and what is still financed of its open part.
alter table lots add column leverage leverage not null default 1, add column financed_left amount not null default 0,
  add constraint a_part_is_financed check (financed_left <= cost_left);
grant update (financed_left) on lots to :server;
create index lots_financed on lots (customer) where financed_left > 0;

alter table closings add column repaid amount not null default 0;
-- What shares that went back to the house at cost paid back of what was financed.
alter table lot_returns add column repaid amount not null default 0;

-- A split leaves what is financed with the lots; what fell to the fraction is paid back.
alter table lot_changes add column financed_before amount not null default 0, add column financed_after amount not null default 0;
