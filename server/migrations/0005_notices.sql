-- What a customer was told: a code and its facts, put into words when they are read.
create table notices (
  customer uuid not null,
  id uuid not null,
  code text collate "C" not null check (
    code in ('order_filled', 'order_cancelled', 'order_expired', 'order_rejected', 'grant_received', 'password_changed', 'signed_in')
  ),
  facts jsonb not null,
  order_id uuid,
  made_at int8 not null,
  read_at int8,
  primary key (customer, id)
);
create index notices_unread on notices (customer) where read_at is null;
grant select, insert on notices to :server;
grant update (read_at) on notices to :server;

-- Which notices a customer wants to see; all of them where there is no row.
create table notice_choices (
  customer uuid primary key,
  orders boolean not null,
  sign_ins boolean not null
);
grant select, insert, update on notice_choices to :server;
