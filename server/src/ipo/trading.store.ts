import type { Shares } from '@lonja/core/base/amount'
import type { CustomerId, LotId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Terms } from '@lonja/core/ipo/terms.text'
import { cellOf, instant, shapeOf, uuid } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { termsOf } from './ipo.store.ts'

/** An application that was allotted shares and has no notice that they trade, with its place in the order of the draw. */
export interface UnnoticedAllotment {
  readonly customer: CustomerId
  readonly application: string
  readonly place: number
}

/** The terms of an allotment's offer, and the lot of its shares. */
export interface TradingShares {
  readonly terms: Terms
  readonly lot: LotId
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
const FIND_UNNOTICED = sql(
  'find_unnoticed_ipo_allotment',
  `select o.terms, a.lot from ipo_allotments a join ipo_offers o on o.id = a.offer
   where a.customer = $1 and a.application = $2 and a.lot is not null and not exists (
     select from ipo_trading_notices n where n.customer = a.customer and n.application = a.application)`,
  shapeOf<TradingShares>({ terms: termsOf('terms'), lot: uuid<'lot'>('lot') }),
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

/** The lot of an allotment with its offer; null if it has its notice already. */
export async function findUnnoticedShares(
  tx: LockedTx,
  { customer, application }: UnnoticedAllotment,
): Promise<TradingShares | null> {
  const [shares] = await tx.run(FIND_UNNOTICED, [customer, application])
  return shares ?? null
}

/** Store that an allotment has its notice of the shares that are left. The customer's lock makes it the only one. */
export async function insertTradingNotice(
  tx: LockedTx,
  { customer, application }: UnnoticedAllotment,
  { offer, left, at }: { readonly offer: string; readonly left: Shares; readonly at: Instant },
): Promise<void> {
  await tx.run(INSERT_NOTICE, [customer, application, offer, left, at])
}

/** Say that all notices of an offer are sent. If another server said so first, its row stays. */
export async function insertTradingSent(tx: Tx, offer: string, at: Instant): Promise<void> {
  await tx.run(INSERT_SENT, [offer, at])
}
