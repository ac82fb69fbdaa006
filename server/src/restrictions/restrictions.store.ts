import type { RestrictionLevel } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { RestrictionAct } from '@lonja/core/restrictions/restrictions.review'
import type { Restriction } from '../accounts/restrictions.store.ts'
import { group, instant, int4, orNull, renamed, tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { SeatAct } from '../review/review.store.ts'

/** The terms of a restriction that is asked for. */
export interface Terms {
  readonly level: RestrictionLevel
  readonly reason: Restriction['reason']
  readonly until: Instant
}

/** An act on a restriction that two people decide. */
export interface RestrictionRequest {
  readonly id: string
  readonly customer: CustomerId
  readonly act: RestrictionAct
  /** Null for a lifting. */
  readonly terms: Terms | null
  /** For a lifting: the restriction that was in force; null otherwise. */
  readonly restriction: string | null
  readonly by: SeatAct
  readonly at: Instant
}

/** A request with its review. */
export interface RequestRow extends RestrictionRequest {
  readonly reviewId: string
  readonly review: 'pending' | 'in_review' | 'approved' | 'refused' | 'cancelled'
  readonly dueAt: Instant
}

const REQUESTS = tableOf<RestrictionRequest>({
  id: uuid('id'),
  customer: uuid('customer'),
  act: word('act'),
  terms: orNull(group<Terms>({ level: int4('level'), reason: word('reason'), until: instant('until_at') })),
  restriction: orNull(uuid('restriction')),
  by: group<SeatAct>({ seat: uuid('seat'), number: int4('seat_number'), role: word('role') }),
  at: instant('made_at'),
})
const REVIEWS = tableOf<Pick<RequestRow, 'reviewId' | 'review' | 'dueAt'>>({
  reviewId: renamed(uuid('id'), 'review_id'),
  review: word('state'),
  dueAt: instant('due_at'),
})

const SELECT = `select ${REQUESTS.under('q')}, ${REVIEWS.under('r')}
  from restriction_requests q join reviews r on r.customer = q.customer and r.record = q.id`

const INSERT = sql(
  'insert_restriction_request',
  `insert into restriction_requests (${REQUESTS.names}) values (${REQUESTS.slots})`,
)
const FIND = sql('find_reviewed_restriction', `${SELECT} where r.id = $1 and r.kind = 'restriction'`)
const LIST_OPEN = sql(
  'list_open_restriction_requests',
  `${SELECT} where q.customer = any($1::uuid[]) and r.ended_at is null`,
)

/** The caller opens the review in the same transaction. */
export async function insertRequest(tx: Tx, request: RestrictionRequest): Promise<void> {
  await tx.run(INSERT, REQUESTS.values(request))
}

/** The request of a review, of any customer. */
export async function findReviewedRequest(tx: Tx, review: string): Promise<RequestRow | null> {
  const [row] = await tx.run(FIND, [review])
  return row ? { ...REQUESTS.ofRow(row), ...REVIEWS.ofRow(row) } : null
}

/** The requests of these customers that wait for a decision. */
export const listOpenRequests = async (tx: Tx, customers: readonly CustomerId[]): Promise<RequestRow[]> =>
  (await tx.run(LIST_OPEN, [customers])).map((row) => ({ ...REQUESTS.ofRow(row), ...REVIEWS.ofRow(row) }))
