import { lawOf, type Law } from '../ledger/laws.verify.ts'

/** The law of the notices that won shares trade. */
export const TRADING_LAWS: readonly Law[] = [
  lawOf(
    'trading_notices',
    'each application that still had won shares when they first traded has one notice of it once all are sent, and no other has one',
    `select said.customer, said.ticket as number, 'application' as cause_kind, said.application as cause, said.differs
     from (
       select t.customer, a.ticket, t.application, 'no notice that its shares trade' as differs
       from ipo_trading_sent s
       join ipo_allotments t on t.offer = s.offer and t.shares > 0
       join ipo_applications a on a.customer = t.customer and a.id = t.application
       where s.sent_at is not null and not exists (
         select from ipo_trading_notices n where n.customer = t.customer and n.application = t.application)
       union all
       select n.customer, a.ticket, n.application, case
         when t.offer <> n.offer then 'a notice of another offer'
         when n.shares > t.shares then format('a notice of %s shares, %s allotted', n.shares, t.shares)
         when n.sent_at < o.lists_at then 'a notice before its shares trade'
         else format('%s notices that its %s shares trade', said.notices, n.shares) end
       from ipo_trading_notices n
       join ipo_allotments t on t.customer = n.customer and t.application = n.application
       join ipo_applications a on a.customer = n.customer and a.id = n.application
       join ipo_offers o on o.id = n.offer
       cross join lateral (
         select count(*) as notices from notices m
         where m.customer = n.customer and m.code = 'application_listed' and m.made_at = n.sent_at
           and m.facts ->> 'company' = substring(o.terms from '\\ncompany ([^\\n]+)') and m.facts ->> 'count' = n.shares::text
       ) as said
       where t.offer <> n.offer or n.shares > t.shares or n.sent_at < o.lists_at
         or said.notices <> case when n.shares > 0 then 1 else 0 end
       union all
       select m.customer, null, null, format('a notice that shares of %s trade, and none were allotted', m.facts ->> 'company')
       from notices m
       where m.code = 'application_listed' and not exists (
         select from ipo_trading_notices n where n.customer = m.customer and n.sent_at = m.made_at and n.shares > 0)
     ) as said`,
  ),
]
