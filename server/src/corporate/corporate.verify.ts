import { currencyFor, VENUES, type ListingId } from '@lonja/core/base/amount'
import { withholdingOf } from '@lonja/core/corporate/corporate.rules'
import { actionKey, type MarketAction } from '@lonja/core/market/actions'
import type { Announcements } from '@lonja/core/replay/announced'
import type { Db } from '../database/db.ts'
import { lawOf, NAMED_MOST, type Books } from '../ledger/laws.verify.ts'
import type { Breach } from '../ledger/ledger.verify.ts'
import type { PastMarket } from '../market/market.past.shape.ts'
import { listActionRows, listWithdrawnRows, type ActionRow } from './corporate.store.ts'

/** The currency of an action's listing: what its venue trades in. */
const OWN = `case ${VENUES.map((venue) => `when a.listing like '${venue}:%' then '${currencyFor(`${venue}:A` as ListingId)}'`).join(' ')} end`

/** The parts of actions with the terms of each, and the sums over the lots that it changed. */
const PARTS = `select p.*, a.kind, a.listing, a.record_at, a.ratio_from, a.ratio_to, a.amount_e4, a.withholding_bps, a.successor,
    b.close_e4, b.begun_at, ${OWN} as own, l.lots, l.lots_before, l.lots_after, l.cost_before, l.cost_after, l.repaid, l.moved
  from corporate_parts p join corporate_actions a on a.id = p.action left join corporate_begun b on b.action = p.action
  left join lateral (
    select count(*) as lots, sum(shares_before) as lots_before, sum(shares_after) as lots_after, sum(cost_before) as cost_before,
      sum(cost_after) as cost_after, sum(financed_before - financed_after)::int8 as repaid, bool_and(c.version = p.version and c.listing = a.listing
        and c.listing_after = coalesce(a.successor, a.listing)) as moved
    from lot_changes c where c.customer = p.customer and c.action = p.action
  ) as l on true`

/** The shares of a dividend's listing that a customer held at its record instant, worked out anew from all that came and went. */
const ENTITLED = `(
    select greatest(0, coalesce(sum(units), 0)) from (
      select case f.side when 'buy' then f.shares else -f.shares end as units from fills f
      where f.customer = p.customer and f.listing = p.listing and f.posting <= p.version and f.quote_at <= p.record_at
      union all select t.shares from ipo_allotments t
      where t.customer = p.customer and t.listing = p.listing and t.posting <= p.version
      union all select b.shares from block_purchases b
      where b.customer = p.customer and b.listing = p.listing and b.posting <= p.version
      union all select -r.shares from lot_returns r
      where r.customer = p.customer and r.listing = p.listing and r.posting <= p.version
      union all select -c.shares_before from lot_changes c
      where c.customer = p.customer and c.listing = p.listing and c.version <= p.version
      union all select c.shares_after from lot_changes c
      where c.customer = p.customer and c.listing_after = p.listing and c.version <= p.version
    ) as held
  )`

/** The listing of each order in the time until a new ticker moved it, and the one that it has since. */
const STAYS = `select o.customer, o.id, o.listing, moved.at as since, null::int8 as until
  from orders o left join (
    select customer, id, max(market_at) as at from order_changes where listing is not null group by customer, id
  ) as moved on moved.customer = o.customer and moved.id = o.id
  union all
  select customer, id, listing, lag(market_at) over (partition by customer, id order by change), market_at
  from order_changes where listing is not null`

/** Whether an order was of the listing of an action at its record instant. */
const WAS_THERE =
  's.listing = a.listing and (s.since is null or s.since < a.record_at) and (s.until is null or s.until >= a.record_at)'

const ORDERS_LAW = lawOf(
  'action_orders',
  'a split or a new ticker that is carried out adjusted each open order on its listing as of its record instant, by its own terms',
  `select c.customer, null::int8 as number, 'order' as cause_kind, c.id as cause,
     format('adjusted %s to %s at %s by %s, which is no such action', coalesce(c.ratio_from::text, c.listing), c.ratio_to, c.market_at, c.action)
       as differs
   from order_changes c
   where c.action is not null and not exists (
     select from corporate_actions a
     join corporate_parts p on p.action = a.id
     join (${STAYS}) as s on s.customer = p.customer and ${WAS_THERE}
     where a.id = c.action and p.customer = c.customer and s.id = c.id and a.record_at = c.market_at
       and (a.ratio_from, a.ratio_to) is not distinct from (c.ratio_from, c.ratio_to)
       and case when c.listing is null then a.kind = 'split' else c.listing = a.listing and exists (
         select from (${STAYS}) as n
         where n.customer = c.customer and n.id = c.id and n.listing = a.successor and n.since = a.record_at
       ) end
   )
   union all
   select p.customer, null, 'action', p.action, format('%s orders adjusted; %s by their terms', p.adjusted, coalesce(c.orders, 0))
   from corporate_parts p
   left join (select customer, action, count(*) as orders from order_changes where action is not null group by 1, 2) c
     on c.customer = p.customer and c.action = p.action
   where p.adjusted <> coalesce(c.orders, 0)
   union all
   select o.customer, null, 'order', o.id, format('open over the %s %s of %s, and not adjusted', a.kind, a.id, a.listing)
   from corporate_actions a
   join (${STAYS}) as s on ${WAS_THERE}
   join orders o on o.customer = s.customer and o.id = s.id and o.market_at <= a.record_at
     and (o.ends_at is null or o.ends_at > a.record_at)
   where a.kind <> 'dividend' and a.done_at is not null and (o.ended_at is null or o.through_at > a.record_at)
     and not exists (select from order_changes c where c.customer = o.customer and c.id = o.id and c.action = a.id)`,
)

