-- The server's role may do what its statements do, and nothing else (tools/grants.test.ts holds the two against each other).

-- A right to change some column is what lets a write lock a row. Until now that was the day of a deposit and of an account; from here on it
-- is a column that can only ever be what it is.
alter table customers_lock add column turn int2 not null default 0 constraint a_turn_changes_nothing check (turn = 0);
revoke update (opened_at) on customers_lock from :server;
grant update (turn) on customers_lock to :server;
alter table deposits add column turn int2 not null default 0 constraint a_turn_changes_nothing check (turn = 0);
revoke update (made_at) on deposits from :server;
grant update (turn) on deposits to :server;

-- Whose a seat is, its password and its codes are written once, when it is claimed.
revoke update (customer, password_hash, sealed_code) on seats from :server;

-- What a row is found by stays as it was written.
revoke update on attempts, notice_choices, fill_progress, alert_progress from :server;
grant update (tries) on attempts to :server;
grant update (orders, sign_ins) on notice_choices to :server;
grant update (through_at) on fill_progress, alert_progress to :server;
