-- Two people withdraw a published block offer: the proposal with its public reason, and what becomes of the applications that wait.

-- The list of kinds takes one more, whichever it has by now.
do $$
declare
  known record;
begin
  select pg_get_constraintdef(c.oid) as definition into strict known
  from pg_constraint c join pg_type d on d.oid = c.contypid
  where d.typnamespace = current_schema()::regnamespace and d.typname = 'review_kind' and c.conname = 'known';
  alter domain review_kind drop constraint known;
  execute format('alter domain review_kind add constraint known %s',
    replace(known.definition, 'ARRAY[', 'ARRAY[''block_withdrawal''::text, '));
end
$$;

-- A proposal is never changed: the decision is in its review.
create table block_withdrawals (
  id uuid primary key,
  offer uuid not null references block_offers,
  reason text collate "C" not null check (reason in ('terms_mistaken', 'shares_not_available', 'company_event')),
  seat uuid not null,
  seat_number int4 not null,
  seat_role text not null,
  made_at int8 not null
);
create index block_withdrawals_of_an_offer on block_withdrawals (offer);
grant select, insert on block_withdrawals to :server;

-- The withdrawal of an offer that two people decided, in public. It is never taken back.
alter table block_offers
  add column withdrawn_at int8 check (withdrawn_at >= published_at),
  add column withdrawal_reason text collate "C"
    check (withdrawal_reason in ('terms_mistaken', 'shares_not_available', 'company_event')),
  add constraint a_withdrawal_has_its_reason check ((withdrawn_at is null) = (withdrawal_reason is null)),
  add constraint only_a_published_offer_is_withdrawn check (withdrawn_at is null or published_at is not null);
grant update (withdrawn_at, withdrawal_reason) on block_offers to :server;
create function a_block_withdrawal_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the withdrawal of a block offer is not taken back' using errcode = '23514';
end
$$;
create trigger a_block_withdrawal_stays before update of withdrawn_at, withdrawal_reason on block_offers
  for each row when (old.withdrawn_at is not null) execute function a_block_withdrawal_stays();

-- An application that was not approved when its offer was withdrawn ends with it.
alter table block_applications drop constraint block_applications_end_reason_check;
alter table block_applications add constraint block_applications_end_reason_check check (end_reason in
  ('bought', 'refused', 'cancelled', 'declined', 'expired', 'above_cap', 'changed', 'withdrawn'));
alter table block_applications add constraint an_approved_one_is_not_withdrawn check
  (end_reason is distinct from 'withdrawn' or price_after is null);
create index block_applications_that_wait on block_applications (offer, customer, id) where ended_at is null and price_after is null;
