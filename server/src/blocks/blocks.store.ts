import type { Cents, Currency, ListingId, PriceE4, Shares } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { BlockEnd, BlockState } from '@lonja/core/blocks/blocks.contract'
import type { FeeTableVersion } from '@lonja/core/orders/fees.rules'
import type { ReviewState } from '@lonja/core/review/review.contract'
import {
  cash,
  cellOf,
  group,
  instant,
  int4,
  orNull,
  price,
  renamed,
  shapeOf,
  shares,
  tableOf,
  units,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import { BEFORE_ALL_IDS, PAST_ALL_IDS } from '../base/ids.ts'

/** An application as its customer made it. */
export interface NewBlock {
  readonly customer: CustomerId
  readonly id: string
  readonly offer: string
  readonly listing: ListingId
  readonly shares: Shares
  /** The highest price that the customer pays for a share. */
  readonly cap: PriceE4
  readonly feeTable: FeeTableVersion
  readonly asset: Currency
  readonly held: Cents
  readonly at: Instant
  /** The source's clock at that moment. */
  readonly marketAt: Instant
}

/** The quote event that made a price: its instant, and its ask. */
export interface PriceEvent {
  readonly at: Instant
  readonly ask: PriceE4
}

/** An application with what became of it, as it is stored. */
export interface BlockRow extends NewBlock {
  /** The shares that an approval, or an offer of fewer, has taken. */
  readonly granted: Shares | null
  readonly priceAfter: Instant | null
  readonly event: PriceEvent | null
  readonly endedAt: Instant | null
  readonly end: BlockEnd | null
}

/** An application with its review. */
export interface ReviewedBlock extends BlockRow {
  readonly reviewId: string
  readonly review: ReviewState
  readonly reason: string | null
  /** The end of its review: the decision, or the customer's answer to fewer shares. */
  readonly reviewedAt: Instant | null
  /** The value of its hold in cents of EUR at the rate of its submission; null without one. */
  readonly eurCents: bigint | null
  readonly dueAt: Instant
  readonly state: BlockState
}

const MADE: Fields<NewBlock> = {
  customer: uuid('customer'),
  id: uuid('id'),
  offer: uuid('offer'),
  listing: word('listing'),
  shares: shares('shares'),
  cap: price('cap_e4'),
  feeTable: int4('fee_table'),
  asset: word('asset'),
  held: cash('held'),
  at: instant('made_at'),
  marketAt: instant('market_at'),
}
const NEW = tableOf<NewBlock>(MADE)
const BLOCKS = tableOf<BlockRow>({
  ...MADE,
  granted: orNull(shares('granted')),
  priceAfter: orNull(instant('price_after')),
  event: orNull(group<PriceEvent>({ at: instant('quote_at'), ask: price('ask_e4') })),
  endedAt: orNull(instant('ended_at')),
  end: orNull(word('end_reason')),
})
const REVIEWS = tableOf<Omit<ReviewedBlock, keyof BlockRow | 'state'>>({
  reviewId: renamed(uuid('id'), 'review_id'),
  review: renamed(word('state'), 'review_state'),
  reason: orNull(word('reason')),
  reviewedAt: orNull(renamed(instant('ended_at'), 'reviewed_at')),
  eurCents: orNull(units('eur_cents')),
  dueAt: instant('due_at'),
})

const BLOCK_STATE = shapeOf({ state: word<BlockState>('block_state') })

const reviewedFrom = (row: Row): ReviewedBlock => ({
  ...BLOCKS.ofRow(row),
  ...REVIEWS.ofRow(row),
  ...BLOCK_STATE(row),
})

// The state is that of the review until the price is awaited or the application has ended.
const SELECT = `select ${BLOCKS.under('b')}, ${REVIEWS.under('r')},
    coalesce(b.end_reason, case when b.price_after is null then r.state else 'approved' end) as block_state
  from block_applications b join reviews r on r.customer = b.customer and r.record = b.id and r.kind = 'block'`
/** The status of an application, as `blockStatusFor` in the rules of `applications` has it: a page of one status is whole. */
const STATUS = `case when b.end_reason is null then 'running' when b.end_reason = 'refused' then 'refused' else 'finished' end`
const INSERT = sql('insert_block', `insert into block_applications (${NEW.names}) values (${NEW.slots})`)
const FIND_REVIEWED = sql('find_reviewed_block', `${SELECT} where r.id = $1`)
const FIND = sql('find_block', `${SELECT} where b.customer = $1 and b.id = $2`)
const LIST = sql(
  'list_blocks',
  `${SELECT} where b.customer = $1 and (b.made_at, b.id) < ($2, $3::uuid)
     and ($4::text is null or ${STATUS} = $4) and ($5::text is null or b.asset = $5)
     and b.made_at >= $6 and b.made_at < $7
   order by b.made_at desc, b.id desc limit $8`,
)
const SUM_OWN = sql(
  'sum_own_of_block_offer',
  `select offer, coalesce(sum(coalesce(granted, shares)), 0)::int8 as own from block_applications
   where customer = $1 and offer = any($2::uuid[]) and id is distinct from $3::uuid and (ended_at is null or end_reason = 'bought')
   group by offer`,
  shapeOf({ offer: uuid('offer'), own: shares('own') }),
)
const COUNT_WAITING = sql(
  'count_waiting_blocks',
  'select count(*)::int4 as waiting from block_applications where offer = $1 and ended_at is null and granted is null',
  cellOf(int4<number>('waiting')),
)
const LIST_DUE = sql(
  'list_blocks_to_price',
  `select ${BLOCKS.names} from block_applications
   where ended_at is null and price_after < $1 and (price_after, customer, id) > ($2, $3::uuid, $4::uuid)
   order by price_after, customer, id limit $5`,
)
const GRANT = sql('grant_block', 'update block_applications set granted = $3 where customer = $1 and id = $2')
const APPROVE = sql(
  'approve_block',
  'update block_applications set price_after = $3, held = $4 where customer = $1 and id = $2',
)
const END = sql(
  'end_block',
  `update block_applications set ended_at = $3, end_reason = $4, quote_at = $5, ask_e4 = $6
   where customer = $1 and id = $2`,
)

/** The caller posts the hold and opens the review in the same transaction. */
export async function insertBlock(tx: Tx, application: NewBlock): Promise<void> {
  await tx.run(INSERT, NEW.values(application))
}

/** The application of a review, of any customer. */
export async function findReviewedBlock(tx: Tx, review: string): Promise<ReviewedBlock | null> {
  const [row] = await tx.run(FIND_REVIEWED, [review])
  return row ? reviewedFrom(row) : null
}

export async function findBlock(tx: Tx, customer: CustomerId, id: string): Promise<ReviewedBlock | null> {
  const [row] = await tx.run(FIND, [customer, id])
  return row ? reviewedFrom(row) : null
}

/** A place on a list, newest first; the place before all of it. */
export interface Place {
  readonly at: Instant
  readonly id: string
}
export const FROM_THE_NEWEST: Place = { at: Number.MAX_SAFE_INTEGER, id: PAST_ALL_IDS }

/** The filter of a customer's applications; null for all. */
export interface BlockFilter {
  readonly status: 'running' | 'refused' | 'finished' | null
  readonly currency: Currency | null
  /** By the time when they were made, from `from` up to but without `to`. */
  readonly from: Instant | null
  readonly to: Instant | null
}

export const ALL_BLOCKS: BlockFilter = { status: null, currency: null, from: null, to: null }

/** The applications of a customer behind a place, newest first. */
export async function listBlocks(
  tx: Tx,
  customer: CustomerId,
  { status, currency, from, to }: BlockFilter,
  behind: Place | null,
  most: number,
): Promise<ReviewedBlock[]> {
  const { at, id } = behind ?? FROM_THE_NEWEST
  const span = [from ?? 0, to ?? Number.MAX_SAFE_INTEGER]
  return (await tx.run(LIST, [customer, at, id, status, currency, ...span, most])).map(reviewedFrom)
}

/** The shares of offers that a customer has or has asked for, by offer; those of the application `besides` do not count. */
export async function sumOwnOf(
  tx: Tx,
  customer: CustomerId,
  offers: readonly string[],
  besides: string | null = null,
): Promise<ReadonlyMap<string, Shares>> {
  const sums = await tx.run(SUM_OWN, [customer, offers, besides])
  return new Map(sums.map(({ offer, own }) => [offer, own]))
}

/** The applications for an offer that wait for staff. */
export async function countWaiting(tx: Tx, offer: string): Promise<number> {
  const [count] = await tx.run(COUNT_WAITING, [offer])
  return count ?? 0
}

const FIRST = { priceAfter: 0, customer: BEFORE_ALL_IDS, id: BEFORE_ALL_IDS }

/** The approved applications whose price is made by an event before an instant, behind one of them. */
export async function listToPrice(
  tx: Tx,
  before: Instant,
  behind: Pick<BlockRow, 'customer' | 'id' | 'priceAfter'> | null,
  most: number,
): Promise<BlockRow[]> {
  const { priceAfter, customer, id } = behind ?? FIRST
  return (await tx.run(LIST_DUE, [before, priceAfter, customer, id, most])).map(BLOCKS.ofRow)
}

type Own = Pick<NewBlock, 'customer' | 'id'>

/** The shares that an approval, or an offer of fewer, takes. */
export async function saveGranted(tx: Tx, { customer, id }: Own, granted: Shares): Promise<void> {
  await tx.run(GRANT, [customer, id, granted])
}

/** The instant after which the first event makes the price, and what is held for the granted shares. */
export async function saveApproval(
  tx: Tx,
  { customer, id }: Own,
  { priceAfter, held }: { readonly priceAfter: Instant; readonly held: Cents },
): Promise<void> {
  await tx.run(APPROVE, [customer, id, priceAfter, held])
}

/** Ends an application; `event` is the one that made its price, or showed that it is above the cap. */
export async function saveEnd(
  tx: Tx,
  { customer, id }: Own,
  { end, at, event }: { readonly end: BlockEnd; readonly at: Instant; readonly event: PriceEvent | null },
): Promise<void> {
  await tx.run(END, [customer, id, at, end, event?.at ?? null, event?.ask ?? null])
}
