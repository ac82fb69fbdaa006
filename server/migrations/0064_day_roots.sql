-- Each day that is over has a root: a hash over its entries and fills and the audit rounds signed in it, in one signed line.
create table day_roots (
  day text collate "C" primary key check (day ~ '^\d{4}-\d\d-\d\d$'),
  line text not null
);
grant select, insert on day_roots to :server;

-- The rows of a day stand together, as they were added.
create index postings_by_time on postings using brin (made_at);
create index fills_by_time on fills using brin (made_at);
