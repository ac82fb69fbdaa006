-- A posting is one row: its cause, what stood of each asset before it, and its lines side by side. What stands after it is what stood
-- before it and its lines, so that no row can say two things. A row has three assets and six lines at most; a posting that needs more
-- goes on in further rows under the same number.

create domain cause_kind as text collate "C" check (value = any ('{order,withdrawal,deposit,grant,hand_back}'));
-- Kinds of lines but holds and releases, which move between the two columns of a balance.
create domain entry_kind as text collate "C"
  check (value = any ('{deposit,withdrawal,buy,sell,fee,conversion,interest,dividend,loan,option,grant,handed_back}'));
create domain house_account as text collate "C"
  check (value = any ('{market,fees,conversion,markup,grants,deposits,withdrawals}'));
create domain entry_number as int8 check (value > 0);
create domain units_there as int8 check (value >= 0);
create domain units_moved as int8 check (value <> 0);
-- Which of a row's assets a line moves.
create domain line_asset as text collate "C" check (value = any ('{a,b,c}'));
create domain lines_of_row as int2 check (value between 1 and 6);

create table postings (
  customer uuid not null,
  -- The number of the row's first entry, and of the posting's first. A customer's entries are numbered from 1 without a gap.
  first entry_number not null,
  posting entry_number not null,
  lines lines_of_row not null,
  cause_kind cause_kind not null,
  -- Only a grant at sign-up has none.
  cause uuid,
  made_at int8 not null,
  -- What was free and what was held of each asset before.
  asset_a text collate "C" not null, free_a units_there not null, held_a units_there not null,
  asset_b text collate "C", free_b units_there, held_b units_there,
  asset_c text collate "C", free_c units_there, held_c units_there,
  -- A line moves what is free or what is held, against an account of the house; or, without an account, so much from free to held.
  of_1 line_asset not null, kind_1 entry_kind, account_1 house_account, free_1 units_moved, held_1 units_moved,
  of_2 line_asset, kind_2 entry_kind, account_2 house_account, free_2 units_moved, held_2 units_moved,
  of_3 line_asset, kind_3 entry_kind, account_3 house_account, free_3 units_moved, held_3 units_moved,
  of_4 line_asset, kind_4 entry_kind, account_4 house_account, free_4 units_moved, held_4 units_moved,
  of_5 line_asset, kind_5 entry_kind, account_5 house_account, free_5 units_moved, held_5 units_moved,
  of_6 line_asset, kind_6 entry_kind, account_6 house_account, free_6 units_moved, held_6 units_moved,
  primary key (customer, first),
  constraint a_row_has_its_lines check (
    num_nonnulls(of_1, of_2, of_3, of_4, of_5, of_6) = lines
    and num_nonnulls(free_1, held_1, free_2, held_2, free_3, held_3, free_4, held_4, free_5, held_5, free_6, held_6) = lines
  ),
  constraint a_kind_has_its_account check (
    num_nonnulls(kind_1, kind_2, kind_3, kind_4, kind_5, kind_6)
    = num_nonnulls(account_1, account_2, account_3, account_4, account_5, account_6)
  ),
  constraint a_posting_begins_with_its_number check (posting <= first)
);
grant select, insert on postings to :server;

alter table entries rename to entries_apart;
alter index entries_pkey rename to entries_apart_pkey;

-- Lines one by one: with what stood before each and after it, as entries have always been read. A customer's entries by number are a
-- range of postings by `first`: who asks for numbers asks for those as well. `at` is the place of a line in its row.
create view entries as
select p.customer, p.first + n.at as version, p.posting,
  case line.of when 'a' then p.asset_a when 'b' then p.asset_b else p.asset_c end as asset,
  coalesce(line.kind, case when line.held > 0 then 'hold' else 'release' end)::text collate "C" as kind,
  coalesce(line.account, 'hold')::text collate "C" as counter,
  stood.free as free_before, stood.free + moved.free as free_after,
  stood.held as held_before, stood.held + moved.held as held_after,
  moved.free as free_moved, moved.held as held_moved,
  p.cause_kind::text as cause_kind, p.cause, p.made_at, p.first::int8 as first, n.at
