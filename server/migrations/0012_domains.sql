-- What one column may hold is said by its type. A table's own checks are read anew from the catalogue by every statement that
-- writes to it, and cost a small batch a fifth of the database's work; a type's check is read once a session. Left to
-- the tables is what several columns say together.
create domain positive as int8 check (value > 0);
create domain not_negative as int8 check (value >= 0);
create domain not_zero as int8 check (value <> 0);
create domain asset as text collate "C" check (value in ('EUR', 'USD') or value like '____:%');
create domain entry_kind as text collate "C" check (
  value in ('deposit', 'withdrawal', 'buy', 'sell', 'fee', 'conversion', 'hold', 'release', 'interest', 'dividend', 'loan', 'option', 'grant')
);
create domain entry_counter as text collate "C" check (value in ('hold', 'market', 'fees', 'conversion', 'markup', 'grants'));
create domain house_account as text collate "C" check (value in ('market', 'fees', 'conversion', 'markup', 'grants'));
create domain order_side as text collate "C" check (value in ('buy', 'sell'));
create domain time_in_force as text collate "C" check (value in ('day', 'gtc'));
create domain order_state as text collate "C" check (
  value in ('received', 'working', 'part_filled', 'filled', 'cancelled', 'expired', 'rejected')
);
create domain end_reason as text collate "C" check (
  value in ('by_customer', 'end_of_day', 'beyond_collar', 'market_closed_for_good')
);
create domain notice_code as text collate "C" check (
  value in ('order_filled', 'order_cancelled', 'order_expired', 'order_rejected', 'grant_received', 'password_changed', 'signed_in')
);

-- The names that PostgreSQL gave to checks of one column differ between tables that were made and tables that were renamed.
create procedure pg_temp.drop_checks(tables regclass[]) language plpgsql as $$
declare
  found record;
begin
  for found in
    select conrelid::regclass as of, conname from pg_constraint where contype = 'c' and conrelid = any(tables)
  loop
    execute format('alter table %s drop constraint %I', found.of, found.conname);
  end loop;
end $$;
call pg_temp.drop_checks('{balances, entries, house_entries, orders, fills, lots, closings, notices}'::regclass[]);
drop procedure pg_temp.drop_checks;

alter table balances
  alter asset type asset,
  alter free type not_negative,
  alter held type not_negative,
  alter version type positive;

alter table entries
  alter version type positive,
  alter posting type positive,
  alter kind type entry_kind,
  alter counter type entry_counter,
  alter free_before type not_negative,
  alter free_after type not_negative,
  alter held_before type not_negative,
  alter held_after type not_negative,
  add constraint a_posting_is_its_first_entry check (posting <= version),
  add constraint only_holds_are_held_against check ((counter = 'hold') = (kind in ('hold', 'release'))),
  -- A hold moves between a customer's own free and held; anything else moves one of the two.
  add constraint one_move check (
    case counter
      when 'hold' then free_before <> free_after and free_before + held_before = free_after + held_after
      else (free_before = free_after) <> (held_before = held_after)
    end
  );

alter table house_entries
  alter account type house_account,
  alter units type not_zero;

alter table orders
  alter side type order_side,
  alter shares type positive,
  alter limit_e4 type positive,
  alter in_force type time_in_force,
  alter worst_e4 type positive,
  alter held_units type not_negative,
  alter other_units type not_negative,
  alter state type order_state,
  alter filled type not_negative,
  alter end_reason type end_reason,
  add constraint ends_after_it_begins check (ends_at >= market_at),
  add constraint a_buy_has_its_worst_price check ((side = 'buy') = (worst_e4 is not null)),
  add constraint holds_something check (held_units + other_units > 0),
  add constraint no_more_than_ordered check (filled <= shares),
  add constraint filled_is_whole check ((state = 'filled') = (filled = shares)),
  add constraint an_end_has_its_time check ((state in ('received', 'working', 'part_filled')) = (ended_at is null)),
  add constraint ended_for_a_reason check ((state in ('cancelled', 'expired')) = (end_reason is not null));

alter table fills
  alter posting type positive,
  alter side type order_side,
  alter shares type positive,
  alter price_e4 type positive,
  alter cost type not_negative,
  alter fee type not_negative,
  add constraint at_the_ask_or_the_bid check (price_e4 = case side when 'buy' then ask_e4 else bid_e4 end),
  add constraint a_sell_has_a_result check ((side = 'sell') = (realised is not null)),
  add constraint a_conversion_is_whole check (num_nulls(paid, received, markup, rate_e6, rate_at) % 5 = 0);

alter table lots
  alter price_e4 type positive,
  alter shares type positive,
  alter cost type not_negative,
  alter fee type not_negative,
  alter shares_left type positive,
  alter cost_left type not_negative,
  add constraint no_more_than_bought check (shares_left <= shares and cost_left <= cost);

alter table closings
  alter shares type positive,
  add constraint the_result_is_what_it_says check (realised = proceeds - fee - cost);

alter table notices alter code type notice_code;
