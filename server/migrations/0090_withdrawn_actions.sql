-- An announced action that a later file of a feed has withdrawn in public, before anything of it was carried out.
alter table corporate_actions add column withdrawn_at int8;
alter table corporate_actions add constraint what_is_withdrawn_is_not_done check (withdrawn_at is null or done_at is null);
grant update (withdrawn_at) on corporate_actions to :server;

-- Whoever was told of it is told of its withdrawal, once.
alter table corporate_told add column withdrawn_at int8;
grant update (withdrawn_at) on corporate_told to :server;

-- The same action may be announced anew, with other terms: a listing has one of a kind on a day that stands.
alter table corporate_actions drop constraint corporate_actions_listing_ex_day_kind_key;
create unique index corporate_actions_standing on corporate_actions (listing, ex_day, kind) where withdrawn_at is null;
drop index corporate_actions_open;
create index corporate_actions_open on corporate_actions (record_at) where withdrawn_at is null and (done_at is null or told_at is null);
