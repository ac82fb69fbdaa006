-- The events that a live feed has sent of a listing while orders in it were open, in one chain of hashes for each listing. A fill is
-- worked out anew from them. Rows are added and read, and nothing else.
create domain heard_kind as text check (value in ('begin', 'end', 'gap', 'quote', 'halt', 'resume', 'rate'));
create domain gap_reason as text
  check (value in ('disconnected', 'not_subscribed', 'silent', 'late', 'server_away', 'not_stored'));

create table heard_events (
  listing text collate "C" not null,
  n int8 not null check (n > 0),
  node uuid not null,
  kind heard_kind not null,
  event_at int8 not null,
  heard_at int8 not null,
  written_at int8 not null,
  nanos int4,
  bid_e4 int8,
  ask_e4 int8,
  bid_size int8,
  ask_size int8,
  last_e4 int8,
  rate_e6 int8,
  from_at int8,
  reason gap_reason,
  of_node uuid,
  hash bytea not null check (length(hash) = 32),
  primary key (listing, n),
  check (num_nonnulls(nanos, bid_e4, ask_e4, bid_size, ask_size, last_e4) = case kind when 'quote' then 6 else 0 end),
  check ((rate_e6 is not null) = (kind = 'rate')),
  check (num_nonnulls(from_at, reason) = case kind when 'gap' then 2 else 0 end),
  check (of_node is null or reason = 'server_away')
);

-- The rows of a day stand together, as they were added.
create index heard_events_by_time on heard_events using brin (written_at);

grant select, insert on heard_events to :server;

-- Of a house on a live feed that opened under an earlier release: the instant since which events are kept. 0 for all others.
alter table house_opening add column events_kept_from int8 not null default 0;
update house_opening set events_kept_from = (extract(epoch from now()) * 1000)::int8 where source = 'alpaca';
