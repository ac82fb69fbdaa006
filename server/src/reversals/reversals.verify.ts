import { lawOf, type Books } from '../ledger/laws.verify.ts'

/** The laws of reversals and of debts. */
export const REVERSAL_BOOKS: Books = {
  counted: { reversals: 'reversals' },
  laws: [
    lawOf(
      'reversals',
      'a reversal is posted exactly if two people approved it, once, with what it says',
      `select v.customer, coalesce(v.posting, e.posting) as number, 'reversal' as cause_kind, v.id as cause,
         format('%s %s of which %s owed, its review %s; by its entries %s and %s owed, as posting %s',
           v.asset, v.units, v.owed, coalesce(r.state, 'is not there'), e.back, e.owed, e.posting) as differs
       from reversals v
       left join reviews r on r.record = v.id and r.kind = 'reversal' and r.customer = v.customer
         and r.asset = v.asset and r.units = v.units and r.opened_at = v.made_at
       left join (
         select customer, cause, asset, min(posting) as posting,
           sum(case kind when 'reversal' then -free_moved else 0 end) as back, sum(case kind when 'debt' then free_moved else 0 end) as owed
         from entries where cause_kind = 'reversal' group by customer, cause, asset
       ) as e on e.customer = v.customer and e.cause = v.id
       where r.id is null or (r.state = 'approved') <> (v.posting is not null) or (v.posting is null) <> (e.cause is null)
          or (e.cause is not null and (e.asset, e.back, e.owed, e.posting) is distinct from (v.asset, v.units, v.owed, v.posting))`,
    ),
    lawOf(
      'reversed_credits',
      'a reversal names a credit, goes back to the account it came from, and all reversals of a credit are never more than it',
      `select v.customer, v.entry as number, 'reversal' as cause_kind, min(v.id::text)::uuid as cause,
         format('%s %s reversed of a %s; the entry is %s of %s %s', v.asset, sum(v.units), v.kind,
           coalesce(c.kind, 'not there'), c.asset, c.free_moved) as differs
       from reversals v
       left join entries c on c.customer = v.customer and c.version = v.entry and c.kind in ('deposit', 'grant') and c.free_moved > 0
       where v.posting is not null
       group by v.customer, v.entry, v.asset, v.kind, v.credited, c.kind, c.asset, c.free_moved, c.counter
       having c.kind is distinct from v.kind or c.asset <> v.asset or c.free_moved <> v.credited or sum(v.units) > c.free_moved
          or exists (
            select from entries b join reversals w on w.customer = b.customer and w.id = b.cause
            where w.customer = v.customer and w.entry = v.entry and b.cause_kind = 'reversal' and b.kind = 'reversal'
              and b.counter <> c.counter
          )`,
    ),
    lawOf(
      'reversal_entries',
      'nothing is reversed without a reversal, and nobody gets into debt but by one, or by financing that their cash does not pay back',
      `select customer, version as number, cause_kind, cause, format('%s %s against %s, no such reversal', kind, asset, counter) as differs
       from entries e
       where (cause_kind = 'reversal' or kind in ('reversal', 'debt', 'debt_paid') or counter = 'debts') and (
         cause_kind = 'reversal' and kind not in ('reversal', 'debt', 'debt_paid') or kind = 'reversal' and cause_kind <> 'reversal'
         or kind = 'debt' and cause_kind <> 'reversal' and not exists (
           select from entries f where f.customer = e.customer and f.posting = e.posting and f.asset = e.asset
             and f.counter in ('financing', 'interest') and -f.free_moved >= e.free_moved
         )
         or (counter = 'debts') <> (kind in ('debt', 'debt_paid'))
         or kind = 'debt' and free_moved <= 0 or kind in ('reversal', 'debt_paid') and free_moved >= 0
         or cause_kind = 'reversal' and not exists (select from reversals v where v.customer = e.customer and v.id = e.cause)
       )`,
    ),
    lawOf(
      'debts',
      'what is owed is what reversals and financing left unpaid, less what was paid of it; who owes has nothing free in that currency',
      `select coalesce(b.customer, v.customer) as customer, b.version as number, null::text as cause_kind, null::uuid as cause,
         format('%s: %s owed and %s free; %s came to be owed, %s paid', coalesce(b.asset, v.asset), b.owed, b.free,
           coalesce(v.owed, 0), coalesce(p.paid, 0)) as differs
       from (select customer, asset, owed, free, version from balances where asset in ('EUR', 'USD')) as b
       full join (
         select customer, asset, sum(owed) as owed from (
           select customer, asset, owed from reversals
           union all select customer, asset, free_moved from entries where kind = 'debt' and cause_kind <> 'reversal'
         ) as debts group by 1, 2
       ) as v
         on v.customer = b.customer and v.asset = b.asset
       left join (select customer, asset, -sum(free_moved) as paid from entries where kind = 'debt_paid' group by 1, 2) as p
         on p.customer = b.customer and p.asset = b.asset
       where coalesce(b.owed, 0)::numeric <> coalesce(v.owed, 0) - coalesce(p.paid, 0) or (b.owed > 0 and b.free > 0)`,
    ),
  ],
}
