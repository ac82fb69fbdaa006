-- After a password reset money out and new risk wait until then, or until the customer gives the trading password.
-- Null where nothing waits. A reset under way when this migration runs keeps its wait of withdrawals.
alter table customers add column access_waits_until int8;
grant update (access_waits_until) on customers to :server;