from postings p
join (values (0), (1), (2), (3), (4), (5)) as n (at) on n.at < p.lines
cross join lateral (
  select
    case n.at when 0 then p.of_1 when 1 then p.of_2 when 2 then p.of_3 when 3 then p.of_4 when 4 then p.of_5 when 5 then p.of_6 end as of,
    case n.at when 0 then p.kind_1 when 1 then p.kind_2 when 2 then p.kind_3 when 3 then p.kind_4 when 4 then p.kind_5 when 5 then p.kind_6 end::text as kind,
    case n.at when 0 then p.account_1 when 1 then p.account_2 when 2 then p.account_3 when 3 then p.account_4 when 4 then p.account_5 when 5 then p.account_6 end::text as account,
    case n.at when 0 then p.free_1 when 1 then p.free_2 when 2 then p.free_3 when 3 then p.free_4 when 4 then p.free_5 when 5 then p.free_6 end::int8 as free,
    case n.at when 0 then p.held_1 when 1 then p.held_2 when 2 then p.held_3 when 3 then p.held_4 when 4 then p.held_5 when 5 then p.held_6 end::int8 as held
) as line
-- A hold is written by what is held: as much leaves what is free.
cross join lateral (
  select case when line.account is null then -line.held else coalesce(line.free, 0) end as free, coalesce(line.held, 0) as held
) as moved
-- What stood before the row, and what the lines before this one moved of the same asset.
cross join lateral (
  select
    case line.of when 'a' then p.free_a when 'b' then p.free_b else p.free_c end
    + case when n.at >= 1 and p.of_1 = line.of then case when p.account_1 is null then -p.held_1 else coalesce(p.free_1, 0) end else 0 end
    + case when n.at >= 2 and p.of_2 = line.of then case when p.account_2 is null then -p.held_2 else coalesce(p.free_2, 0) end else 0 end
    + case when n.at >= 3 and p.of_3 = line.of then case when p.account_3 is null then -p.held_3 else coalesce(p.free_3, 0) end else 0 end
    + case when n.at >= 4 and p.of_4 = line.of then case when p.account_4 is null then -p.held_4 else coalesce(p.free_4, 0) end else 0 end
    + case when n.at >= 5 and p.of_5 = line.of then case when p.account_5 is null then -p.held_5 else coalesce(p.free_5, 0) end else 0 end as free,
    case line.of when 'a' then p.held_a when 'b' then p.held_b else p.held_c end
    + case when n.at >= 1 and p.of_1 = line.of then coalesce(p.held_1, 0) else 0 end
    + case when n.at >= 2 and p.of_2 = line.of then coalesce(p.held_2, 0) else 0 end
    + case when n.at >= 3 and p.of_3 = line.of then coalesce(p.held_3, 0) else 0 end
    + case when n.at >= 4 and p.of_4 = line.of then coalesce(p.held_4, 0) else 0 end
    + case when n.at >= 5 and p.of_5 = line.of then coalesce(p.held_5, 0) else 0 end as held
) as stood;
grant select on entries to :server;

-- Each entry of before with its cause: an id is unique within a kind only, and one may be an order's and a withdrawal's. The hold and
-- the release of a withdrawal have its amount and its instants. What has no cause that is known has no kind, and stops this.
create temporary table caused on commit drop as
select e.*, case
    when e.counter = 'deposits' then 'deposit'
    when e.counter = 'withdrawals' then 'withdrawal'
    when exists (select from hand_backs h where h.id = e.cause and h.customer = e.customer) then 'hand_back'
    when e.kind = 'grant' then 'grant'
    when e.kind in ('hold', 'release') and exists (
      select from withdrawals w where w.id = e.cause and w.customer = e.customer and w.asset = e.asset
        and w.units = abs(e.held_after - e.held_before)
        and e.made_at = case e.kind when 'hold' then w.made_at else w.ended_at end
    ) then 'withdrawal'
    when exists (select from orders o where o.id = e.cause and o.customer = e.customer) then 'order'
  end as cause_kind
from entries_apart e;
analyze caused;

-- Six lines a row where a posting has three assets at most; three where it has more, which are three assets at most.
create temporary table placed on commit drop as
select c.*, version - first + 1 as line,
  case dense_rank() over (partition by customer, first order by first_of_asset) when 1 then 'a' when 2 then 'b' else 'c' end as of
from (
  select c.*, min(version) over (partition by customer, first, asset) as first_of_asset
  from (
    select c.*, version - (version - posting) % size as first
    from caused c
    join (
      select customer, posting, case when count(distinct asset) <= 3 then 6 else 3 end as size
      from caused group by customer, posting
    ) as sized using (customer, posting)
  ) as c
) as c;
analyze placed;

