-- An exit attached to a buy may have a stop that follows the market, by a share of it, from the first fill on.
alter table order_conditions add column exits_trail_bps int4 check (exits_trail_bps between 1 and 5000);
alter table order_conditions add constraint an_attached_stop_is_one check (num_nonnulls(exits_stop_e4, exits_trail_bps) <= 1);
alter table order_conditions drop constraint a_placed_exit_was_attached;
alter table order_conditions add constraint a_placed_exit_was_attached
  check (exit_order is null or num_nonnulls(exits_stop_e4, exits_trail_bps, exits_profit_e4) > 0);
alter table order_conditions drop constraint an_exit_of_a_buy_is_an_exit;
alter table order_conditions add constraint an_exit_of_a_buy_is_an_exit
  check (of_buy is null or (is_exit and lot is null and num_nonnulls(exits_stop_e4, exits_trail_bps, exits_profit_e4) = 0));
grant update (exits_trail_bps) on order_conditions to :server;

-- The share of the exit that was attached until a change.
alter table order_changes add column exits_trail_bps int4;
