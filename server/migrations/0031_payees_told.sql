-- When a customer was told that a payee's wait is over. Those that were ready before are told nothing any more.
alter table payees add column ready_told_at int8;
update payees set ready_told_at = ready_at where ready_at <= extract(epoch from now()) * 1000;
create index payees_to_tell on payees (ready_at) where ready_told_at is null and removed_at is null;
grant update (ready_told_at) on payees to :server;
