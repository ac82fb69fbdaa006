import { blockCost } from '@lonja/core/blocks/blocks.rules'
import type { Quote } from '@lonja/core/market/market.contract'
import { BEFORE_ALL_IDS } from '../base/ids.ts'
import type { Db } from '../database/db.ts'
import { lawOf, NAMED_MOST, type Books } from '../ledger/laws.verify.ts'
import type { AgainstLaw, Breach } from '../ledger/ledger.verify.ts'
import type { PastMarket } from '../market/market.past.shape.ts'
import { listChecked, type CheckedBlock } from './purchases.store.ts'

/** The cash that applications hold while they run. */
const CASH = "select customer, 'block', id, asset, held from block_applications where ended_at is null"

/** The same with the shares of the lots that they keep locked. */
const HOLDS = `${CASH}
  union all
  select k.customer, 'block', k.cause, l.listing, l.shares_left from lot_locks k
  join lots l on l.customer = k.customer and l.id = k.lot where k.cause_kind = 'block'`

/** The laws of block offers, applications and purchases. The events that made their prices are worked out anew instead. */
export const BLOCK_BOOKS: Books = {
  counted: { block_offers: 'block_offers', blocks: 'block_applications', block_purchases: 'block_purchases' },
  // The books of orders have what locked lots hold.
  holds: CASH,
  against: {
    block_under_way: `select from block_applications b where b.customer = $1 and (b.ended_at is null or exists (
      select from block_purchases p where p.customer = b.customer and p.application = b.id and p.freed_at is null))`,
  },
  laws: [
    lawOf(
      'block_holds',
      'what an application for a block holds by its entries is what its record says: cash while it runs, its shares while they are locked',
      `select coalesce(said.customer, e.customer) as customer, null::int8 as number, 'block' as cause_kind, coalesce(said.cause, e.cause) as cause,
         format('%s: %s held by its entries, %s by its record', coalesce(said.asset, e.asset), coalesce(e.held, 0), coalesce(said.units, 0)) as differs
       from (${HOLDS}) as said (customer, kind, cause, asset, units)
       full join (
         select customer, cause, asset, sum(held_moved) as held from entries where cause_kind = 'block' group by customer, cause, asset
       ) as e on e.customer = said.customer and e.cause = said.cause and e.asset = said.asset
       where coalesce(e.held, 0) <> coalesce(said.units, 0)`,
    ),
    lawOf(
      'block_entries',
      'cash and shares that blocks moved are those of their purchases, posting by posting',
      `select customer, posting as number, 'block' as cause_kind, cause,
         format('%s, %s against %s: %s by the entries, %s by the purchase', asset, kind, counter,
           coalesce(sum(units) filter (where is_entry), 0), coalesce(sum(-units) filter (where not is_entry), 0)) as differs
       from (
         select true as is_entry, customer, posting, cause, kind, counter, asset, free_moved + held_moved as units
         from entries where (cause_kind = 'block' or counter = 'blocks') and counter not in ('hold', 'debts')
         union all
         select false, p.customer, p.posting, p.application, moved.kind, moved.counter, moved.asset, -moved.units
         from block_purchases p join block_applications b on b.customer = p.customer and b.id = p.application
         cross join lateral (values
           ('block', 'blocks', b.asset, -p.cost), ('fee', 'fees', b.asset, -p.fee), ('block', 'blocks', p.listing, p.shares)
         ) as moved (kind, counter, asset, units)
       ) as both_sides group by customer, posting, cause, kind, counter, asset having sum(units) <> 0`,
    ),
    lawOf(
      'block_offers',
      'the shares that are taken of a block offer are those of its approved and bought applications',
      `select null::uuid as customer, null::int8 as number, null::text as cause_kind, null::uuid as cause,
         format('offer %s: %s taken, %s by its applications', o.id, o.taken, coalesce(a.granted, 0)) as differs
       from block_offers o left join (
         select offer, sum(granted) as granted from block_applications where ended_at is null or end_reason = 'bought' group by offer
       ) as a on a.offer = o.id
       where o.taken <> coalesce(a.granted, 0)`,
    ),
    lawOf(
      'block_prices',
      'a block has the price that the ask of its event makes with the discount of its offer, at most the cap of its customer; one that ended for its price was above it',
      `select b.customer, p.posting as number, 'block' as cause_kind, b.id as cause,
         format('%s by the event, cap %s: %s, bought %s shares at %s for %s until %s', made.price, b.cap_e4, b.end_reason, p.shares, p.price_e4, p.cost, p.until_at)
           as differs
       from block_applications b join block_offers o on o.id = b.offer
       left join block_purchases p on p.customer = b.customer and p.application = b.id
       cross join lateral (select ceil(b.ask_e4::numeric * (10000 - o.discount_bps) / 10000) as price) as made
       where (b.end_reason is not distinct from 'bought') <> (p.application is not null)
          or (b.end_reason = 'above_cap' and made.price <= b.cap_e4)
          or (b.end_reason = 'bought' and (made.price > b.cap_e4
            or (p.offer, p.listing, p.shares, p.price_e4::numeric, p.cost::numeric, p.until_at)
              is distinct from (b.offer, b.listing, b.granted, made.price, ceil(made.price * b.granted / 100), b.quote_at + o.lock_days * 86400000::int8)))`,
    ),
    lawOf(
      'block_locks',
      'the lot of a block is locked until its lock has ended, and no other lot is',
      `select coalesce(p.customer, k.customer) as customer, null::int8 as number, 'block' as cause_kind, coalesce(p.application, k.cause) as cause,
         format('lot %s: locked until %s, %s by its purchase', coalesce(p.lot, k.lot), k.until_at, p.until_at) as differs
       from (select customer, application, lot, until_at from block_purchases where freed_at is null) p
       full join (select * from lot_locks where cause_kind = 'block') k on k.customer = p.customer and k.lot = p.lot and k.cause = p.application
       where k.until_at is distinct from p.until_at`,
    ),
    lawOf(
      'block_withdrawals',
      'an application ends as withdrawn with the withdrawal of its offer, which two people decided for the reason that is public, and its review ends with it',
      `select b.customer, null::int8 as number, case when b.id is null then null else 'block' end as cause_kind, b.id as cause,
         format('offer %s: %s, its proposals say %s; the application’s review is %s', o.id, coalesce(o.withdrawal_reason, 'not withdrawn'), w.reasons, r.state) as differs
       from block_offers o
       left join block_applications b on b.offer = o.id and b.end_reason = 'withdrawn'
       left join reviews r on r.customer = b.customer and r.record = b.id and r.kind = 'block'
       left join lateral (
         select array_agg(w.reason) as reasons from block_withdrawals w
         join reviews d on d.customer is null and d.record = w.id and d.kind = 'block_withdrawal' and d.state = 'approved'
         where w.offer = o.id
       ) as w on true
       where (o.withdrawal_reason is null and (b.id is not null or w.reasons is not null))
          or (o.withdrawal_reason is not null and w.reasons is distinct from array[o.withdrawal_reason])
          or (b.id is not null and r.state is distinct from 'cancelled')`,
    ),
    lawOf(
      'block_reviews',
      'an application for a block waits for its price, or has bought, after its review approved it, and ends with a review that did not',
      `select b.customer, null::int8 as number, 'block' as cause_kind, b.id as cause,
         format('%s, price after %s; its review is %s', b.end_reason, b.price_after, r.state) as differs
       from block_applications b left join reviews r on r.customer = b.customer and r.record = b.id and r.kind = 'block'
       where (b.price_after is not null) <> coalesce(r.state = 'approved', false)
          or (b.ended_at is null and b.price_after is null) <> coalesce(r.state in ('pending', 'in_review', 'offered'), false)
          or (r.state = 'offered' and b.granted is null) or r.id is null`,
    ),
  ],
}

