-- Corporate actions: splits, dividends and symbol changes, what each did to whom, and the lots that it changed.

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
      and d.typname in ('entry_kind', 'house_account', 'house_accounts', 'cause_kind', 'end_reason')
      and pg_get_constraintdef(c.oid) like '%{%}''%'
  loop
    words := case known.typname
      when 'entry_kind' then 'split,withholding,symbol_change'
      when 'cause_kind' then 'action'
      when 'end_reason' then 'split,symbol_changed'
      else 'issuers,withheld'
    end;
    execute format('alter domain %I drop constraint %I', known.typname, known.conname);
    execute format('alter domain %I add constraint %I %s not valid', known.typname, known.conname,
      replace(known.definition, '}''', ',' || words || '}'''));
  end loop;
end
$$;

create domain trading_day as text collate "C" check (value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$');

-- An action as its source announced it, and how far it is carried out. Instants of the source: announced, record, ex.
create table corporate_actions (
  id uuid primary key,
  listing text collate "C" not null,
  kind text collate "C" not null check (kind in ('split', 'dividend', 'symbol')),
  ex_day trading_day not null,
  announced_at int8 not null,
  record_at int8 not null check (record_at >= announced_at),
  ex_at int8 not null check (ex_at >= announced_at),
  ratio_from int8 check (ratio_from > 0),
  ratio_to int8 check (ratio_to > 0),
  amount_e4 price_e4,
  withholding_bps int4 check (withholding_bps between 0 and 10000),
  successor text collate "C",
  -- The server's clock: when it was put on record, when its holders had their notice, and when it was carried out.
  made_at int8 not null,
  told_at int8,
  done_at int8,
  unique (listing, ex_day, kind),
  constraint a_kind_has_its_terms check (
    (kind = 'split') = (ratio_from is not null) and (kind = 'split') = (ratio_to is not null)
    and (kind = 'dividend') = (amount_e4 is not null) and (kind = 'dividend') = (withholding_bps is not null)
    and (kind = 'symbol') = (successor is not null)
  ),
  unique (id, kind)
);
grant select, insert on corporate_actions to :server;
grant update (told_at, done_at) on corporate_actions to :server;

-- An action that is being carried out, with the close before its ex-day if it is a split: fractions are paid at it.
create table corporate_begun (
  action uuid primary key,
  kind text collate "C" not null,
  begun_at int8 not null,
  close_e4 price_e4,
  foreign key (action, kind) references corporate_actions (id, kind),
  constraint a_split_alone_has_a_close check (close_e4 is null or kind = 'split')
);
grant select, insert on corporate_begun to :server;

-- Who had a notice of a coming action.
create table corporate_told (
  customer uuid not null,
  action uuid not null references corporate_actions (id),
  made_at int8 not null,
  primary key (customer, action)
);
grant select, insert on corporate_told to :server;

-- Each part of an action is carried out once: a row for each customer.
create table corporate_parts (
  customer uuid not null,
  action uuid not null references corporate_actions (id),
  -- The posting, if it moved anything; and the customer's last entry after it, which says what came before and what after.
  posting entry_number,
  version int8 not null check (version >= 0),
  -- The shares that had it, and those that they became.
  shares_before amount not null,
  shares_after amount not null,
  -- Of a dividend.
  gross amount not null,
  withheld amount not null check (withheld <= gross),
  -- Of the fraction of a split: the cash, and the cost of the shares that it was.
  cash amount not null,
  cost amount not null,
  -- Open orders that it ended.
  orders int4 not null check (orders >= 0),
  made_at int8 not null,
  primary key (customer, action)
);
grant select, insert on corporate_parts to :server;

-- A lot before and after a split or a symbol change.
create table lot_changes (
  customer uuid not null,
  lot uuid not null,
  action uuid not null,
  version int8 not null check (version >= 0),
  listing text collate "C" not null,
  listing_after text collate "C" not null,
  shares_before share_count not null,
  shares_after amount not null,
  price_before_e4 price_e4 not null,
  price_after_e4 price_e4 not null,
  cost_before amount not null,
  cost_after amount not null,
  primary key (customer, lot, action),
  foreign key (customer, action) references corporate_parts (customer, action),
  constraint no_shares_cost_nothing check (shares_after > 0 or cost_after = 0)
);
grant select, insert on lot_changes to :server;

-- Alerts go with their listing.
grant update (listing) on alerts to :server;
