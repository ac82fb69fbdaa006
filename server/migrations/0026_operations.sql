-- Operations at the console: invitation codes made and ended there, how many a message went to, and what the last check of the books found.

-- An id by which a code is named without being said: in the audit log and in addresses. Codes made before get one of the same time.
alter table invitations add column id uuid;
update invitations set id = (
  lpad(to_hex(made_at), 12, '0') || '7' || substr(md5(code), 1, 3) || '8' || substr(md5(code), 4, 15)
)::uuid;
alter table invitations alter column id set not null;
create unique index invitations_by_id on invitations (id);
alter table invitations
  -- The seat that made it; null for one made at the command line or by the first start.
  add column made_by uuid references seats (id),
  -- When it was ended before its time; it opens nothing from then on.
  add column ended_at bigint check (ended_at >= made_at);
grant update (ended_at) on invitations to :server;

-- Null for messages sent before it was kept.
alter table house_messages add column told int4 check (told >= 0);

-- What `npm run verify` found, each time it ran to its end.
create table verifications (
  id uuid primary key,
  began_at int8 not null,
  ended_at int8 not null check (ended_at >= began_at),
  ledger_laws int4 not null check (ledger_laws > 0),
  ledger_breaches int4 not null check (ledger_breaches >= 0),
  -- Null where the house's secret was not there to check the audit log with.
  audit_rows int8 check (audit_rows >= 0),
  audit_faults int4 check (audit_faults >= 0),
  constraint the_audit_is_checked_whole_or_not_at_all check ((audit_rows is null) = (audit_faults is null))
);
grant select, insert on verifications to :server;
