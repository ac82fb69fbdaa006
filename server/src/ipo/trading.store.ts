import type { Cents, Shares } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Terms } from '@lonja/core/ipo/terms.text'
import { cash, cellOf, instant, shapeOf, shares, uuid } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { termsOf } from './ipo.store.ts'

/** An application that was allotted shares and has no notice that they trade, with its place in the order of the draw. */
export interface UnnoticedAllotment {
  readonly customer: CustomerId
  readonly application: string
  readonly place: number
}

/** The shares of an allotment that are left, and what they cost. */
export interface LeftOver {
  readonly terms: Terms
  readonly left: Shares
  readonly cost: Cents
}

// A withdrawn offer has no draw, and nobody has its shares.
const LIST_OFFERS = sql(
  'list_ipo_offers_that_trade',
  `select s.offer::text as offer from ipo_settled s join ipo_draws d on d.offer = s.offer join ipo_offers o on o.id = s.offer
   where o.lists_at <= $1 and not exists (select from ipo_trading_sent t where t.offer = s.offer) order by o.lists_at, o.id`,
  cellOf(uuid('offer')),
)
const LIST_UNNOTICED = sql(
  'list_unnoticed_ipo_allotments',
  `select r.customer, r.application, r.place from ipo_results r
   join ipo_allotments a on a.customer = r.customer and a.application = r.application and a.shares > 0
   where r.offer = $1 and r.place > $2 and not exists (
     select from ipo_trading_notices n where n.customer = r.customer and n.application = r.application
   ) order by r.place limit $3`,
  shapeOf<UnnoticedAllotment>({
    customer: uuid('customer'),
    application: uuid('application'),
    place: instant('place'),
  }),
)
// A lot that was handed back is not there any more.
const FIND_LEFT = sql(
  'find_ipo_shares_left',
  `select o.terms, coalesce(l.shares_left, 0) as left_over, coalesce(l.cost_left, 0) as cost
   from ipo_allotments a join ipo_offers o on o.id = a.offer
   left join lots l on l.customer = a.customer and l.listing = a.listing and l.id = a.lot
   where a.customer = $1 and a.application = $2 and a.shares > 0 and not exists (
     select from ipo_trading_notices n where n.customer = a.customer and n.application = a.application)`,
  shapeOf<LeftOver>({ terms: termsOf('terms'), left: shares('left_over'), cost: cash('cost') }),
)
const INSERT_NOTICE = sql(
  'insert_ipo_trading_notice',
  'insert into ipo_trading_notices (customer, application, offer, shares, sent_at) values ($1, $2, $3, $4, $5)',
)
const INSERT_SENT = sql(
  'insert_ipo_trading_sent',
  'insert into ipo_trading_sent (offer, sent_at) values ($1, $2) on conflict do nothing',
)

/** The settled offers whose shares trade by now, and whose notices of it are not all sent; the first to trade before the others. */
export const listUnsentTrading = (tx: Tx, now: Instant): Promise<string[]> => tx.run(LIST_OFFERS, [now])

/** The allotments of an offer without that notice, by place, behind one (0 begins with the first). */
export const listUnnoticedAllotments = (
  tx: Tx,
  offer: string,
  behind: number,
  limit: number,
): Promise<UnnoticedAllotment[]> => tx.run(LIST_UNNOTICED, [offer, behind, limit])

/** The shares of an allotment that are left; null if it has its notice already. */
export async function findLeftOver(
  tx: LockedTx,
  { customer, application }: UnnoticedAllotment,
): Promise<LeftOver | null> {
  const [left] = await tx.run(FIND_LEFT, [customer, application])
  return left ?? null
}

/** Store that an allotment has its notice. The customer's lock makes it the only one. */
export async function insertTradingNotice(
  tx: LockedTx,
  { customer, application }: UnnoticedAllotment,
  { terms, left }: LeftOver,
  at: Instant,
): Promise<void> {
  await tx.run(INSERT_NOTICE, [customer, application, terms.offer, left, at])
}

/** Say that all notices of an offer are sent. If another server said so first, its row stays. */
export async function insertTradingSent(tx: Tx, offer: string, at: Instant): Promise<void> {
  await tx.run(INSERT_SENT, [offer, at])
}