insert into postings (
  customer, first, posting, lines, cause_kind, cause, made_at,
  asset_a, free_a, held_a,
  asset_b, free_b, held_b,
  asset_c, free_c, held_c,
  of_1, kind_1, account_1, free_1, held_1,
  of_2, kind_2, account_2, free_2, held_2,
  of_3, kind_3, account_3, free_3, held_3,
  of_4, kind_4, account_4, free_4, held_4,
  of_5, kind_5, account_5, free_5, held_5,
  of_6, kind_6, account_6, free_6, held_6
)
select customer, first, min(posting), count(*), min(cause_kind), min(cause::text)::uuid, min(made_at),
  min(asset) filter (where of = 'a'), min(free_before) filter (where of = 'a' and version = first_of_asset), min(held_before) filter (where of = 'a' and version = first_of_asset),
  min(asset) filter (where of = 'b'), min(free_before) filter (where of = 'b' and version = first_of_asset), min(held_before) filter (where of = 'b' and version = first_of_asset),
  min(asset) filter (where of = 'c'), min(free_before) filter (where of = 'c' and version = first_of_asset), min(held_before) filter (where of = 'c' and version = first_of_asset),
  min(of) filter (where line = 1), min(kind) filter (where line = 1 and counter <> 'hold'), min(counter) filter (where line = 1 and counter <> 'hold'),
  min(nullif(free_after - free_before, 0)) filter (where line = 1 and counter <> 'hold'), min(nullif(held_after - held_before, 0)) filter (where line = 1),
  min(of) filter (where line = 2), min(kind) filter (where line = 2 and counter <> 'hold'), min(counter) filter (where line = 2 and counter <> 'hold'),
  min(nullif(free_after - free_before, 0)) filter (where line = 2 and counter <> 'hold'), min(nullif(held_after - held_before, 0)) filter (where line = 2),
  min(of) filter (where line = 3), min(kind) filter (where line = 3 and counter <> 'hold'), min(counter) filter (where line = 3 and counter <> 'hold'),
  min(nullif(free_after - free_before, 0)) filter (where line = 3 and counter <> 'hold'), min(nullif(held_after - held_before, 0)) filter (where line = 3),
  min(of) filter (where line = 4), min(kind) filter (where line = 4 and counter <> 'hold'), min(counter) filter (where line = 4 and counter <> 'hold'),
  min(nullif(free_after - free_before, 0)) filter (where line = 4 and counter <> 'hold'), min(nullif(held_after - held_before, 0)) filter (where line = 4),
  min(of) filter (where line = 5), min(kind) filter (where line = 5 and counter <> 'hold'), min(counter) filter (where line = 5 and counter <> 'hold'),
  min(nullif(free_after - free_before, 0)) filter (where line = 5 and counter <> 'hold'), min(nullif(held_after - held_before, 0)) filter (where line = 5),
  min(of) filter (where line = 6), min(kind) filter (where line = 6 and counter <> 'hold'), min(counter) filter (where line = 6 and counter <> 'hold'),
  min(nullif(free_after - free_before, 0)) filter (where line = 6 and counter <> 'hold'), min(nullif(held_after - held_before, 0)) filter (where line = 6)
from placed group by customer, first;

-- Each entry reads as it did, or none of this happens.
create temporary table changed (version int8 check (version is null)) on commit drop;
insert into changed
  select version from (
    select customer, version, posting, asset, kind, counter, free_before, free_after, held_before, held_after, cause_kind, cause, made_at
    from caused
    except all
    select customer, version, posting, asset, kind, counter, free_before, free_after, held_before, held_after, cause_kind, cause, made_at
    from entries
  ) as missing;
drop table entries_apart;

-- The numbers of a withdrawal's postings were found by its id alone, which an order may have too.
update withdrawals w set held_posting = own.held, ended_posting = own.ended
from (
  select customer, cause,
    min(posting) filter (where kind = 'hold') as held, max(posting) filter (where kind <> 'hold') as ended
  from entries where cause_kind = 'withdrawal' group by customer, cause
) as own
where own.cause = w.id and own.customer = w.customer
  and (w.held_posting is distinct from own.held or w.ended_posting is distinct from own.ended);

-- The rows that a check found against the laws, the first of each.
alter table verifications add column ledger_broken jsonb not null default '[]';
