-- Each server says for itself how far the orders that it knows are through. One row for all let a server that knew nothing of
-- another's orders say so of them too, and the other one passed over what it had missed when it started again.
-- By a default, not by a statement: where one role owns and serves, it has no right to rewrite these rows.
alter table fill_progress add column node uuid not null default '00000000-0000-0000-0000-000000000000';
alter table fill_progress add column written_at int8 not null default 0;
alter table fill_progress alter column node drop default, alter column written_at drop default;
alter table fill_progress drop column "only";
alter table fill_progress add primary key (node);
grant update (written_at), delete on fill_progress to :server;
