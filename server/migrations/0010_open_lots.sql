-- A lot that is closed goes: its buy and its closings tell what it was, and what is still held stands here alone. A row that is
-- written again and again then has no index but its key.
delete from lots where shares_left = 0;
drop index lots_open;
alter table lots drop constraint nothing_left_costs_nothing;
alter table lots drop constraint lots_check;
alter table lots drop constraint lots_check1;
alter table lots add constraint still_open check (shares_left between 1 and shares and cost_left between 0 and cost);
grant delete on lots to :server;
