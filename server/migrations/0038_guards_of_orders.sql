-- The lane writes these tables by the thousand. PostgreSQL keeps a check of a table as text and reads it anew for every statement; the
-- check of a domain it reads once a session. So a guard of one column is a domain, and a list of words is one constant in it. A
-- later migration adds a word with `alter domain … drop constraint …, add constraint …`.
create domain asset as text collate "C" check (value = any ('{EUR,USD}') or value like '____:%');
create domain amount as int8 check (value >= 0);
create domain share_count as int8 check (value > 0);
create domain price_e4 as int8 check (value > 0);
create domain order_side as text collate "C" check (value = any ('{buy,sell}'));
create domain time_in_force as text collate "C" check (value = any ('{day,gtc}'));
create domain order_state as text collate "C"
  check (value = any ('{received,working,part_filled,filled,cancelled,expired,rejected}'));
create domain end_reason as text collate "C"
  check (value = any ('{by_customer,end_of_day,beyond_collar,market_closed_for_good}'));
create domain notice_code as text collate "C" check (value ~ '^[a-z]+(_[a-z]+)*$');

alter table balances
  drop constraint balances_asset_check,
  drop constraint balances_free_check,
  drop constraint balances_held_check,
  drop constraint balances_version_check,
  alter column asset type asset,
  alter column free type amount,
  alter column held type amount,
  alter column version type entry_number;

-- Every fill and every cancel changes `ended_at` or the state. With an index whose predicate reads it, the new version of the row
-- never stayed on its page: it had index entries of its own. Half of each page is kept free for the new versions.
drop index orders_open;
alter table orders set (fillfactor = 50);
alter table orders
  drop constraint orders_side_check,
  drop constraint orders_shares_check,
  drop constraint orders_limit_e4_check,
  drop constraint orders_in_force_check,
  drop constraint orders_worst_e4_check,
  drop constraint orders_held_units_check,
  drop constraint orders_other_units_check,
  drop constraint orders_state_check,
  drop constraint orders_end_reason_check,
  drop constraint an_end_has_its_time,
  drop constraint ended_for_a_reason,
  alter column side type order_side,
  alter column shares type share_count,
  alter column limit_e4 type price_e4,
  alter column in_force type time_in_force,
  alter column worst_e4 type price_e4,
  alter column held_units type amount,
  alter column other_units type amount,
  alter column state type order_state,
  alter column end_reason type end_reason,
  add constraint an_end_has_its_time check ((state = any ('{received,working,part_filled}')) = (ended_at is null)),
  add constraint ended_for_a_reason check ((state = any ('{cancelled,expired}')) = (end_reason is not null));

alter table fills
  drop constraint fills_side_check,
  drop constraint fills_shares_check,
  drop constraint fills_price_e4_check,
  drop constraint fills_cost_check,
  drop constraint fills_fee_check,
  drop constraint fills_posting_check,
  alter column side type order_side,
  alter column shares type share_count,
  alter column price_e4 type price_e4,
  alter column cost type amount,
  alter column fee type amount,
  alter column posting type entry_number;

alter table lots
  drop constraint lots_price_e4_check,
  drop constraint lots_shares_check,
  drop constraint lots_cost_check,
  drop constraint lots_fee_check,
  alter column price_e4 type price_e4,
  alter column shares type share_count,
  alter column cost type amount,
  alter column fee type amount;

alter table closings
  drop constraint closings_shares_check,
  alter column shares type share_count;

alter table notices
  drop constraint notices_code_check,
  alter column code type notice_code;
