-- A run of an own strategy names it; `version` is that of its text. Both stay once the strategy is removed, with its name then.
alter table runs add column own uuid;
alter table runs add column own_name text check (own_name <> '');
alter table runs add constraint an_own_strategy_is_named
  check ((own is not null) = (strategy = 'own') and (own is not null) = (own_name is not null));
create index runs_of_own_strategies on runs (customer, own) where own is not null and ended_at is null;
