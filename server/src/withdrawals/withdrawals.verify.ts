import { lawOf, type Books } from '../ledger/laws.verify.ts'

/** The laws of withdrawals. */
export const WITHDRAWAL_BOOKS: Books = {
  counted: { withdrawals: 'withdrawals' },
  holds: "select customer, 'withdrawal', id, asset, units from withdrawals where ended is null",
  against: { withdrawal_under_way: 'select from withdrawals where customer = $1 and ended is null' },
  laws: [
    lawOf(
      'withdrawals',
      'what a withdrawal held is held, has left, or is free again, as it says itself',
      `select w.customer, w.held_posting as number, 'withdrawal' as cause_kind, w.id as cause,
         format('%s %s, %s; by its entries free %s, held %s, sent %s', w.asset, w.units, coalesce(w.ended, 'under way'), e.free, e.held, e.went)
           as differs
       from withdrawals w
       left join (
         select customer, cause, asset,
           sum(free_moved) as free, sum(held_moved) as held,
           sum(case when counter = 'withdrawals' then -held_moved else 0 end) as went
         from entries where cause_kind = 'withdrawal' and counter <> 'debts' group by customer, cause, asset
       ) as e on e.customer = w.customer and e.cause = w.id
       where e.asset is distinct from w.asset
          or e.held <> case when w.ended is null then w.units else 0 end
          or e.went <> case w.ended when 'sent' then w.units else 0 end
          or e.free <> case when w.ended in ('refused', 'cancelled') then 0 else -w.units end`,
    ),
    lawOf(
      'withdrawal_entries',
      'entries of a withdrawal are of one that is there, and nothing else goes to the account of withdrawals',
      `select customer, version as number, cause_kind, cause, format('%s %s, no such withdrawal', kind, asset) as differs from entries e
       where (cause_kind = 'withdrawal' or counter = 'withdrawals')
         and (cause_kind <> 'withdrawal' or not exists (select from withdrawals w where w.customer = e.customer and w.id = e.cause))`,
    ),
    lawOf(
      'withdrawal_reviews',
      'a withdrawal ends as its review says, and only approved ones are sent',
      `select w.customer, w.held_posting as number, 'withdrawal' as cause_kind, w.id as cause,
         format('%s, its review %s', coalesce(w.ended, 'under way'), coalesce(r.state, 'is not there')) as differs
       from withdrawals w
       left join reviews r on r.record = w.id and r.kind = 'withdrawal' and r.customer = w.customer
         and r.asset = w.asset and r.units = w.units and r.opened_at = w.made_at
       where r.id is null or (w.ended is null and r.state not in ('pending', 'in_review', 'approved'))
          or (w.ended = 'sent' and r.state <> 'approved') or (w.ended = 'refused' and r.state <> 'refused')
          or (w.ended = 'cancelled' and r.state not in ('cancelled', 'approved'))
          or (r.undone_at is not null) <> (w.ended is not distinct from 'cancelled' and r.state = 'approved')`,
    ),
  ],
}
