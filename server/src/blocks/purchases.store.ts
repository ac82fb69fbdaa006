import type { Cents, ListingId, PriceE4, Shares } from '@lonja/core/base/amount'
import type { CustomerId, LotId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import {
  cash,
  group,
  instant,
  int4,
  orNull,
  price,
  renamed,
  shapeOf,
  shares,
  tableOf,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
import type { FeeTableVersion } from '@lonja/core/orders/fees.rules'
import { sql, type Row, type Tx } from '../database/db.ts'
import { FROM_THE_NEWEST, type Place, type PriceEvent } from './blocks.store.ts'

/** A block that a customer has bought: a lot of its own, which nobody can sell before the end of the lock. */
export interface NewPurchase {
  readonly customer: CustomerId
  readonly application: string
  readonly offer: string
  readonly listing: ListingId
  readonly lot: LotId
  readonly shares: Shares
  readonly price: PriceE4
  readonly cost: Cents
  readonly fee: Cents
  readonly posting: number
  readonly at: Instant
  /** The end of the lock, by the source's clock. */
  readonly until: Instant
}

/** The end of a lock: the shares that it freed, which a split may have changed, of the listing of then. */
export interface LockEnd {
  readonly at: Instant
  readonly listing: ListingId
  readonly shares: Shares
}

export interface Purchase extends NewPurchase {
  readonly freed: LockEnd | null
}

/** A purchase with the event that made its price. */
export interface PurchaseView extends Purchase {
  readonly event: PriceEvent
}

/** The result of a block when its lock ended. */
export interface Outcome {
  readonly customer: CustomerId
  readonly application: string
  readonly at: Instant
  readonly bid: PriceE4
  readonly resultBps: number
}

const BOUGHT: Fields<NewPurchase> = {
  customer: uuid('customer'),
  application: uuid('application'),
  offer: uuid('offer'),
  listing: word('listing'),
  lot: uuid('lot'),
  shares: shares('shares'),
  price: price('price_e4'),
  cost: cash('cost'),
  fee: cash('fee'),
  posting: instant('posting'),
  at: instant('bought_at'),
  until: instant('until_at'),
}
const NEW = tableOf<NewPurchase>(BOUGHT)
const PURCHASES = tableOf<Purchase>({
  ...BOUGHT,
  freed: orNull(
    group<LockEnd>({ at: instant('freed_at'), listing: word('freed_listing'), shares: shares('freed_shares') }),
  ),
})
const EVENTS = tableOf<Pick<PurchaseView, 'event'>>({
  event: group<PriceEvent>({
    at: renamed(instant('quote_at'), 'event_at'),
    ask: renamed(price('ask_e4'), 'event_ask'),
  }),
})
const OUTCOMES = tableOf<Outcome>({
  customer: uuid('customer'),
  application: uuid('application'),
  at: instant('quote_at'),
  bid: price('bid_e4'),
  resultBps: int4('result_bps'),
})

const VIEW = `select ${PURCHASES.under('p')}, ${EVENTS.under('b')}
  from block_purchases p join block_applications b on b.customer = p.customer and b.id = p.application`
const INSERT = sql('insert_block_purchase', `insert into block_purchases (${NEW.names}) values (${NEW.slots})`)
const FIND = sql('find_block_purchase', `${VIEW} where p.customer = $1 and p.application = $2`)
const LIST = sql(
  'list_block_purchases',
  `${VIEW} where p.customer = $1 and (p.bought_at, p.application) < ($2, $3::uuid)
   order by p.bought_at desc, p.application desc limit $4`,
)
const LIST_DUE = sql(
  'list_blocks_to_free',
  `select ${PURCHASES.names} from block_purchases where freed_at is null and until_at <= $1
   order by until_at, customer, application limit $2`,
)
const LIST_WITHOUT_OUTCOME = sql(
  'list_blocks_without_outcome',
  `select ${PURCHASES.under('p')} from block_purchases p
   where p.freed_shares > 0 and not exists (
     select from block_outcomes o where o.customer = p.customer and o.application = p.application
   ) order by p.until_at, p.customer, p.application limit $1`,
)
const LIST_CHECKED = sql(
  'list_checked_blocks',
  `select b.customer, b.id, b.listing, b.price_after, b.quote_at, b.ask_e4, b.fee_table, p.shares, p.price_e4, p.cost, p.fee,
     p.until_at, p.freed_listing, o.quote_at as freed_quote_at, o.bid_e4
   from block_applications b
   left join block_purchases p on p.customer = b.customer and p.application = b.id
   left join block_outcomes o on o.customer = b.customer and o.application = b.id
   where b.quote_at is not null and (b.customer, b.id) > ($1, $2::uuid) order by b.customer, b.id limit $3`,
)
const FREE = sql(
  'free_block_purchase',
  `update block_purchases set freed_at = $3, freed_listing = $4, freed_shares = $5
   where customer = $1 and application = $2`,
)
const INSERT_OUTCOME = sql(
  'insert_block_outcome',
  `insert into block_outcomes (${OUTCOMES.names}) values (${OUTCOMES.slots}) on conflict do nothing`,
)
const SUM_OUTCOMES = sql(
  'sum_block_outcomes',
  `select count(*)::int4 as count, min(result_bps) as least, max(result_bps) as most,
     (count(*) filter (where result_bps < 0))::int4 as lost from block_outcomes`,
  shapeOf({
    count: int4<number>('count'),
    leastBps: orNull(int4<number>('least')),
    mostBps: orNull(int4<number>('most')),
    lost: int4<number>('lost'),
  }),
)

/** The caller stores the lot and posts in the same transaction. */
export async function insertPurchase(tx: Tx, purchase: NewPurchase): Promise<void> {
  await tx.run(INSERT, NEW.values(purchase))
}

export async function findPurchase(tx: Tx, customer: CustomerId, application: string): Promise<PurchaseView | null> {
  const [row] = await tx.run(FIND, [customer, application])
  return row ? viewFrom(row) : null
}

/** The purchases of a customer behind a place, newest first. */
export async function listPurchases(
  tx: Tx,
  customer: CustomerId,
  behind: Place | null,
  most: number,
): Promise<PurchaseView[]> {
  const { at, id } = behind ?? FROM_THE_NEWEST
  return (await tx.run(LIST, [customer, at, id, most])).map(viewFrom)
}

const viewFrom = (row: Row): PurchaseView => ({ ...PURCHASES.ofRow(row), ...EVENTS.ofRow(row) })

/** The purchases whose lock is over by an instant of the source's clock, and not ended yet. */
export const listToFree = async (tx: Tx, now: Instant, most: number): Promise<Purchase[]> =>
  (await tx.run(LIST_DUE, [now, most])).map(PURCHASES.ofRow)

/** The freed purchases of which it is not known yet what they had become. */
export const listWithoutOutcome = async (tx: Tx, most: number): Promise<Purchase[]> =>
  (await tx.run(LIST_WITHOUT_OUTCOME, [most])).map(PURCHASES.ofRow)

export async function saveFreed(
  tx: Tx,
  { customer, application }: Pick<Purchase, 'customer' | 'application'>,
  { at, listing, shares: freed }: LockEnd,
): Promise<void> {
  await tx.run(FREE, [customer, application, at, listing, freed])
}

/** An application whose price was made, with what is worked out anew from the market: the event, the purchase and its outcome. */
export interface CheckedBlock {
  readonly customer: CustomerId
  readonly id: string
  readonly listing: ListingId
  readonly priceAfter: Instant
  readonly event: PriceEvent
  readonly bought:
    (Pick<Purchase, 'shares' | 'price' | 'cost' | 'fee' | 'until'> & { readonly feeTable: FeeTableVersion }) | null
  readonly outcome: { readonly listing: ListingId; readonly at: Instant; readonly bid: PriceE4 } | null
}

const CHECKED = tableOf<CheckedBlock>({
  customer: uuid('customer'),
  id: uuid('id'),
  listing: word('listing'),
  priceAfter: instant('price_after'),
  event: group<PriceEvent>({ at: instant('quote_at'), ask: price('ask_e4') }),
  bought: orNull(
    group<NonNullable<CheckedBlock['bought']>>({
      shares: shares('shares'),
      price: price('price_e4'),
      cost: cash('cost'),
      fee: cash('fee'),
      until: instant('until_at'),
      feeTable: int4('fee_table'),
    }),
  ),
  outcome: orNull(
    group<NonNullable<CheckedBlock['outcome']>>({
      listing: word('freed_listing'),
      at: instant('freed_quote_at'),
      bid: price('bid_e4'),
    }),
  ),
})

/** The priced applications behind one of them, in the order of their keys. */
export const listChecked = async (
  tx: Tx,
  { customer, id }: Readonly<Record<'customer' | 'id', string>>,
  most: number,
): Promise<CheckedBlock[]> => (await tx.run(LIST_CHECKED, [customer, id, most])).map(CHECKED.ofRow)

/** Another server may have written it at once: both have it from the same event. */
export async function insertOutcome(tx: Tx, outcome: Outcome): Promise<void> {
  await tx.run(INSERT_OUTCOME, OUTCOMES.values(outcome))
}

/** The results of the blocks of the house when their locks ended; null before the first. */
export async function sumOutcomes(
  tx: Tx,
): Promise<{ count: number; leastBps: number; mostBps: number; lost: number } | null> {
  const [sums] = await tx.run(SUM_OUTCOMES, [])
  if (!sums || sums.leastBps === null || sums.mostBps === null) return null
  return { ...sums, leastBps: sums.leastBps, mostBps: sums.mostBps }
}
