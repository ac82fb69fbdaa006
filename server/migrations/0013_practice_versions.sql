-- Of a house that opened with an earlier version of the practice market: with which version it went on, and when. The version
-- of the opening stays where it was written. The first day that was priced by that version alone is the first one to check.
create table practice_versions (
  function_version int4 primary key check (function_version > 1),
  since_at int8 not null,
  checkable_from text not null check (checkable_from ~ '^\d{4}-\d\d-\d\d$')
);

grant select, insert on practice_versions to :server;
