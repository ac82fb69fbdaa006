-- From `at` on (milliseconds since 1970, of the server) a replay's clock stands still, or goes on. It only delays: nothing is
-- skipped, and what was told stays.
create table replay_switches (
  at int8 primary key,
  stands boolean not null
);

grant select, insert on replay_switches to :server;
