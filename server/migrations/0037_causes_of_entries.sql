-- An entry knows the kind of its cause: an id is unique within a kind only. A grant at sign-up has a kind and no id.
alter table entries add column cause_kind text collate "C";
update entries e set cause_kind = case
  when e.counter = 'deposits' then 'deposit'
  when e.counter = 'withdrawals' then 'withdrawal'
  when exists (select from hand_backs h where h.id = e.cause and h.customer = e.customer) then 'hand_back'
  when e.kind = 'grant' then 'grant'
  -- One id may be an order's and a withdrawal's: the hold and the release of a withdrawal have its amount and its instants.
  when e.kind in ('hold', 'release') and exists (
    select from withdrawals w where w.id = e.cause and w.customer = e.customer and w.asset = e.asset
      and w.units = abs(e.held_after - e.held_before)
      and e.made_at = case e.kind when 'hold' then w.made_at else w.ended_at end
  ) then 'withdrawal'
  when exists (select from orders o where o.id = e.cause and o.customer = e.customer) then 'order'
end;
-- No entry is left without one, and none but a grant is without a cause.
alter table entries alter column cause_kind set not null,
  add constraint entries_cause_kind_check check (cause_kind in ('order', 'withdrawal', 'deposit', 'grant', 'hand_back')),
  add constraint a_cause_has_an_id check (cause is not null or cause_kind = 'grant');

-- The numbers of a withdrawal's postings were found by its id alone, which an order may have too.
update withdrawals w set held_posting = own.held, ended_posting = own.ended
from (
  select customer, cause,
    min(posting) filter (where kind = 'hold') as held, max(posting) filter (where kind <> 'hold') as ended
  from entries where cause_kind = 'withdrawal' group by customer, cause
) as own
where own.cause = w.id and own.customer = w.customer
  and (w.held_posting is distinct from own.held or w.ended_posting is distinct from own.ended);

-- The rows that a check found against the laws, the first of each.
alter table verifications add column ledger_broken jsonb not null default '[]';