/** The laws of corporate actions. */
export const CORPORATE_BOOKS: Books = {
  counted: { actions: 'corporate_actions', action_parts: 'corporate_parts' },
  laws: [
    lawOf(
      'action_parts',
      'what an action did to a customer follows from its terms, the shares that had it and the lots that it changed',
      `select customer, posting as number, 'action' as cause_kind, action as cause,
         format('%s of %s: %s shares became %s in %s lots, %s paid and %s withheld, %s for a fraction that cost %s', kind, listing,
           shares_before, shares_after, coalesce(lots, 0), gross, withheld, cash, cost) as differs
       from (${PARTS}) as p
       where begun_at is null
          or (kind = 'split' and ((gross, withheld) <> (0, 0)
            or shares_after <> div(shares_before::numeric * ratio_to, ratio_from::numeric)
            or cash <> case when shares_before::numeric * ratio_to % ratio_from = 0 then 0 when close_e4 is null then cost
                 else div(close_e4 * (shares_before::numeric * ratio_to % ratio_from), ratio_to::numeric * 100) end
            or (shares_before::numeric * ratio_to % ratio_from = 0 and cost <> 0)
            or (coalesce(lots, 0) = 0 and (adjusted, shares_before) is distinct from (greatest(adjusted, 1), 0))
            or (coalesce(lots, 0) > 0 and (lots_before, lots_after, cost_before - cost_after, moved)
              is distinct from (shares_before, shares_after, cost, true))))
          or (kind = 'dividend' and ((cash, cost, lots) <> (0, 0, 0) or shares_after <> shares_before
            or gross <> div(amount_e4::numeric * shares_before, 100) or withheld <> ceil(gross::numeric * withholding_bps / 10000)
            or shares_before <> ${ENTITLED}))
          or (kind = 'symbol' and ((gross, withheld, cash, cost) <> (0, 0, 0, 0) or shares_after <> shares_before
            or (coalesce(lots, 0) = 0 and (adjusted, shares_before) is distinct from (greatest(adjusted, 1), 0))
            or (coalesce(lots, 0) > 0 and (lots_before, lots_after, cost_before, moved) is distinct from (shares_before, shares_after, cost_after, true))))
       union all
       select c.customer, c.version, 'action', c.action, format('lot %s: %s shares became %s of %s, no such action', c.lot, c.shares_before,
         c.shares_after, c.listing_after)
       from lot_changes c where not exists (
         select from corporate_parts p where p.customer = c.customer and p.action = c.action and p.version = c.version
       )`,
    ),
    lawOf(
      'action_entries',
      'cash and shares that corporate actions moved are those of their records, posting by posting',
      `select customer, posting as number, 'action' as cause_kind, cause,
         format('%s, %s against %s: %s by the entries, %s by the records', asset, kind, counter,
           coalesce(sum(units) filter (where is_entry), 0), coalesce(sum(-units) filter (where not is_entry), 0)) as differs
       from (
         select true as is_entry, customer, posting, cause, kind, counter, asset, free_moved + held_moved as units
         from entries where (cause_kind = 'action' or kind in ('split', 'dividend', 'withholding', 'symbol_change')
           or counter in ('issuers', 'withheld')) and counter <> 'debts'
         union all
         select false, p.customer, p.posting, p.action, moved.kind, moved.counter, moved.asset, -moved.units
         from (${PARTS}) as p
         cross join lateral (values
           ('split', 'issuers', p.listing, case p.kind when 'split' then p.shares_after - p.shares_before else 0 end),
           ('split', 'issuers', p.own, p.cash),
           ('financing', 'financing', p.own, -coalesce(p.repaid, 0)),
           ('dividend', 'issuers', p.own, p.gross),
           ('withholding', 'withheld', p.own, -p.withheld),
           ('symbol_change', 'issuers', p.listing, case p.kind when 'symbol' then -p.shares_before else 0 end),
           ('symbol_change', 'issuers', p.successor, case p.kind when 'symbol' then p.shares_after else 0 end)
         ) as moved (kind, counter, asset, units)
       ) as both_sides group by customer, posting, cause, kind, counter, asset having sum(units) <> 0`,
    ),
    lawOf(
      'action_holders',
      'an action that is carried out was carried out for everybody who held shares at its record instant',
      `select f.customer, null::int8 as number, 'action' as cause_kind, a.id as cause,
         format('%s of %s: %s shares held, and no record', a.kind, a.listing,
           sum(case f.side when 'buy' then f.shares else -f.shares end)) as differs
       from corporate_actions a join fills f on f.listing = a.listing and f.quote_at <= a.record_at
       where a.done_at is not null
         and not exists (select from corporate_parts p where p.customer = f.customer and p.action = a.id)
         and not exists (select from lot_returns r where r.customer = f.customer and r.listing = a.listing)
         and not exists (select from lot_changes c where c.customer = f.customer and a.listing in (c.listing, c.listing_after))
       group by f.customer, a.id, a.kind, a.listing
       having sum(case f.side when 'buy' then f.shares else -f.shares end) > 0`,
    ),
    ORDERS_LAW,
  ],
}

