-- Each server says for itself how far the orders that it knows are through. One row for all let a server that knew nothing of
-- another's orders say so of them too, and the other one passed over what it had missed when it started again.
alter table fill_progress add column node uuid;
alter table fill_progress add column written_at int8;
update fill_progress set node = '00000000-0000-0000-0000-000000000000', written_at = 0;
alter table fill_progress drop column "only";
alter table fill_progress alter column node set not null, alter column written_at set not null, add primary key (node);
grant update (written_at), delete on fill_progress to :server;
