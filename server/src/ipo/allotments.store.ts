import type { Cents, ListingId, PriceE4, Shares } from '@lonja/core/base/amount'
import type { CustomerId, LotId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Terms } from '@lonja/core/ipo/terms.text'
import { BEFORE_ALL_IDS } from '../base/ids.ts'
import { cash, cellOf, instant, orNull, shapeOf, shares, tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { termsOf } from './ipo.store.ts'

/** A settled application: its lot (null without a share), the amount paid for it, and its posting. */
export interface AllotmentRow {
  readonly customer: CustomerId
  readonly application: string
  readonly offer: string
  readonly listing: ListingId
  readonly lot: LotId | null
  readonly shares: Shares
  readonly paid: Cents
  /** The number of the posting. */
  readonly posting: number
  readonly at: Instant
}

const ALLOTMENTS = tableOf<AllotmentRow>({
  customer: uuid('customer'),
  application: uuid('application'),
  offer: uuid('offer'),
  listing: word<ListingId>('listing'),
  lot: orNull(uuid<'lot'>('lot')),
  shares: shares('shares'),
  paid: cash('paid'),
  posting: instant('posting'),
  at: instant('settled_at'),
})

const INSERT = sql(
  'insert_ipo_allotment',
  `insert into ipo_allotments (${ALLOTMENTS.names}) values (${ALLOTMENTS.slots})`,
)
const FIND = sql(
  'find_ipo_allotment',
  `select ${ALLOTMENTS.names} from ipo_allotments where customer = $1 and application = $2`,
)
const LIST_PRICES = sql(
  'list_ipo_offer_prices',
  'select o.terms from ipo_offers o where o.id in (select offer from ipo_allotments where customer = $1 and shares > 0)',
  shapeOf<{ readonly terms: Terms }>({ terms: termsOf('terms') }),
)
const LIST_UNSETTLED = sql(
  'list_unsettled_ipo_applications',
  `select a.customer, a.id as application from ipo_applications a
   where a.offer = $1 and a.customer > $2 and a.withdrawn_at is null and not exists (
     select from ipo_allotments t where t.customer = a.customer and t.application = a.id
   ) order by a.customer limit $3`,
  shapeOf<UnsettledApplication>({ customer: uuid('customer'), application: uuid('application') }),
)
const LIST_OFFERS = sql(
  'list_unsettled_ipo_offers',
  `select d.offer::text as offer from ipo_draws d
   where not exists (select from ipo_settled s where s.offer = d.offer) order by d.drawn_at, d.offer`,
  cellOf(uuid('offer')),
)
const LIST_CANCELLED = sql(
  'list_unreleased_ipo_offers',
  `select o.id::text as offer from ipo_offers o
   where o.cancelled_at is not null and not exists (select from ipo_settled s where s.offer = o.id) order by o.cancelled_at, o.id`,
  cellOf(uuid('offer')),
)
const INSERT_SETTLED = sql(
  'insert_ipo_settled',
  'insert into ipo_settled (offer, settled_at) values ($1, $2) on conflict (offer) do nothing',
)

/** The prices of the offers by which a customer has shares, by listing: their worth until they trade. */
export async function findOfferPrices(tx: Tx, customer: CustomerId): Promise<ReadonlyMap<ListingId, PriceE4>> {
  const rows = await tx.run(LIST_PRICES, [customer])
  return new Map(rows.map(({ terms: { listing, price } }) => [listing, price]))
}

/** Store that an application is settled. The customer's lock makes it the only one. */
export async function insertAllotment(tx: LockedTx, allotment: AllotmentRow): Promise<void> {
  await tx.run(INSERT, ALLOTMENTS.values(allotment))
}

export async function findAllotment(tx: Tx, customer: CustomerId, application: string): Promise<AllotmentRow | null> {
  const [row] = await tx.run(FIND, [customer, application])
  return row ? ALLOTMENTS.ofRow(row) : null
}

/** An application that is not settled. */
export interface UnsettledApplication {
  readonly customer: CustomerId
  readonly application: string
}

/**
 * The applications of a drawn or withdrawn offer that are not settled, of the customers behind one (null begins with the first). In
 * that order each is written beside the one before it: by place in the draw, a hundred thousand would come back to every page of
 * the tables again and again.
 */
export async function listUnsettled(
  tx: Tx,
  offer: string,
  behind: CustomerId | null,
  limit: number,
): Promise<UnsettledApplication[]> {
  return tx.run(LIST_UNSETTLED, [offer, behind ?? BEFORE_ALL_IDS, limit])
}

/** The drawn offers that are not settled, those that were drawn first before the others. */
export const listUnsettledOffers = async (tx: Tx): Promise<string[]> => tx.run(LIST_OFFERS)

/** The offers that the house withdrew and whose applications are not all released, the first one before the others. */
export const listUnreleasedOffers = async (tx: Tx): Promise<string[]> => tx.run(LIST_CANCELLED)

/** Say that all applications of an offer are settled. If another server said so first, its row stays. */
export async function insertSettled(tx: Tx, offer: string, now: Instant): Promise<void> {
  await tx.run(INSERT_SETTLED, [offer, now])
}