export const BLOCK_LAWS = {
  block_events:
    'the price of each block is made by the first quote event of its market after 16:00 of the approval’s day, and its outcome by the first one after its lock',
} as const

const AT_ONCE = 500
const FIRST = { customer: BEFORE_ALL_IDS, id: BEFORE_ALL_IDS }

/** Works out anew from the market which events made the prices of blocks, and the fee of each purchase. */
export async function checkBlocks(db: Db, past: PastMarket): Promise<readonly Breach[]> {
  const rows: AgainstLaw[] = []
  for (let behind: Readonly<Record<'customer' | 'id', string>> = FIRST; ;) {
    const after = behind
    const page: CheckedBlock[] = await db.read((tx) => listChecked(tx, after, AT_ONCE))
    for (const block of page) {
      const differs = differenceOf(block, past)
      const { customer, id } = block
      if (differs !== null) rows.push({ customer, number: null, causeKind: 'block', cause: id, differs })
    }
    const last = page.at(-1)
    if (page.length < AT_ONCE || !last) break
    behind = last
  }
  if (rows.length === 0) return []
  const law = BLOCK_LAWS.block_events
  return [{ code: 'block_events', law, cases: rows.length, rows: rows.slice(0, NAMED_MOST) }]
}

function differenceOf({ listing, priceAfter, event, bought, outcome }: CheckedBlock, past: PastMarket): string | null {
  if (bought) {
    const { fee } = blockCost(listing, bought.shares, bought.price, bought.feeTable)
    if (fee !== bought.fee) return `fee ${bought.fee}, ${fee} by its table`
  }
  const first = firstEvent(past, { listing, after: priceAfter, until: event.at }, ({ ask }) => ask)
  if (first !== null && (first.at !== event.at || first.ask !== event.ask))
    return `priced by ${event.ask} at ${event.at}; the market’s first event is ${first.ask} at ${first.at}`
  if (!bought || !outcome) return null
  const end = firstEvent(past, { listing: outcome.listing, after: bought.until, until: outcome.at }, ({ bid }) => bid)
  if (end === null || (end.at === outcome.at && end.bid === outcome.bid)) return null
  return `outcome by ${outcome.bid} at ${outcome.at}; the market’s first event is ${end.bid} at ${end.at}`
}

const NO_EVENT = { at: 0, ask: 0n, bid: 0n }

/** The first event of a stretch with such a price; null if the stretch cannot be worked out. */
function firstEvent(
  past: PastMarket,
  {
    listing,
    after,
    until,
  }: { readonly listing: CheckedBlock['listing']; readonly after: number; readonly until: number },
  priceOf: (event: Quote) => bigint,
): Pick<Quote, 'at' | 'ask' | 'bid'> | typeof NO_EVENT | null {
  if (past.unchecked(after, until) !== null) return null
  for (const event of past.eventsWithin(listing, after, until, null)) if (priceOf(event) > 0n) return event
  return NO_EVENT
}