export const ACTION_LAWS = {
  actions:
    'each corporate action on record is one that its market announces, with its terms and the close before its ex-day',
} as const

/** Compares the actions on record with those of their market, which a query cannot ask. */
export async function checkActions(db: Db, past: PastMarket): Promise<readonly Breach[]> {
  const onRecord = await db.read(async (tx) => [...(await listActionRows(tx)), ...(await listWithdrawnRows(tx))])
  const newest = onRecord.reduce((latest, { action }) => Math.max(latest, action.announcedAt), 0)
  const announced = new Map(past.actions(newest).map((action) => [actionKey(action), action]))
  const rows = onRecord.flatMap((row) => {
    const differs = past.files
      ? differenceFromFiles(row, past.files)
      : differenceOf(row, announced.get(actionKey(row.action)), past)
    return differs === null ? [] : [{ customer: null, number: null, causeKind: 'action', cause: row.id, differs }]
  })
  if (rows.length === 0) return []
  return [{ code: 'actions', law: ACTION_LAWS.actions, cases: rows.length, rows: rows.slice(0, NAMED_MOST) }]
}

function differenceOf(row: ActionRow, announced: MarketAction | undefined, past: PastMarket): string | null {
  const { action, begunAt, close } = row
  const name = actionKey(action)
  if (!announced)
    return past.unchecked(action.recordAt, action.recordAt) === null ? `${name}: the market has none` : null
  if (!sameTerms(action, announced)) return `${name}: ${termsOf(action)}; the market has ${termsOf(announced)}`
  const withheld = withheldWrongly(row)
  if (withheld !== null) return withheld
  if (action.kind !== 'split' || begunAt === null) return null
  const atMarket = past.closeAt(action.listing, action.recordAt)
  return close === atMarket ? null : `${name}: the close is ${close}, and ${atMarket} by the market`
}

function withheldWrongly({ action, withholdingBps }: ActionRow): string | null {
  if (action.kind !== 'dividend' || BigInt(withholdingBps ?? -1) === withholdingOf(action.listing)) return null
  return `${actionKey(action)}: ${withholdingBps} basis points are withheld, not ${withholdingOf(action.listing)}`
}

/** An action of a live feed follows from a confirmed file alone. The close before its ex-day is not known any more. */
function differenceFromFiles(row: ActionRow, { all }: Pick<Announcements, 'all'>): string | null {
  const { action, begunAt, withdrawnAt } = row
  const name = actionKey(action)
  const own = all.filter((each) => actionKey(each.action) === name)
  const announced = own.find((each) => each.action.announcedAt === action.announcedAt) ?? own.at(-1)
  if (!announced) return `${name}: no confirmed file announces it`
  if (!sameTerms(action, announced.action))
    return `${name}: ${termsOf(action)}; the file has ${termsOf(announced.action)}`
  if (announced.withdrawn !== null && begunAt !== null) return `${name}: it was withdrawn, and carried out`
  if (announced.withdrawn === null && withdrawnAt !== null) return `${name}: no file withdraws it`
  return withheldWrongly(row)
}

const sameTerms = (one: MarketAction, other: MarketAction): boolean => termsOf(one) === termsOf(other)

function termsOf(action: MarketAction): string {
  const { announcedAt, recordAt, exAt } = action
  const terms =
    action.kind === 'split'
      ? `${action.ratio.to}:${action.ratio.from}`
      : action.kind === 'dividend'
        ? `${action.amount}`
        : action.successor
  return `${terms} announced ${announcedAt}, record ${recordAt}, ex ${exAt}`
}
