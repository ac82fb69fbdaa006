import { lawOf, OF_THE_HOUSE, type Law } from '../ledger/laws.verify.ts'

/* The laws of what operations and a second person decide about an offer, and of the notices that follow. */

/** The text of a field of terms. Times have one form, so texts compare as the times do. */
const field = (terms: string, name: string): string => `substring(${terms} from '\\n${name} ([^\\n]+)') collate "C"`
const millis = (terms: string, name: string): string =>
  `(extract(epoch from substring(${terms} from '\\n${name} ([^\\n]+)')::timestamptz) * 1000)::int8`

/** Terms without what a postponement may change: the dates, and the announced round that follows from them. */
const undated = (terms: string): string =>
  `regexp_replace(regexp_replace(${terms}, '\\n(closes|draws|delivers|lists) [^\\n]*', '', 'g'), '\\n(beacon drand [0-9a-f]{64}) [0-9]+', '\\n\\1')`

const DATES = ['closes', 'draws', 'delivers', 'lists'] as const
const earlier = DATES.map((date) => `${field('p.terms', date)} < ${field('p.before', date)}`).join(' or ')

/** A notice names the company of the terms, and each date before and after. */
const NOTICED = ['closes', 'draws', 'lists'] as const
const factsMatch = NOTICED.flatMap((date) => [
  `t.facts ->> '${date}' = ${millis('p.terms', date)}::text`,
  `t.facts ->> '${date}Before' = ${millis('p.before', date)}::text`,
]).join(' and ')

/** A seat that was claimed within this time of a decision may not have been counted by it. */
const CLAIMED_MS = 60_000

export const POSTPONEMENT_LAWS: readonly Law[] = [
  lawOf(
    'postponements',
    'later dates of an offer take the place of those before it, come only later and until its deadline, and the last are those of the offer',
    `select null::uuid as customer, said.place as number, null::text as cause_kind, said.offer as cause,
       format('offer %s, postponement %s: %s', said.offer, said.place, said.fault) as differs
     from (
       select p.offer, p.place, case
         when p.place > 1 and earlier.offer is null then 'no one before it'
         when p.postponed_at < coalesce(earlier.postponed_at, o.published_at) then 'decided before the one before it'
         when ${earlier} then 'a date comes earlier'
         when ${undated('p.terms')} <> ${undated('p.before')} then 'more than dates differ'
         when p.postponed_at > ${millis('p.before', 'closes')} then 'decided after the deadline'
         when p.postponed_at > (select frozen_at from ipo_freezes f where f.offer = p.offer) then 'decided after the list was frozen'
         when p.terms <> coalesce(later.before, o.terms) then 'other terms follow'
         when not exists (select from ipo_house_offers h where h.offer = p.offer) then 'of an offer that came by itself'
       end as fault
       from ipo_postponements p
       join ipo_offers o on o.id = p.offer
       left join ipo_postponements earlier on earlier.offer = p.offer and earlier.place = p.place - 1
       left join ipo_postponements later on later.offer = p.offer and later.place = p.place + 1
     ) as said
     where said.fault is not null`,
  ),
  lawOf(
    'offer_seats',
    'what was decided about an offer has the approvals of two different seats, or of the only one that the house had then',
    `select ${OF_THE_HOUSE.replace('null::uuid as cause', 'p.offer as cause')},
       format('offer %s, %s: approved by %s', p.offer, p.what, case said.seats when 1 then 'one seat' else 'nobody' end) as differs
     from ipo_proposals p
     join reviews r on r.customer is null and r.record = p.id and r.kind = 'offer' and r.state = 'approved'
     cross join lateral (
       select count(distinct s.seat) as seats, min(s.seat::text)::uuid as seat
       from review_steps s where s.review = r.id and s.round = r.round and s.step = 'approve'
     ) as said
     where said.seats = 0 or (said.seats = 1 and exists (
       select from seats s where s.id <> said.seat and s.roles <> '{auditor}'
         and s.claimed_at < r.ended_at - ${CLAIMED_MS} and (s.ended_at is null or s.ended_at > r.ended_at)
     ))`,
  ),
  lawOf(
    'postponement_notices',
    'each application that ran when the dates of its offer became later has one notice of them once all are sent, and no other has one',
    `select said.customer, said.ticket as number, 'application' as cause_kind, said.application as cause, said.differs
     from (
       select a.customer, a.ticket, a.id as application, format('no notice of postponement %s', s.place) as differs
       from ipo_postponements_sent s
       join ipo_postponements p on p.offer = s.offer and p.place = s.place
       join ipo_applications a on a.offer = s.offer and a.made_at <= p.postponed_at and a.withdrawn_at is null
       where not exists (
         select from ipo_postponement_notices n where n.customer = a.customer and n.application = a.id and n.place = s.place)
       union all
       select n.customer, a.ticket, a.id, case
         when a.offer <> n.offer then 'a notice about another offer'
         when a.made_at > p.postponed_at then format('a notice of postponement %s, which came before it', p.place)
         when n.sent_at < p.postponed_at then format('a notice of postponement %s before it', p.place)
         else format('%s notices of postponement %s with its dates', said.notices, p.place) end
       from ipo_postponement_notices n
       join ipo_postponements p on p.offer = n.offer and p.place = n.place
       join ipo_applications a on a.customer = n.customer and a.id = n.application
       cross join lateral (
         select count(*) as notices from notices t
         where t.customer = n.customer and t.code = 'application_postponed' and t.made_at = n.sent_at
           and t.facts ->> 'company' = substring(p.terms from '\\ncompany ([^\\n]+)') and ${factsMatch}
       ) as said
       where a.offer <> n.offer or a.made_at > p.postponed_at or n.sent_at < p.postponed_at or said.notices <> 1
       union all
       select t.customer, null, null, format('a notice of later dates of %s, and no postponement', t.facts ->> 'company')
       from notices t
       where t.code = 'application_postponed' and not exists (
         select from ipo_postponement_notices n where n.customer = t.customer and n.sent_at = t.made_at)
     ) as said`,
  ),
]
