-- Restrictions in three levels; acts on them that two people decide; approved withdrawals that go back to their queue.

-- 1: no new risk. 2: besides, no money goes out. 3: closed to all but reading and support. A restriction from before refused orders
-- of both sides, deposits and withdrawals: level 3 alone refuses all of these.
alter table restrictions add column level int4 check (level between 1 and 3);
update restrictions set level = 3;
alter table restrictions alter column level set not null;
-- How many people decided it. Null at the command line.
alter table restrictions add column people int4 check (people between 1 and 2);
update restrictions set people = 1 where seat is not null;
alter table restrictions add constraint seats_are_people check ((people is null) = (seat is null));
create index restrictions_by_end on restrictions (until_at, customer) where lifted_at is null;

-- A long restriction, or the lifting of one, that two people decide; its review has the state.
create table restriction_requests (
  customer uuid not null references customers (id),
  id uuid not null,
  act text collate "C" not null check (act in ('restrict', 'lift')),
  -- Of a restriction.
  level int4 check (level between 1 and 3),
  reason text collate "C" check (reason in ('checking_identity', 'reported_stolen', 'unusual_activity', 'court_order', 'asked_by_customer')),
  until_at int8,
  -- Of a lifting: the restriction that was in force.
  restriction uuid,
  seat uuid not null references seats (id),
  seat_number int4 not null check (seat_number > 0),
  role text collate "C" not null,
  made_at int8 not null,
  primary key (customer, id),
  foreign key (customer, restriction) references restrictions (customer, id),
  constraint a_restriction_has_its_terms check (
    (act = 'restrict') = (level is not null) and (level is null) = (reason is null) and (level is null) = (until_at is null)
  ),
  constraint a_lifting_names_its_restriction check ((act = 'lift') = (restriction is not null))
);
grant select, insert on restriction_requests to :server;

alter domain review_kind drop constraint known;
alter domain review_kind add constraint known check (value in ('deposit', 'withdrawal', 'kyc', 'restriction'));
alter table reviews drop constraint these_kinds_are_a_customers;
alter table reviews add constraint these_kinds_are_a_customers
  check (customer is not null or kind not in ('deposit', 'withdrawal', 'kyc', 'restriction'));

-- An order that a restriction ended.
alter domain end_reason drop constraint end_reason_check;
alter domain end_reason add constraint end_reason_check
  check (value = any ('{by_customer,end_of_day,beyond_collar,market_closed_for_good,restricted}'));

-- `recalled`: an approved withdrawal went back to its queue before it was sent. The operator at the command line is no seat.
alter table review_steps drop constraint review_steps_step_check;
alter table review_steps add constraint review_steps_step_check
  check (step in ('opened', 'taken_over', 'let_go', 'approve', 'refuse', 'recalled'));
alter table review_steps alter column seat drop not null, alter column seat_number drop not null, alter column role drop not null;
alter table review_steps add constraint a_step_is_a_seats
  check ((seat is null) = (seat_number is null) and (seat is null) = (role is null) and (seat is not null or step = 'recalled'));

-- Restrictions in force stop money from now on: what is approved and not sent goes back to its queue, where two people decide.
with recalled as (
  update reviews r set state = 'pending', round = r.round + 1, ended_at = null, reason = null
  from withdrawals w join restrictions x on x.customer = w.customer
  where r.kind = 'withdrawal' and r.state = 'approved' and w.customer = r.customer and w.id = r.record and w.ended is null
    and x.lifted_at is null and x.until_at > (extract(epoch from now()) * 1000)::int8
  returning r.id, r.round
)
insert into review_steps (review, n, step, round, made_at)
select r.id, (select coalesce(max(n), 0) + 1 from review_steps s where s.review = r.id), 'recalled', r.round - 1,
  (extract(epoch from now()) * 1000)::int8
from recalled r;
