import { FINANCING_TERMS } from '@lonja/core/orders/financing.rules'
import { currencyFor, VENUES, type ListingId } from '@lonja/core/base/amount'
import { lawOf, type Books } from '../ledger/laws.verify.ts'

/** The currency of a listing: what its venue trades in. */
const OWN = (listing: string): string =>
  `case ${VENUES.map((venue) => `when ${listing} like '${venue}:%' then '${currencyFor(`${venue}:A` as ListingId)}'`).join(' ')} end`

/** The interest of a year in basis points, by the terms of a charge. */
const YEAR_BPS = `case terms ${Object.entries(FINANCING_TERMS)
  .map(([version, { yearBps }]) => `when ${version} then ${yearBps}`)
  .join(' ')} end`

/** The cents financed of each customer by fills up to each night that was charged. */
const FINANCED = `select n.day, n.night_at, f.customer, ${OWN('f.listing')} as currency, sum(f.financed) as financed
  from nights n join fills f on f.financed <> 0 and f.quote_at <= n.night_at where n.is_charged
  group by 1, 2, 3, 4`

/** The customers whose shares left their lots in another way than by a sell. */
const OTHERS =
  'select customer from lot_returns where repaid > 0 union select customer from lot_changes where financed_before <> financed_after'

/** The laws of interest by night. */
export const INTEREST_BOOKS: Books = {
  counted: { interest_charges: 'interest_charges' },
  laws: [
    lawOf(
      'interest',
      'the interest of a night is that of what was financed when it began, and its entries say the same',
      `select customer, posting as number, 'night' as cause_kind, id as cause,
         format('%s %s: %s on %s; worked out anew %s, by its entries %s', day, currency, interest, financed, anew, coalesce(posted::text, 'none')) as differs
       from (
         select c.*, div(c.financed::numeric * ${YEAR_BPS} + 3599999, 3600000) as anew,
           (select -sum(e.free_moved) from entries e where e.customer = c.customer and e.posting = c.posting and e.cause_kind = 'night'
              and e.cause = c.id and e.kind = 'interest' and e.counter = 'interest' and e.asset = c.currency) as posted
         from interest_charges c
       ) as charged where interest <> anew or posted is distinct from interest::numeric
       union all
       select e.customer, e.version, e.cause_kind, e.cause, format('%s of %s against %s without a night', e.free_moved, e.kind, e.counter)
       from entries e
       where (e.cause_kind = 'night' or e.kind = 'interest' or e.counter = 'interest') and e.counter <> 'debts' and (
         e.cause_kind <> 'night' or e.kind <> 'interest' or e.counter <> 'interest'
         or not exists (select from interest_charges c where c.customer = e.customer and c.id = e.cause and c.currency = e.asset)
       )`,
    ),
    lawOf(
      'financed_nights',
      'whoever had something financed when a night began was charged for exactly that',
      `select coalesce(c.customer, f.customer) as customer, c.posting as number, 'night' as cause_kind, c.id as cause,
         format('%s %s: charged on %s; %s was financed', coalesce(c.day, f.day), coalesce(c.currency, f.currency),
           coalesce(c.financed, 0), coalesce(f.financed, 0)) as differs
       from interest_charges c
       full join (${FINANCED}) as f on f.customer = c.customer and f.day = c.day and f.currency = c.currency
       where coalesce(c.financed, 0)::numeric <> coalesce(f.financed, 0)
         and coalesce(c.customer, f.customer) not in (${OTHERS})`,
    ),
  ],
}
