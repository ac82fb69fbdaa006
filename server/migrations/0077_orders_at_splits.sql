-- A split changes the terms of open orders. The terms that were stay in order_changes, as those that a replacement ended.
alter table order_changes
  add column action uuid references corporate_actions (id),
  add column ratio_from int8 check (ratio_from > 0),
  add column ratio_to int8 check (ratio_to > 0),
  add constraint a_split_has_its_ratio check (num_nonnulls(action, ratio_from, ratio_to) in (0, 3));

-- The open orders that an action adjusted. A customer without a share has a part of it if it adjusted an order of theirs.
alter table corporate_parts add column adjusted int4 not null default 0 check (adjusted >= 0);
alter table corporate_parts alter column adjusted drop default;
