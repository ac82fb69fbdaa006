-- The steps of one record are one message: its newest step, behind which the earlier ones stay as they were sent.
alter table notices add column record_id uuid;
alter table notices add column followed boolean not null default false;
update notices set record_id = (facts ->> 'recordId')::uuid where facts ? 'recordId';
create index notices_of_record on notices (customer, record_id) where record_id is not null;
update notices n set followed = true
from (
  select customer, record_id, facts ->> 'record' as kind, max(id::text)::uuid as newest
  from notices where record_id is not null group by 1, 2, 3
) as step
where n.customer = step.customer and n.record_id = step.record_id and n.facts ->> 'record' = step.kind and n.id <> step.newest;
grant update (followed) on notices to :server;
