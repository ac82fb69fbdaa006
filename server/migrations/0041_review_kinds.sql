-- Kinds of review, reviews of the house's own things, amounts in shares, and offers of less than was asked.

-- The migration of a later product drops `known` and adds it again with the names of all kinds: a test compares them with the code.
create domain review_kind as text collate "C" constraint known check (value in ('deposit', 'withdrawal', 'kyc'));
alter table reviews drop constraint reviews_kind_check;
alter table reviews alter column kind type review_kind;

-- Null is the house's own, such as the terms of an offer. Seats that decide one take turns by a row of the house in customers_lock,
-- which the first such review makes.
alter table reviews alter column customer drop not null;
alter table reviews add constraint these_kinds_are_a_customers
  check (customer is not null or kind not in ('deposit', 'withdrawal', 'kyc'));

alter table reviews drop constraint reviews_asset_check;
alter table reviews add constraint reviews_asset_check check (asset ~ '^(EUR|USD|[A-Z]{4}:[A-Z0-9.]{1,12})$');

-- `offered`: staff have approved less than was asked, and the customer has not answered yet.
alter table reviews drop constraint reviews_state_check;
alter table reviews add constraint reviews_state_check
  check (state in ('pending', 'in_review', 'offered', 'approved', 'refused', 'cancelled'));
alter table reviews drop constraint what_is_over_has_an_end;
alter table reviews add constraint what_is_over_has_an_end
  check ((ended_at is null) = (state in ('pending', 'in_review', 'offered')));
alter table reviews drop constraint a_decision_has_a_reason;
alter table reviews add constraint a_decision_has_a_reason
  check ((state in ('offered', 'approved', 'refused')) = (reason is not null));

-- The smaller amount that the opinions of a round are about: a payload of its own, frozen like the one that was submitted.
create table review_offers (
  review uuid not null references reviews (id),
  round int4 not null check (round > 0),
  units int8 not null check (units > 0),
  eur_cents int8 check (eur_cents >= 0),
  payload_hash text collate "C" not null check (payload_hash ~ '^[0-9a-f]{64}$'),
  made_at int8 not null,
  -- Until when the customer may answer, once it is decided.
  ends_at int8,
  answer text collate "C" check (answer in ('accepted', 'declined', 'expired')),
  answered_at int8,
  primary key (review, round),
  constraint an_answer_has_its_time check ((answer is null) = (answered_at is null)),
  constraint what_is_answered_was_offered check (answer is null or ends_at is not null)
);
create index review_offers_open on review_offers (ends_at) where ends_at is not null and answer is null;
grant select, insert on review_offers to :server;
grant update (ends_at, answer, answered_at) on review_offers to :server;
