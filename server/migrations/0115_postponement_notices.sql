-- A notice about later dates goes once to each application that ran when they were decided.
create table ipo_postponement_notices (
  customer uuid not null,
  application uuid not null,
  offer uuid not null,
  place int4 not null,
  sent_at int8 not null,
  primary key (customer, application, place),
  foreign key (customer, application) references ipo_applications,
  foreign key (offer, place) references ipo_postponements
);
grant select, insert on ipo_postponement_notices to :server;

-- Later dates whose notices have all been sent.
create table ipo_postponements_sent (
  offer uuid not null,
  place int4 not null,
  sent_at int8 not null,
  primary key (offer, place),
  foreign key (offer, place) references ipo_postponements
);
grant select, insert on ipo_postponements_sent to :server;
