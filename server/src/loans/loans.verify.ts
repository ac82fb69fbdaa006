import { LOAN_TERMS } from '@lonja/core/loans/schedule.rules'
import { lawOf, type Books } from '../ledger/laws.verify.ts'

/** The interest of a night on what it was charged on, by the terms of its loan: rounded up to the cent. */
const NIGHT_BY_TERMS = `case ${Object.entries(LOAN_TERMS)
  .map(([version, { yearBps }]) => `when l.terms = ${version} then (n.principal * ${yearBps} + 3649999) / 3650000`)
  .join(' ')} end`

/** The laws of loans. */
export const LOAN_BOOKS: Books = {
  counted: { loans: 'loans', loan_repayments: 'loan_repayments' },
  holds: "select customer, 'loan_repayment', id, 'EUR', units from loan_repayments where ended_at is null",
  against: {
    loan_under_way: `select from loans where customer = $1 and paid_out_at is null and ended_at is null
      union all select from loan_repayments where customer = $1 and ended_at is null`,
  },
  laws: [
    lawOf(
      'loan_debts',
      'what is owed of a loan is what its entries have lent, less what they have repaid',
      `select l.customer, null::int8 as number, 'loan' as cause_kind, l.id as cause,
         format('owes %s, by its entries %s', coalesce(d.principal + d.interest, 0), e.lent) as differs
       from loans l
       left join loan_debts d on d.customer = l.customer and d.loan = l.id
       left join lateral (
         select coalesce(sum(free_moved + held_moved), 0) as lent from entries e
         where e.customer = l.customer and e.counter = 'loans' and (
           (e.cause_kind = 'loan' and e.cause = l.id)
           or (e.cause_kind = 'loan_repayment' and exists (
             select from loan_repayments p where p.customer = e.customer and p.id = e.cause and p.loan = l.id
           ))
         )
       ) as e on true
       where coalesce(d.principal + d.interest, 0) <> e.lent or (d.loan is null) <> (l.paid_out_at is null)`,
    ),
    lawOf(
      'loan_nights',
      'the interest of each night of a loan follows from its terms, each night is charged once and in turn, and none after the term',
      `select customer, posting as number, 'loan' as cause_kind, loan as cause, differs from (
         select n.customer, n.posting, n.loan, format('day %s: %s on %s', n.day, n.interest, n.principal) as differs
         from loan_nights n join loans l on l.customer = n.customer and l.id = n.loan
         join loan_debts d on d.customer = n.customer and d.loan = n.loan
         where n.interest is distinct from ${NIGHT_BY_TERMS} or n.day > d.last_day or n.day > d.charged_through
            or not exists (
              select from entries e where e.customer = n.customer and e.posting = n.posting and e.cause_kind = 'loan'
                and e.cause = n.loan and e.kind = 'loan' and e.counter = 'loans' and e.free_moved = n.interest
            )
         union all
         select d.customer, null::int8, d.loan, format('%s nights charged until day %s', n.count, d.charged_through)
         from loan_debts d join loans l on l.customer = d.customer and l.id = d.loan
         join lateral (
           select count(*) as count, min(day) as first, max(day) as last from loan_nights n where n.customer = d.customer and n.loan = d.loan
         ) as n on true
         where n.count > 0 and (n.last <> d.charged_through or n.count <> n.last - n.first + 1)
       ) as wrong`,
    ),
    lawOf(
      'loan_entries',
      'entries of loans are of one that is there, each by a step that it says itself, and nothing else goes to its accounts',
      `select e.customer, e.version as number, e.cause_kind, e.cause, format('%s %s to %s', e.kind, e.free_moved + e.held_moved, e.counter) as differs
       from entries e
       left join loans l on e.cause_kind = 'loan' and l.customer = e.customer and l.id = e.cause
       left join loan_repayments p on e.cause_kind = 'loan_repayment' and p.customer = e.customer and p.id = e.cause
       where (e.cause_kind in ('loan', 'loan_repayment') or e.counter in ('loans', 'loan_interest', 'loan_losses')) and e.counter <> 'debts'
         and not coalesce(case
           when l.id is not null and e.kind = 'loan' and e.counter = 'loans' then
             (e.free_moved = l.units and e.made_at = l.paid_out_at)
             or exists (select from loan_nights n where n.customer = l.customer and n.loan = l.id and n.posting = e.posting and n.interest = e.free_moved)
           when l.id is not null and e.kind = 'loan_interest' then
             exists (select from loan_nights n where n.customer = l.customer and n.loan = l.id and n.posting = e.posting and n.interest = -e.free_moved)
           when l.id is not null and e.kind = 'loan_written_off' then e.counter = 'loan_losses' and e.free_moved = l.let_go
           when l.id is not null and e.kind = 'loan_repayment' then l.let_go is not null and e.made_at = l.ended_at
           when p.id is not null and e.kind = 'hold' then e.held_moved = p.units and e.made_at = p.made_at
           when p.id is not null and e.kind = 'release' then p.end_reason in ('refused', 'cancelled') and e.held_moved = -p.units
           when p.id is not null and e.kind = 'loan_repayment' then p.end_reason = 'booked' and e.held_moved = -p.units
           when p.id is not null and e.kind = 'loan_interest' then e.free_moved = p.returned
           when p.id is not null and e.kind = 'loan' then e.free_moved = -p.returned
         end, false)`,
    ),
    lawOf(
      'loan_reviews',
      'a loan is paid out, and a repayment booked, as its review says',
      `select customer, null::int8 as number, cause_kind, cause, differs from (
         select l.customer, 'loan' as cause_kind, l.id as cause,
           format('%s, its review %s', coalesce(l.end_reason, case when l.paid_out_at is null then 'under way' else 'paid out' end), coalesce(r.state, 'is not there')) as differs
         from loans l
         left join reviews r on r.record = l.id and r.kind = 'loan' and r.customer = l.customer and r.units = l.units and r.opened_at = l.made_at
         where r.id is null or (l.paid_out_at is not null) <> (r.state = 'approved')
            or (l.end_reason in ('refused', 'cancelled') and r.state <> l.end_reason)
            or (l.ended_at is null and l.paid_out_at is null and r.state not in ('pending', 'in_review'))
         union all
         select p.customer, 'loan_repayment', p.id, format('%s, its review %s', coalesce(p.end_reason, 'under way'), coalesce(r.state, 'is not there'))
         from loan_repayments p
         left join reviews r on r.record = p.id and r.kind = 'loan_repayment' and r.customer = p.customer and r.units = p.units and r.opened_at = p.made_at
         where r.id is null or (p.end_reason is not distinct from 'booked') <> (r.state = 'approved')
            or (p.end_reason in ('refused', 'cancelled') and r.state <> p.end_reason)
            or (p.ended_at is null and r.state not in ('pending', 'in_review'))
       ) as wrong`,
    ),
  ],
}
