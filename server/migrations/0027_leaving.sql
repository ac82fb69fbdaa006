-- Starting over, and leaving: what a customer hands back to the house, and accounts that staff or the operator hold back.

-- Somebody handed back what they had: to start over, or the rest that is too small to be withdrawn before they left. Its entries name it
-- as their cause.
create table hand_backs (
  id uuid primary key,
  customer uuid not null references customers_lock,
  why text collate "C" not null check (why in ('start_over', 'closing')),
  -- Open orders that were cancelled for it.
  orders int4 not null check (orders >= 0),
  made_at int8 not null
);
create index hand_backs_of_a_customer on hand_backs (customer, made_at);
grant select, insert on hand_backs to :server;

-- What left a lot otherwise than by a sell: the shares went back at what they had cost, so that no price was needed.
create table lot_returns (
  customer uuid not null,
  lot uuid not null,
  hand_back uuid not null references hand_backs (id),
  listing text collate "C" not null,
  shares int8 not null check (shares > 0),
  cost int8 not null check (cost >= 0),
  -- The posting that moved them.
  posting int8 not null check (posting > 0),
  primary key (customer, lot)
);
grant select, insert on lot_returns to :server;

-- Its name came with the table’s renaming.
alter table entries drop constraint entries_kind_check1;
alter table entries add constraint entries_kind_check check (
  kind in (
    'deposit', 'withdrawal', 'buy', 'sell', 'fee', 'conversion', 'hold', 'release', 'interest', 'dividend', 'loan', 'option', 'grant',
    'handed_back'
  )
);

-- At the command line it is the operator who holds an account back: there is no seat then, and no role.
alter table restrictions alter column seat drop not null, alter column role drop not null;
alter table restrictions add constraint a_seat_acts_in_a_role check ((seat is null) = (role is null));
