-- An open order goes with its listing to the new ticker. The listing that it had stays in order_changes, with the action.
alter table order_changes add column listing text collate "C";
alter table order_changes drop constraint a_split_has_its_ratio;
alter table order_changes add constraint an_action_has_its_terms check (
  (action is not null) = (listing is not null or ratio_from is not null)
  and (ratio_from is null) = (ratio_to is null) and num_nonnulls(listing, ratio_from) <= 1
);
create index moved_orders on order_changes (customer, id) where listing is not null;
grant update (listing, held_asset) on orders to :server;

-- Orders, alerts and watched listings go with it.
grant update (listing) on watches to :server;
