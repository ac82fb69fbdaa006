import type { ListingId, Shares } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { PlainReviewState } from '@lonja/core/review/review.contract'
import type { BlockWithdrawalReason } from '@lonja/core/blocks/blocks.review'
import type { BlockTerms } from '@lonja/core/blocks/terms.text'
import {
  group,
  instant,
  int4,
  orNull,
  renamed,
  shapeOf,
  shares,
  tableOf,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import type { RowsBeside } from '../database/everything.ts'
import { FROM_THE_NEWEST, type Place } from './blocks.store.ts'
import type { SeatAct } from '../review/review.store.ts'

/** An offer as a seat proposed it, with the text of its terms and their hash in hex. */
export interface ProposedOffer {
  readonly terms: BlockTerms
  readonly text: string
  readonly hash: string
  readonly by: SeatAct
  readonly madeAt: Instant
}

/** The withdrawal of an offer by two people, with its public reason. */
export interface OfferWithdrawal {
  readonly at: Instant
  readonly reason: BlockWithdrawalReason
}

/** An offer with what changes of it: when it was published and withdrawn, and the shares that approvals have taken. */
export interface BlockOffer extends ProposedOffer {
  readonly publishedAt: Instant | null
  readonly withdrawal: OfferWithdrawal | null
  readonly taken: Shares
}

/** An offer in its review, which is the house's. */
export interface ReviewedOffer extends BlockOffer {
  readonly customer: null
  readonly reviewId: string
  readonly review: PlainReviewState
  readonly dueAt: Instant
}

/** A published offer for a list, with the applications for it that run or have bought. */
export interface ListedOffer extends BlockOffer {
  readonly applications: number
}

/** The listing of a proposal, by the id of its record. */
export interface BlockSubject {
  readonly id: string
  readonly listing: ListingId
}

const PROPOSED: Fields<ProposedOffer> = {
  terms: group<BlockTerms>({
    offer: uuid('id'),
    listing: word<ListingId>('listing'),
    discountBps: int4('discount_bps'),
    shares: shares('shares'),
    least: shares('least'),
    most: shares('most'),
    lockDays: int4('lock_days'),
    endsAt: instant('ends_at'),
  }),
  text: word('terms'),
  hash: word('terms_hash'),
  by: group<SeatAct>({ seat: uuid('seat'), number: int4('seat_number'), role: word('seat_role') }),
  madeAt: instant('made_at'),
}
const NEW = tableOf<ProposedOffer>(PROPOSED)
const OFFERS = tableOf<BlockOffer>({
  ...PROPOSED,
  publishedAt: orNull(instant('published_at')),
  withdrawal: orNull(group<OfferWithdrawal>({ at: instant('withdrawn_at'), reason: word('withdrawal_reason') })),
  taken: shares('taken'),
})
const REVIEWS = tableOf<Pick<ReviewedOffer, 'reviewId' | 'review' | 'dueAt'>>({
  reviewId: renamed(uuid('id'), 'review_id'),
  review: word('state'),
  dueAt: instant('due_at'),
})

const INSERT = sql('insert_block_offer', `insert into block_offers (${NEW.names}) values (${NEW.slots})`)
const FIND = sql('find_block_offer', `select ${OFFERS.names} from block_offers where id = $1`)
const LOCK = sql('lock_block_offer', `select ${OFFERS.names} from block_offers where id = $1 for update`)
const LOCK_SHARED = sql('lock_block_offer_shared', `select ${OFFERS.names} from block_offers where id = $1 for share`)
const FIND_REVIEWED = sql(
  'find_reviewed_block_offer',
  `select ${OFFERS.under('o')}, ${REVIEWS.under('r')} from block_offers o
   join reviews r on r.customer is null and r.record = o.id and r.kind = 'block_offer' where r.id = $1`,
)
const APPLICATIONS = shapeOf({ applications: int4<number>('applications') })
const LIST = sql(
  'list_block_offers',
  `select ${OFFERS.under('o')}, (
     select count(*)::int4 from block_applications a where a.offer = o.id and (a.ended_at is null or a.end_reason = 'bought')
   ) as applications
   from block_offers o
   where o.published_at is not null and (o.ends_at, o.id) < ($1, $2::uuid)
   order by o.ends_at desc, o.id desc limit $3`,
  (row: Row): ListedOffer => ({ ...OFFERS.ofRow(row), ...APPLICATIONS(row) }),
)
const LIST_SUBJECTS = sql(
  'list_block_offer_subjects',
  'select id, listing from block_offers where id = any($1::uuid[])',
  shapeOf<BlockSubject>({ id: uuid('id'), listing: word('listing') }),
)
const PUBLISH = sql('publish_block_offer', 'update block_offers set published_at = $2 where id = $1')
const WITHDRAW = sql(
  'withdraw_block_offer',
  'update block_offers set withdrawn_at = $2, withdrawal_reason = $3 where id = $1',
)
const LIST_RUNNING = sql(
  'list_running_block_offers',
  `select ${OFFERS.under('o')} from block_offers o
   where o.published_at is not null and o.withdrawn_at is null and (o.ends_at >= $1 or exists (
     select from block_applications a where a.offer = o.id and a.ended_at is null and a.price_after is null
   )) order by o.ends_at desc, o.id desc`,
  OFFERS.ofRow,
)
/** The terms of each application for the archive of its customer, with the withdrawal of the offer: both are public. */
export const TERMS_BESIDE: RowsBeside = {
  name: 'block_application_terms',
  columns: ['customer', 'application', 'offer', 'published_at', 'terms', 'withdrawn_at', 'withdrawal_reason'],
  key: ['application'],
  query: `select a.customer, a.id as application, o.id as offer, o.published_at, o.terms, o.withdrawn_at, o.withdrawal_reason
    from block_applications a join block_offers o on o.id = a.offer`,
}
const TAKE = sql('take_of_block_offer', 'update block_offers set taken = taken + $2 where id = $1')

/** The caller opens the review in the same transaction. */
export async function insertBlockOffer(tx: Tx, offer: ProposedOffer): Promise<void> {
  await tx.run(INSERT, NEW.values(offer))
}

export async function findBlockOffer(tx: Tx, id: string): Promise<BlockOffer | null> {
  const [row] = await tx.run(FIND, [id])
  return row ? OFFERS.ofRow(row) : null
}

/** Locks an offer, after its customer: of approvals at once, each sees the shares that the one before has taken. */
export async function lockBlockOffer(tx: Tx, id: string): Promise<BlockOffer | null> {
  const [row] = await tx.run(LOCK, [id])
  return row ? OFFERS.ofRow(row) : null
}

/** Locks an offer against its withdrawal and against approvals; several applications share the lock. */
export async function lockBlockOfferShared(tx: Tx, id: string): Promise<BlockOffer | null> {
  const [row] = await tx.run(LOCK_SHARED, [id])
  return row ? OFFERS.ofRow(row) : null
}

/** The offer of a review. */
export async function findReviewedOffer(tx: Tx, review: string): Promise<ReviewedOffer | null> {
  const [row] = await tx.run(FIND_REVIEWED, [review])
  return row ? { ...OFFERS.ofRow(row), ...REVIEWS.ofRow(row), customer: null } : null
}

/** The published offers behind a place, those that end last first. */
export async function listPublishedOffers(tx: Tx, behind: Place | null, most: number): Promise<ListedOffer[]> {
  const { at, id } = behind ?? FROM_THE_NEWEST
  return tx.run(LIST, [at, id, most])
}

export async function savePublished(tx: Tx, offer: string, at: Instant): Promise<void> {
  await tx.run(PUBLISH, [offer, at])
}

/** Withdraws an offer in public. The caller has locked it. */
export async function saveWithdrawn(tx: Tx, offer: string, { at, reason }: OfferWithdrawal): Promise<void> {
  await tx.run(WITHDRAW, [offer, at, reason])
}

/** The offers that can be withdrawn: they take applications, or some of theirs wait. They are few. */
export const listRunningOffers = (tx: Tx, now: Instant): Promise<BlockOffer[]> => tx.run(LIST_RUNNING, [now])

/** Takes shares of an offer, or with a negative number gives them back. The database refuses more than there are. */
export async function takeShares(tx: Tx, offer: string, units: bigint): Promise<void> {
  await tx.run(TAKE, [offer, units])
}

/** The listings of some offers. */
export const listOfferSubjects = (tx: Tx, ids: readonly string[]): Promise<BlockSubject[]> =>
  tx.run(LIST_SUBJECTS, [ids])
