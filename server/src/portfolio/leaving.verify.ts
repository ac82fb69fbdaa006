import { lawOf, type Books } from '../ledger/laws.verify.ts'

/** The ledger laws of starting over and of closing an account. */
export const LEAVING_BOOKS: Books = {
  counted: { hand_backs: 'hand_backs' },
  laws: [
    lawOf(
      'hand_backs',
      'what was handed back is what its entries say: shares at their cost, then cash, to the account that grants; only closing writes a debt off',
      `select customer, number, 'hand_back' as cause_kind, cause, format('%s, off by %s', what, coalesce(missed::text, 'all of it')) as differs from (
         select h.customer, null::int8 as number, h.id as cause, 'cost of its shares' as what,
           coalesce((select sum(r.cost) from lot_returns r where r.hand_back = h.id and r.customer = h.customer), 0)
           - coalesce((select sum(e.free_moved) from entries e where e.customer = h.customer
               and e.cause_kind = 'hand_back' and e.cause = h.id
               and e.kind = 'handed_back' and e.counter = 'market' and e.asset in ('EUR', 'USD')), 0) as missed
         from hand_backs h
         union all
         select r.customer, r.posting, r.hand_back, r.listing, r.shares + e.units from (
           select customer, hand_back, listing, posting, sum(shares) as shares from lot_returns group by 1, 2, 3, 4
         ) as r
         left join (
           select customer, cause, asset, posting, sum(free_moved) as units
           from entries where cause_kind = 'hand_back' and kind = 'handed_back' group by 1, 2, 3, 4
         ) as e on e.customer = r.customer and e.cause = r.hand_back and e.asset = r.listing and e.posting = r.posting
         union all
         select h.customer, null, h.id, 'financing paid back',
           coalesce((select sum(r.repaid) from lot_returns r where r.hand_back = h.id and r.customer = h.customer), 0)
           + coalesce((select sum(e.free_moved) from entries e where e.customer = h.customer
               and e.cause_kind = 'hand_back' and e.cause = h.id and e.counter = 'financing'), 0)
         from hand_backs h
         union all
         select e.customer, e.version, e.cause, 'an entry without its record', e.free_moved from entries e
         where (e.cause_kind = 'hand_back' or e.kind in ('handed_back', 'written_off') or e.counter = 'write_offs') and (
           e.cause_kind <> 'hand_back' or not exists (select from hand_backs h where h.id = e.cause and h.customer = e.customer)
           or (e.kind = 'handed_back' and e.counter not in ('market', 'grants'))
           or (e.kind = 'handed_back' and e.counter = 'grants' and e.free_moved > 0)
           or (e.kind = 'written_off') <> (e.counter = 'write_offs')
           or (e.kind = 'written_off' and not exists (
             select from hand_backs h where h.id = e.cause and h.customer = e.customer and h.why = 'closing'
           ))
         )
       ) as wrong where missed is distinct from 0`,
    ),
  ],
}
