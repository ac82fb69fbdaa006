import type { Cents } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { BlockWithdrawalReason } from '@lonja/core/blocks/blocks.review'
import type { PlainReviewState } from '@lonja/core/review/review.contract'
import { BEFORE_ALL_IDS } from '../base/ids.ts'
import { cash, cellOf, group, idIn, instant, int4, renamed, shapeOf, tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { SeatAct } from '../review/review.store.ts'
import type { BlockSubject } from './offers.store.ts'

/** The withdrawal of an offer as a seat proposed it, with the reason that becomes public. */
export interface ProposedWithdrawal {
  readonly id: string
  readonly offer: string
  readonly reason: BlockWithdrawalReason
  readonly by: SeatAct
  readonly madeAt: Instant
}

/** A proposed withdrawal in its review, which is the house's. */
export interface ReviewedWithdrawal extends ProposedWithdrawal {
  readonly customer: null
  readonly reviewId: string
  readonly review: PlainReviewState
  readonly dueAt: Instant
}

/** The applications for an offer: those that wait for staff or for their customer with what they hold, and those that go on. */
export interface OfferDemand {
  readonly waiting: number
  readonly held: Cents
  readonly staying: number
}

/** An application that waits although its offer is withdrawn. */
export interface WaitingBlock {
  readonly offer: string
  readonly customer: CustomerId
  readonly id: string
}

const PROPOSED = tableOf<ProposedWithdrawal>({
  id: uuid('id'),
  offer: uuid('offer'),
  reason: word('reason'),
  by: group<SeatAct>({ seat: uuid('seat'), number: int4('seat_number'), role: word('seat_role') }),
  madeAt: instant('made_at'),
})
const REVIEWS = tableOf<Pick<ReviewedWithdrawal, 'reviewId' | 'review' | 'dueAt'>>({
  reviewId: renamed(uuid('id'), 'review_id'),
  review: word('state'),
  dueAt: instant('due_at'),
})

const WITH_REVIEW = `from block_withdrawals w
  join reviews r on r.customer is null and r.record = w.id and r.kind = 'block_withdrawal'`
const INSERT = sql(
  'insert_block_withdrawal',
  `insert into block_withdrawals (${PROPOSED.names}) values (${PROPOSED.slots})`,
)
const EXISTS = sql('find_block_withdrawal', 'select id from block_withdrawals where id = $1', cellOf(uuid('id')))
const FIND_REVIEWED = sql(
  'find_reviewed_block_withdrawal',
  `select ${PROPOSED.under('w')}, ${REVIEWS.under('r')} ${WITH_REVIEW} where r.id = $1`,
)
const LIST_WAITING = sql(
  'list_waiting_block_withdrawals',
  `select w.offer, r.id as review ${WITH_REVIEW} where r.ended_at is null and w.offer = any($1::uuid[])`,
  shapeOf({ offer: uuid('offer'), review: uuid('review') }),
)
const SUM_DEMAND = sql(
  'sum_demand_of_block_offers',
  `select offer, count(*) filter (where is_waiting)::int4 as waiting,
     coalesce(sum(held) filter (where is_waiting), 0)::int8 as held, count(*) filter (where not is_waiting)::int4 as staying
   from (
     select offer, held, ended_at is null and price_after is null as is_waiting from block_applications
     where offer = any($1::uuid[]) and (ended_at is null or end_reason = 'bought')
   ) as running group by offer`,
  shapeOf<OfferDemand & { readonly offer: string }>({
    offer: uuid('offer'),
    waiting: int4('waiting'),
    held: cash('held'),
    staying: int4('staying'),
  }),
)
const LIST_SUBJECTS = sql(
  'list_block_withdrawal_subjects',
  `select w.id, o.listing from block_withdrawals w join block_offers o on o.id = w.offer where w.id = any($1::uuid[])`,
  shapeOf<BlockSubject>({ id: uuid('id'), listing: word('listing') }),
)
const LIST_WAITING_OF_WITHDRAWN = sql(
  'list_waiting_of_withdrawn',
  `select b.offer, b.customer, b.id from block_offers o join block_applications b on b.offer = o.id
   where o.withdrawn_at is not null and b.ended_at is null and b.price_after is null
     and (b.offer, b.customer, b.id) > ($1::uuid, $2::uuid, $3::uuid)
   order by b.offer, b.customer, b.id limit $4`,
  shapeOf<WaitingBlock>({ offer: uuid('offer'), customer: uuid('customer'), id: uuid('id') }),
)

/** The caller opens the review in the same transaction. */
export async function insertWithdrawal(tx: Tx, withdrawal: ProposedWithdrawal): Promise<void> {
  await tx.run(INSERT, PROPOSED.values(withdrawal))
}

/** True if a proposal has this id. */
export const isWithdrawalId = async (tx: Tx, id: string): Promise<boolean> => (await tx.run(EXISTS, [id])).length > 0

/** The proposal of a review. */
export async function findReviewedWithdrawal(tx: Tx, review: string): Promise<ReviewedWithdrawal | null> {
  const [row] = await tx.run(FIND_REVIEWED, [review])
  return row ? { ...PROPOSED.ofRow(row), ...REVIEWS.ofRow(row), customer: null } : null
}

/** The reviews in which withdrawals of offers wait, by offer. */
export async function findWaitingWithdrawals(tx: Tx, offers: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const waiting = await tx.run(LIST_WAITING, [offers])
  return new Map(waiting.map(({ offer, review }) => [offer, review]))
}

/** The applications for offers, by offer. An offer without any has no row. */
export async function sumDemand(tx: Tx, offers: readonly string[]): Promise<ReadonlyMap<string, OfferDemand>> {
  const sums = await tx.run(SUM_DEMAND, [offers])
  return new Map(sums.map(({ offer, ...demand }) => [offer, demand]))
}

const FIRST: WaitingBlock = { offer: BEFORE_ALL_IDS, customer: idIn<'customer'>(BEFORE_ALL_IDS), id: BEFORE_ALL_IDS }

/** The applications that wait although their offer is withdrawn, behind one of them. */
export const listWaitingOfWithdrawn = (tx: Tx, behind: WaitingBlock | null, most: number): Promise<WaitingBlock[]> => {
  const { offer, customer, id } = behind ?? FIRST
  return tx.run(LIST_WAITING_OF_WITHDRAWN, [offer, customer, id, most])
}

/** The listings of the offers that some withdrawals are of. */
export const listWithdrawalSubjects = (tx: Tx, ids: readonly string[]): Promise<BlockSubject[]> =>
  tx.run(LIST_SUBJECTS, [ids])
