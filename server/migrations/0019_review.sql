-- What staff decide, and withdrawals. Instants are milliseconds since 1970; amounts are cents.

-- One row for each thing that staff decide; its id is the thing's own. The row says where it stands and which seat holds it.
create table reviews (
  id uuid primary key,
  kind text collate "C" not null check (kind in ('deposit', 'withdrawal', 'kyc')),
  customer uuid not null references customers_lock,
  state text collate "C" not null check (state in ('pending', 'in_review', 'approved', 'refused', 'cancelled')),
  asset text collate "C" check (asset in ('EUR', 'USD')),
  units int8 check (units > 0),
  -- At the rate that is kept with the thing itself; null without one.
  eur_cents int8 check (eur_cents >= 0),
  -- SHA-256 of what was submitted, in hex: it is frozen, and a decision names what was seen.
  payload_hash text collate "C" not null check (payload_hash ~ '^[0-9a-f]{64}$'),
  opened_at int8 not null,
  due_at int8 not null check (due_at > opened_at),
  -- A disagreement begins a new one.
  round int4 not null default 1 check (round > 0),
  seat uuid,
  seat_number int4,
  seat_role text collate "C",
  seat_at int8,
  ended_at int8,
  -- The decision's: a code of the closed list of its kind.
  reason text collate "C",
  constraint an_amount_has_an_asset check ((asset is null) = (units is null)),
  constraint a_holder_is_whole check (
    (seat is null) = (seat_at is null) and (seat is null) = (seat_number is null) and (seat is null) = (seat_role is null)
  ),
  constraint what_is_over_has_an_end check ((ended_at is null) = (state in ('pending', 'in_review'))),
  constraint a_decision_has_a_reason check ((state in ('approved', 'refused')) = (reason is not null)),
  constraint what_is_over_is_held_by_nobody check (ended_at is null or seat is null),
  constraint a_holder_has_opened_it check (seat is null or state = 'in_review')
);
create index reviews_queue on reviews (kind, state, due_at, id) where ended_at is null;
create index reviews_ended on reviews (kind, state, ended_at desc, id desc) where ended_at is not null;
create index reviews_of_a_customer on reviews (customer, kind, opened_at);
grant select, insert on reviews to :server;
grant update (state, round, seat, seat_number, seat_role, seat_at, ended_at, reason) on reviews to :server;

-- What seats did to a review, in order. The server's role adds rows, and can neither change nor remove one.
create table review_steps (
  review uuid not null references reviews (id),
  n int4 not null check (n > 0),
  step text collate "C" not null check (step in ('opened', 'taken_over', 'let_go', 'approve', 'refuse')),
  round int4 not null check (round > 0),
  -- Of an opinion: the first or the second person of its round.
  person int4 check (person between 1 and 2),
  seat uuid not null,
  -- Kept as they were then: what customers are told.
  seat_number int4 not null check (seat_number > 0),
  role text collate "C" not null,
  reason text collate "C",
  -- For other staff alone: it never reaches the customer.
  note text check (note = btrim(note) and char_length(note) between 1 and 500),
  made_at int8 not null,
  primary key (review, n),
  constraint an_opinion_has_a_reason_and_a_person check (
    (step in ('approve', 'refuse')) = (reason is not null) and (reason is null) = (person is null)
  ),
  constraint a_note_is_of_an_opinion check (note is null or reason is not null)
);
-- The second person is never the first, and there is no third.
create unique index review_opinions_of_a_seat on review_steps (review, round, seat) where person is not null;
create unique index review_opinions_of_a_person on review_steps (review, round, person) where person is not null;
grant select, insert on review_steps to :server;

-- What a customer asked to be paid out. It never changes but for its end; where it stands until then says its review, which has its id.
create table withdrawals (
  id uuid primary key,
  customer uuid not null references customers_lock,
  -- Payees never change either, and stay when they are taken away.
  payee uuid not null,
  asset text collate "C" not null check (asset in ('EUR', 'USD')),
  units int8 not null check (units > 0),
  -- USD for one EUR when it was asked for; null where there was none. The limit of two people is counted by it.
  rate_e6 int8 check (rate_e6 > 0),
  made_at int8 not null,
  ended text collate "C" check (ended in ('sent', 'refused', 'cancelled')),
  ended_at int8 check (ended_at >= made_at),
  constraint an_end_has_its_time check ((ended is null) = (ended_at is null))
);
create index withdrawals_of_a_customer on withdrawals (customer, made_at, id);
create index withdrawals_under_way on withdrawals (id) where ended is null;
grant select, insert on withdrawals to :server;
grant update (ended, ended_at) on withdrawals to :server;

-- The accounts through which money comes in and goes out.
-- Its name came with the table's renaming.
alter table entries drop constraint entries_counter_check1;
alter table entries add constraint entries_counter_check
  check (counter in ('hold', 'market', 'fees', 'conversion', 'markup', 'grants', 'deposits', 'withdrawals'));
alter table house_entries drop constraint house_entries_account_check;
alter table house_entries add constraint house_entries_account_check
  check (account in ('market', 'fees', 'conversion', 'markup', 'grants', 'deposits', 'withdrawals'));

-- Which codes there are stands in the contract; here only their form.
alter table notices drop constraint notices_code_check;
alter table notices add constraint notices_code_check check (code ~ '^[a-z]+(_[a-z]+)*$');
