-- Reversals of credits: what a seat asks for, with its review; and, once two people have approved it, the posting.
create table reversals (
  customer uuid not null references customers (id),
  id uuid not null,
  -- The number of the customer's entry that is reversed, its kind, and what it credited.
  entry entry_number not null,
  kind text collate "C" not null check (kind in ('deposit', 'grant')),
  asset text collate "C" not null check (asset in ('EUR', 'USD')),
  credited int8 not null check (credited > 0),
  units int8 not null check (units > 0),
  reason text collate "C" not null
    check (reason in ('wrong_amount', 'wrong_customer', 'payment_missing', 'credited_twice', 'granted_by_mistake')),
  seat uuid not null references seats (id),
  seat_number int4 not null check (seat_number > 0),
  role text collate "C" not null,
  made_at int8 not null,
  -- The posting, and how much of the amount was not free and became a debt.
  posting entry_number,
  owed int8 check (owed >= 0 and owed <= units),
  posted_at int8,
  primary key (customer, id),
  constraint a_part_of_the_credit check (units <= credited),
  constraint what_is_posted_says_what_is_owed check ((posting is null) = (owed is null) and (posting is null) = (posted_at is null))
);
create index reversals_of_an_entry on reversals (customer, entry);
grant select, insert on reversals to :server;
grant update (posting, owed, posted_at) on reversals to :server;

alter domain review_kind drop constraint known;
alter domain review_kind add constraint known check (value in ('deposit', 'withdrawal', 'kyc', 'restriction', 'publication', 'reset', 'reversal'));
alter table reviews drop constraint these_kinds_are_a_customers;
alter table reviews add constraint these_kinds_are_a_customers
  check (customer is not null or kind not in ('deposit', 'withdrawal', 'kyc', 'restriction', 'reset', 'reversal'));
