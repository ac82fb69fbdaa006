import { lawOf, type Books } from '../ledger/laws.verify.ts'
import { POSTPONEMENT_LAWS } from './postponing.verify.ts'
import { TRADING_LAWS } from './trading.verify.ts'

/** Applications that hold their amount: they are neither withdrawn nor settled. */
const RUNNING = `ipo_applications a where a.withdrawn_at is null
  and not exists (select from ipo_allotments t where t.customer = a.customer and t.application = a.id)`

/** The laws of applications for offers. Draws and the offers of the house itself are worked out anew instead. */
export const IPO_BOOKS: Books = {
  counted: { applications: 'ipo_applications', allotments: 'ipo_allotments' },
  holds: `select a.customer, 'application', a.id, a.asset, a.held from ${RUNNING}`,
  against: { application_running: `select from ${RUNNING} and a.customer = $1` },
  laws: [
    lawOf(
      'applications',
      'what an application held is held, has paid for its allotment or is free again, as its record says',
      `select coalesce(said.customer, e.customer) as customer, null::int8 as number, 'application' as cause_kind,
         coalesce(said.id, e.cause) as cause,
         format('%s: %s free and %s held by its entries, %s and %s by its record', coalesce(said.asset, e.asset), e.free, e.held, said.free, said.held)
           as differs
       from (
         select a.customer, a.id, a.asset,
           case when a.withdrawn_at is not null then 0 else -coalesce(t.paid, a.held) end as free,
           case when a.withdrawn_at is null and t.application is null then a.held else 0 end as held
         from ipo_applications a left join ipo_allotments t on t.customer = a.customer and t.application = a.id
         union all
         select customer, application, listing, shares, 0 from ipo_allotments where shares > 0
       ) as said
       full join (
         select customer, cause, asset, sum(free_moved) as free, sum(held_moved) as held
         from entries where cause_kind = 'application' and counter <> 'debts' group by customer, cause, asset
       ) as e on e.customer = said.customer and e.cause = said.id and e.asset = said.asset
       where coalesce(e.free, 0) <> coalesce(said.free, 0) or coalesce(e.held, 0) <> coalesce(said.held, 0)`,
    ),
    lawOf(
      'application_entries',
      'entries of an application are of one that is there, and nothing else goes to the account of offers',
      `select customer, version as number, cause_kind, cause, format('%s %s, no such application', kind, asset) as differs from entries e
       where (cause_kind = 'application' or counter = 'offers') and (cause_kind <> 'application'
         or not exists (select from ipo_applications a where a.customer = e.customer and a.id = e.cause))`,
    ),
    lawOf(
      'allotments',
      'an allotment has the shares that the draw gave, at the price of the terms, and a settled offer has all of its own',
      `select r.customer, t.posting as number, 'application' as cause_kind, r.application as cause,
         format('%s %s shares for %s; by the result %s %s for %s', t.listing, t.shares, t.paid, wanted.listing, wanted.shares, wanted.paid) as differs
       from ipo_results r
       join ipo_offers o on o.id = r.offer
       left join ipo_allotments t on t.customer = r.customer and t.application = r.application
       cross join lateral (
         select substring(o.terms from '\\nlisting ([^\\n]+)') as listing,
           (r.ballot + r.pro_rata + r.by_place) * substring(o.terms from '\\nlot ([0-9]+)')::int8 as shares,
           ceil(substring(o.terms from '\\nprice ([0-9.]+)')::numeric * 100
             * (r.ballot + r.pro_rata + r.by_place) * substring(o.terms from '\\nlot ([0-9]+)')::int8) as paid
       ) as wanted
       where case when t.application is null then exists (select from ipo_settled s where s.offer = r.offer)
         else t.offer <> r.offer or t.listing <> wanted.listing or t.shares <> wanted.shares or t.paid <> wanted.paid end`,
    ),
    lawOf(
      'undrawn_allotments',
      'nothing is allotted without a result of the draw of that offer',
      `select t.customer, t.posting as number, 'application' as cause_kind, t.application as cause,
         format('%s %s shares for %s, no result', t.listing, t.shares, t.paid) as differs
       from ipo_allotments t
       join ipo_offers o on o.id = t.offer
       where not exists (select from ipo_results r where r.customer = t.customer and r.application = t.application)
         and (o.cancelled_at is null or t.shares > 0)`,
    ),
    lawOf(
      'application_times',
      'an application is made, changed and withdrawn from the first to the last instant of its offer',
      `select a.customer, a.ticket as number, 'application' as cause_kind, a.id as cause,
         format('ticket from %s to %s of an offer from %s to %s', a.made_at, said.last, said.opens, said.closes) as differs
       from ipo_applications a
       join ipo_offers o on o.id = a.offer
       cross join lateral (
         select greatest(a.made_at, a.changed_at, a.withdrawn_at) as last,
           (extract(epoch from substring(o.terms from '\\nopens ([^\\n]+)')::timestamptz) * 1000)::int8 as opens,
           (extract(epoch from substring(o.terms from '\\ncloses ([^\\n]+)')::timestamptz) * 1000)::int8 as closes
       ) as said
       where a.made_at < said.opens or said.last > said.closes`,
    ),
    lawOf(
      'releases',
      'the applications of an offer that the house withdrew are released in full once that is done',
      `select a.customer, t.posting as number, 'application' as cause_kind, a.id as cause,
         case when t.application is null then 'not released' else format('%s shares of a withdrawn offer', t.shares) end as differs
       from ipo_offers o
       join ipo_settled s on s.offer = o.id
       join ipo_applications a on a.offer = o.id and a.withdrawn_at is null
       left join ipo_allotments t on t.customer = a.customer and t.application = a.id
       where o.cancelled_at is not null and (t.application is null or t.shares > 0)`,
    ),
    lawOf(
      'house_offers',
      'an offer that operations made has the terms and the number that two people approved, but for later dates, and so has each withdrawal its reason',
      `select null::uuid as customer, null::int8 as number, null::text as cause_kind, said.offer as cause, said.differs
       from (
         select h.offer, 'publish' as what, format('offer %s: not as it was approved', h.offer) as differs,
           h.number, coalesce((select p.before from ipo_postponements p where p.offer = h.offer and p.place = 1), o.terms) as terms, null as reason
         from ipo_house_offers h join ipo_offers o on o.id = h.offer
         union all
         select offer, 'postpone', format('offer %s: its later dates were not approved', offer), null, terms, null from ipo_postponements
         union all
         select offer, 'withdraw', format('offer %s: its withdrawal was not approved', offer), null, null, reason from ipo_withdrawals
       ) as said
       where not exists (
         select from ipo_proposals p join reviews r on r.customer is null and r.record = p.id and r.kind = 'offer' and r.state = 'approved'
         where p.offer = said.offer and p.what = said.what and p.number is not distinct from said.number
           and p.terms is not distinct from said.terms and p.reason is not distinct from said.reason)`,
    ),
    ...POSTPONEMENT_LAWS,
    ...TRADING_LAWS,
  ],
}
