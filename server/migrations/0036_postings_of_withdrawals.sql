-- A withdrawal keeps the numbers of its postings: of the one that held the amount, and of the one that ended the hold. To find them by
-- their cause, every entry that the customer ever had was read. Null where a server of an earlier release wrote the row: then they are
-- found as before.
alter table withdrawals add column held_posting int8 check (held_posting > 0);
alter table withdrawals add column ended_posting int8 check (ended_posting > held_posting);
update withdrawals w set held_posting = own.held, ended_posting = own.ended
from (
  select e.customer, e.cause,
    min(e.posting) filter (where e.kind = 'hold') as held,
    max(e.posting) filter (where e.kind <> 'hold') as ended
  from entries e join withdrawals o on o.id = e.cause and o.customer = e.customer
  group by e.customer, e.cause
) as own
where own.cause = w.id and own.customer = w.customer;
grant update (ended_posting) on withdrawals to :server;
