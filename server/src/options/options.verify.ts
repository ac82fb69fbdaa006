import {
  LIMIT_RAISE_MS,
  OPTION_TERMS,
  SETTLING_EVENTS,
  SETTLING_MS,
  STRIKE_MS,
} from '@lonja/core/options/options.rules'
import { DAY_LIMIT_USUAL } from '@lonja/core/options/options.rules'
import { lawOf, type Books } from '../ledger/laws.verify.ts'

/** The cents that a right guess pays, by the terms of its option. */
const WIN = `(case ${Object.entries(OPTION_TERMS)
  .map(([version, { payoutBps }]) => `when o.terms = ${version} then o.stake + o.stake * ${payoutBps} / 10000`)
  .join(' ')} end)`

/** From the evidence of an option: the sum of twice the mids of the last events, less the same number of strikes. */
const ABOVE = `(select sum((e.event ->> 1)::int8 + (e.event ->> 2)::int8 - (o.evidence -> 'strike' ->> 1)::int8 - (o.evidence -> 'strike' ->> 2)::int8)
  from jsonb_array_elements(o.evidence -> 'events') as e (event))`

const STRIKE_AT = "(o.evidence -> 'strike' ->> 0)::int8"

/** The laws of options. The events themselves are worked out anew in `settlements.verify.ts`. */
export const OPTION_BOOKS: Books = {
  counted: { options: 'options' },
  holds: "select customer, 'option', id, 'EUR', stake from options where ended_at is null",
  against: { option_under_way: 'select from options where customer = $1 and ended_at is null' },
  laws: [
    lawOf(
      'option_entries',
      'what an option moved by its entries is what its record says: its stake is held while it runs, and the house has the difference once it has ended',
      `select coalesce(said.customer, e.customer) as customer, null::int8 as number, 'option' as cause_kind, coalesce(said.cause, e.cause) as cause,
         format('free %s, held %s, house %s by its entries; %s, %s, %s by its record', e.free, e.held, e.house, said.free, said.held, said.house) as differs
       from (
         select customer, id as cause, coalesce(paid, 0) - stake as free, case when ended_at is null then stake else 0 end as held,
           case when end_reason in ('won', 'lost', 'sold') then paid - stake else 0 end as house, coalesce(ended_at, made_at) as moved_at
         from options
       ) as said
       full join (
         select customer, cause, sum(free_moved) as free, sum(held_moved) as held, max(made_at) as moved_at,
           sum(case when counter = 'options' then free_moved + held_moved else 0 end) as house
         from entries where (cause_kind = 'option' or counter = 'options') and counter <> 'debts' and asset = 'EUR' group by customer, cause
       ) as e on e.customer = said.customer and e.cause = said.cause
       where (said.free, said.held, said.house, said.moved_at) is distinct from (e.free::int8, e.held::int8, e.house::int8, e.moved_at)`,
    ),
    lawOf(
      'option_ends',
      'an option ends as the quotes of its evidence say, and pays what its terms make of that',
      `select o.customer, null::int8 as number, 'option' as cause_kind, o.id as cause,
         format('%s, paid %s; %s above the strike by %s events', o.end_reason, o.paid, above.units, jsonb_array_length(o.evidence -> 'events')) as differs
       from options o
       cross join lateral (select ${ABOVE} as units, jsonb_typeof(o.evidence -> 'strike') = 'array' as has_strike,
         jsonb_array_length(o.evidence -> 'events') as events) as above
       cross join lateral (select case
         when o.end_reason = 'sold' then 'sold'
         when not above.has_strike or above.events < ${SETTLING_EVENTS} then 'refunded'
         when above.units = 0 then 'tied'
         when (above.units > 0) = (o.side = 'up') then 'won'
         else 'lost' end as reason) as made
       where o.ended_at is not null and (o.end_reason <> made.reason
         or (made.reason in ('tied', 'refunded') and o.paid <> o.stake)
         or (made.reason = 'won' and o.paid <> ${WIN})
         or (made.reason = 'lost' and o.paid <> 0)
         or (made.reason = 'sold' and (o.paid > ${WIN} or not above.has_strike or above.events <> 1 or o.evidence -> 'model' is null)))`,
    ),
    lawOf(
      'option_times',
      'an option expires after the time that was chosen, its strike is of after its entry, and its last quotes are of the seconds before its expiry',
      `select o.customer, null::int8 as number, 'option' as cause_kind, o.id as cause,
         format('entered at %s for %s, expires at %s, strike of %s', o.market_at, o.life, o.expires_at, ${STRIKE_AT}) as differs
       from options o
       where o.expires_at - o.market_at <> case o.life when 'minute' then 60000 when '5minutes' then 300000 when '15minutes' then 900000
           else greatest(o.expires_at - o.market_at, 60000) end
         or ${STRIKE_AT} <= o.market_at or ${STRIKE_AT} > least(o.market_at + ${STRIKE_MS}, o.expires_at - ${SETTLING_MS})
         or (o.end_reason <> 'sold' and exists (
           select from jsonb_array_elements(o.evidence -> 'events') as e (event)
           where (e.event ->> 0)::int8 <= o.expires_at - ${SETTLING_MS} or (e.event ->> 0)::int8 > o.expires_at))
         or (o.end_reason = 'sold' and (o.evidence -> 'model' ->> 'at')::int8 > o.expires_at - ${SETTLING_MS})`,
    ),
    lawOf(
      'option_limits',
      'the stakes of a day are within the limit that was in force, and a higher limit comes a day later',
      `select customer, null::int8 as number, cause_kind, cause, differs from (
         select o.customer, 'option' as cause_kind, o.id as cause, format('day %s: %s staked, limit %s', o.day, sum.staked, own.units) as differs
         from options o
         cross join lateral (
           select sum(stake) as staked from options other
           where other.customer = o.customer and other.day = o.day and (other.made_at, other.id) <= (o.made_at, o.id)
         ) as sum
         left join lateral (
           select case when l.next_from <= o.made_at then l.next_units else l.units end as units from option_limits l
           where l.customer = o.customer and l.made_at <= o.made_at order by l.made_at desc, l.id desc limit 1
         ) as own on true
         where sum.staked > coalesce(own.units, ${DAY_LIMIT_USUAL})
           or o.day <> floor(extract(epoch from timezone('Europe/Madrid', to_timestamp(o.made_at / 1000.0))) / 86400)
         union all
         select l.customer, null, null::uuid, format('limit %s, after %s; %s from %s', l.units, coalesce(b.units, ${DAY_LIMIT_USUAL}), l.next_units, l.next_from)
         from option_limits l
         left join lateral (
           select case when b.next_from <= l.made_at then b.next_units else b.units end as units from option_limits b
           where b.customer = l.customer and (b.made_at, b.id) < (l.made_at, l.id) order by b.made_at desc, b.id desc limit 1
         ) as b on true
         where l.units > coalesce(b.units, ${DAY_LIMIT_USUAL}) or l.next_from <> l.made_at + ${LIMIT_RAISE_MS}
       ) as wrong`,
    ),
  ],
}
