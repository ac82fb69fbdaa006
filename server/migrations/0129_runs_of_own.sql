-- The runs of one own strategy, newest first.
create index runs_of_an_own_strategy on runs (customer, own, made_at, id) where own is not null;
