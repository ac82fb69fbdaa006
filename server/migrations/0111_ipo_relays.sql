-- What the relays of drand answered last for the round that a draw waits for. It is shown to staff until the round is there.
create table ipo_relay_faults (
  offer uuid not null references ipo_offers,
  relay text collate "C" not null,
  round int8 not null check (round > 0),
  fault text not null,
  at int8 not null,
  primary key (offer, relay)
);
grant select, insert on ipo_relay_faults to :server;
grant update (round, fault, at) on ipo_relay_faults to :server;
