-- A customer with won shares is told once that they trade: one row for each application that was allotted some.
create table ipo_trading_notices (
  customer uuid not null,
  application uuid not null,
  offer uuid not null references ipo_offers,
  -- The shares that were left. Without any there is nothing to tell.
  shares int8 not null check (shares >= 0),
  sent_at int8 not null,
  primary key (customer, application),
  foreign key (customer, application) references ipo_allotments
);
grant select, insert on ipo_trading_notices to :server;

-- Offers whose notices have all been sent, null for those whose shares traded before there were such notices.
create table ipo_trading_sent (
  offer uuid primary key references ipo_offers,
  sent_at int8
);
grant select, insert on ipo_trading_sent to :server;
insert into ipo_trading_sent (offer, sent_at)
  select s.offer, null from ipo_settled s join ipo_offers o on o.id = s.offer
  where o.lists_at <= (extract(epoch from now()) * 1000)::int8;
