import { lawOf, type Books } from '../ledger/laws.verify.ts'

/** Applications that hold their amount. */
const RUNNING = 'ipo_applications a where a.withdrawn_at is null'

/** The laws of applications for offers. Draws and the offers of the house itself are worked out anew instead. */
export const IPO_BOOKS: Books = {
  counted: { applications: 'ipo_applications' },
  holds: `select a.customer, 'application', a.id, a.asset, a.held from ${RUNNING}`,
  against: { application_running: `select from ${RUNNING} and a.customer = $1` },
  laws: [
    lawOf(
      'applications',
      'what an application held is held or free again, as its record says',
      `select coalesce(said.customer, e.customer) as customer, null::int8 as number, 'application' as cause_kind,
         coalesce(said.id, e.cause) as cause,
         format('%s: %s free and %s held by its entries, %s and %s by its record', coalesce(said.asset, e.asset), e.free, e.held, said.free, said.held)
           as differs
       from (
         select customer, id, asset, case when withdrawn_at is null then -held else 0 end as free,
           case when withdrawn_at is null then held else 0 end as held
         from ipo_applications
       ) as said
       full join (
         select customer, cause, asset, sum(free_moved) as free, sum(held_moved) as held
         from entries where cause_kind = 'application' and counter <> 'debts' group by customer, cause, asset
       ) as e on e.customer = said.customer and e.cause = said.id and e.asset = said.asset
       where coalesce(e.free, 0) <> coalesce(said.free, 0) or coalesce(e.held, 0) <> coalesce(said.held, 0)`,
    ),
    lawOf(
      'application_entries',
      'entries of an application are of one that is there',
      `select customer, version as number, cause_kind, cause, format('%s %s, no such application', kind, asset) as differs from entries e
       where cause_kind = 'application'
         and not exists (select from ipo_applications a where a.customer = e.customer and a.id = e.cause)`,
    ),
  ],
}
