import { lawOf, type Books } from '../ledger/laws.verify.ts'

/** The laws of deposits. */
export const DEPOSIT_BOOKS: Books = {
  counted: { deposits: 'deposits' },
  against: {
    deposit_under_way:
      'select from deposits d join reviews r on r.customer = d.customer and r.record = d.id where d.customer = $1 and r.ended_at is null',
  },
  laws: [
    lawOf(
      'deposits',
      'a deposit is credited exactly if its review approved it, once, with what it says',
      `select d.customer, coalesce(c.posting, e.posting) as number, 'deposit' as cause_kind, d.id as cause,
         format('%s %s, its review %s; credited as posting %s, by its entries %s %s as posting %s',
           d.asset, d.units, coalesce(r.state, 'is not there'), c.posting, e.asset, e.free, e.posting) as differs
       from deposits d
       left join reviews r on r.record = d.id and r.kind = 'deposit' and r.customer = d.customer
         and r.asset = d.asset and r.units = d.units and r.opened_at = d.made_at
       left join deposit_credits c on c.deposit = d.id and c.customer = d.customer
         and c.chain is not distinct from d.chain and c.hash is not distinct from d.hash
       left join (
         select customer, cause, asset, sum(free_moved) as free, min(posting) as posting
         from entries where cause_kind = 'deposit' and counter <> 'debts' group by customer, cause, asset
       ) as e on e.cause = d.id and e.customer = d.customer
       where r.id is null or (r.state = 'approved') <> (c.deposit is not null) or (c.deposit is null) <> (e.cause is null)
          or (e.cause is not null and (e.asset <> d.asset or e.free <> d.units or e.posting <> c.posting))`,
    ),
    lawOf(
      'deposit_entries',
      'nothing comes from the account of deposits without a deposit',
      `select customer, version as number, cause_kind, cause, format('%s %s, no such deposit', kind, asset) as differs from entries e
       where (cause_kind = 'deposit' or counter = 'deposits') and kind <> 'reversal' and counter <> 'debts'
         and (cause_kind <> 'deposit' or counter <> 'deposits' or kind <> 'deposit'
           or not exists (select from deposits d where d.customer = e.customer and d.id = e.cause))`,
    ),
  ],
}
