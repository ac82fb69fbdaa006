import type { Amount } from '@lonja/core/base/amount'
import type { Role } from '@lonja/core/base/contract'
import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Opinion, ReviewStep } from '@lonja/core/review/review.contract'
import type { SubmittedAmount, SeatOpinion, Review } from '@lonja/core/review/review.rules'
import {
  cellOf,
  group,
  instant,
  int4,
  orNull,
  shapeOf,
  tableOf,
  units,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import { HOUSE, type LockId } from '../database/locks.ts'

/** The id of the row that is locked for writes about a review. */
export const lockFor = ({ customer }: { readonly customer: CustomerId | null }): LockId => customer ?? HOUSE

/** A seat as it is stored with its act. */
export interface SeatAct {
  readonly seat: SeatId
  readonly number: number
  readonly role: Role
}

/** A review as it is stored: the fields for the rules and for lists. */
export interface ReviewRow extends Omit<Review, 'kind' | 'opinions'> {
  readonly id: string
  /** The id of the thing under review, unique for its customer only: customers' devices make these ids. */
  readonly record: string
  /** The name of the kind. */
  readonly kind: string
  readonly amount: Amount | null
  readonly eurCents: bigint | null
  readonly openedAt: Instant
  readonly dueAt: Instant
  readonly endedAt: Instant | null
  /** The reason of the decision. */
  readonly reason: string | null
  /** The way of its money, as its kind names it; null without one. */
  readonly way: string | null
  readonly holder: (SeatAct & { readonly at: Instant }) | null
}

/** A review as it is opened. */
export interface NewReview {
  readonly id: string
  readonly record: string
  readonly kind: string
  readonly customer: CustomerId | null
  readonly amount: Amount | null
  readonly eurCents: bigint | null
  readonly payloadHash: string
  readonly way: string | null
  readonly at: Instant
  readonly dueAt: Instant
}

/** A review as its feature asks for it: with the payload whose hash is stored. */
export interface ReviewRequest extends Omit<NewReview, 'id' | 'kind' | 'payloadHash' | 'way'> {
  readonly payload: Readonly<Record<string, string | null>>
  /** Omitted for a kind without ways. */
  readonly way?: string | null
}

const FIELDS: Fields<Omit<NewReview, 'at'>> = {
  id: uuid('id'),
  record: uuid('record'),
  kind: word('kind'),
  customer: orNull(uuid('customer')),
  amount: orNull(group<Amount>({ asset: word('asset'), units: units('units') })),
  eurCents: orNull(units('eur_cents')),
  payloadHash: word('payload_hash'),
  way: orNull(word('way')),
  dueAt: instant('due_at'),
}
const OPENED = tableOf<NewReview>({ ...FIELDS, at: instant('opened_at') })

export const REVIEWS = tableOf<ReviewRow>({
  ...FIELDS,
  openedAt: instant('opened_at'),
  state: word('state'),
  round: int4('round'),
  holder: orNull(
    group<SeatAct & { readonly at: Instant }>({
      seat: uuid('seat'),
      number: int4('seat_number'),
      role: word('seat_role'),
      at: instant('seat_at'),
    }),
  ),
  endedAt: orNull(instant('ended_at')),
  reason: orNull(word('reason')),
})

const INSERT = sql('insert_review', `insert into reviews (${OPENED.names}, state) values (${OPENED.slots}, 'pending')`)

export async function insertReview(tx: Tx, review: NewReview): Promise<void> {
  await tx.run(INSERT, OPENED.values(review))
}

const FIND = sql('find_review', `select ${REVIEWS.names} from reviews where id = $1`)

export async function findReview(tx: Tx, id: string): Promise<ReviewRow | null> {
  const [row] = await tx.run(FIND, [id])
  return row ? REVIEWS.ofRow(row) : null
}

const FIND_OF = sql('find_review_of_record', `select ${REVIEWS.names} from reviews where customer = $1 and record = $2`)

/** The review of a customer's record, of whatever kind. */
export async function findReviewOf(tx: Tx, customer: CustomerId, record: string): Promise<ReviewRow | null> {
  const [row] = await tx.run(FIND_OF, [customer, record])
  return row ? REVIEWS.ofRow(row) : null
}

const LIST_OF = sql(
  'list_reviews_of_records',
  `select ${REVIEWS.names} from reviews
   join unnest($1::uuid[], $2::uuid[]) as wanted (customer, record) using (customer, record)`,
)

/** The reviews of some customers' records, of whatever kinds. */
export async function listReviewsOf(
  tx: Tx,
  records: readonly { readonly customer: CustomerId; readonly record: string }[],
): Promise<ReviewRow[]> {
  if (records.length === 0) return []
  const values = [records.map(({ customer }) => customer), records.map(({ record }) => record)]
  return (await tx.run(LIST_OF, values)).map(REVIEWS.ofRow)
}

const LIST_NEWEST = sql(
  'list_newest_reviews',
  `select ${REVIEWS.names} from reviews where customer = $1 order by opened_at desc, id desc limit $2`,
)

/** The newest reviews of a customer's records, of whatever kinds and in any state. */
export const listNewestReviews = async (tx: Tx, customer: CustomerId, most: number): Promise<ReviewRow[]> =>
  (await tx.run(LIST_NEWEST, [customer, most])).map(REVIEWS.ofRow)

/** Whether the customer has a record with this id, of any kind. A second one of the same customer cannot use the id. */
export const isReviewed = async (tx: Tx, customer: CustomerId, record: string): Promise<boolean> =>
  (await findReviewOf(tx, customer, record)) !== null

const SAVE = sql(
  'save_review',
  `update reviews set state = $2, round = $3, seat = $4, seat_number = $5, seat_role = $6, seat_at = $7, ended_at = $8, reason = $9
   where id = $1`,
)

/** Saves state, round, holder and decision. The rest of a review never changes. */
export async function saveReview(tx: Tx, review: ReviewRow): Promise<void> {
  const { id, state, round, holder, endedAt, reason } = review
  const by = holder === null ? [null, null, null, null] : [holder.seat, holder.number, holder.role, holder.at]
  await tx.run(SAVE, [id, state, round, ...by, endedAt, reason])
}

/** A step as it is stored. */
export interface StepRow {
  /** Null for a recall by the operator at the command line. */
  readonly by: SeatAct | null
  /** The number of the seat that let it in; null for a link from the command line. */
  readonly letInBy: number | null
  readonly n: number
  readonly step: ReviewStep
  readonly round: number
  /** For an opinion: 1 or 2. Otherwise null. */
  readonly person: number | null
  readonly reason: string | null
  /** Shown to staff only. */
  readonly note: string | null
  readonly at: Instant
}

type NewStep = Omit<StepRow, 'n' | 'letInBy'>

const STEP_FIELDS: Fields<NewStep> = {
  step: word('step'),
  round: int4('round'),
  person: orNull(int4('person')),
  by: orNull(group<SeatAct>({ seat: uuid('seat'), number: int4('seat_number'), role: word('role') })),
  reason: orNull(word('reason')),
  note: orNull(word('note')),
  at: instant('made_at'),
}
const NEW_STEPS = tableOf<NewStep>(STEP_FIELDS)
const STEPS = tableOf<Omit<StepRow, 'letInBy'>>({ ...STEP_FIELDS, n: int4('n') })
const LET_IN = tableOf<Pick<StepRow, 'letInBy'>>({ letInBy: orNull(int4('let_in_by')) })

const INSERT_STEP = sql(
  'insert_review_step',
  `insert into review_steps (${NEW_STEPS.names}, review, n)
   values (${NEW_STEPS.slots}, $10, (select coalesce(max(n), 0) + 1 from review_steps where review = $10))`,
)

export async function insertStep(tx: Tx, review: string, step: NewStep): Promise<void> {
  await tx.run(INSERT_STEP, [...NEW_STEPS.values(step), review])
}

const LIST_STEPS = sql(
  'list_review_steps',
  `select ${STEPS.under('s')}, m.number as let_in_by from review_steps s
   left join seat_claims c on c.seat = s.seat left join seat_links l on l.id = c.link left join seats m on m.id = l.made_by
   where s.review = $1 order by s.n`,
)

/** The steps of a review, in order. */
export async function listSteps(tx: Tx, review: string): Promise<StepRow[]> {
  return (await tx.run(LIST_STEPS, [review])).map((row) => ({ ...STEPS.ofRow(row), ...LET_IN.ofRow(row) }))
}

/** The opinions among the steps of a round; `offer` is the hash of the smaller payload that they approve. */
export const opinionsIn = (
  steps: readonly StepRow[],
  round: number,
  offer: string | null,
): Omit<SeatOpinion, 'customer'>[] =>
  steps.flatMap(({ step, round: of, by, reason }) =>
    of === round && reason !== null && by !== null
      ? [{ seat: by.seat, opinion: step as Opinion, reason, offer: step === 'approve' ? offer : null }]
      : [],
  )

const LIST_ASKED = sql(
  'list_reviews_near',
  `select r.opened_at, coalesce(o.units, r.units) as units, case when o.review is null then r.eur_cents else o.eur_cents end as eur_cents
   from reviews r left join review_offers o
     on o.review = r.id and o.round = r.round and o.ends_at is not null and r.state in ('offered', 'approved')
   where r.customer = $1 and r.kind = $2 and r.id <> $3 and r.opened_at > $4 and r.opened_at < $5
     and r.state in ('pending', 'in_review', 'offered', 'approved') and r.undone_at is null`,
  shapeOf({
    at: instant('opened_at'),
    units: orNull(units('units')),
    eurCents: orNull(units('eur_cents')),
  }),
)

const UNDO = sql('undo_review', "update reviews set undone_at = $2 where id = $1 and state = 'approved'")

/** Records that the customer took back what was approved. */
export async function saveUndoing(tx: Tx, id: string, now: Instant): Promise<void> {
  await tx.run(UNDO, [id, now])
}

/** A requested amount; `units` are cents of its own currency. */
export interface SubmittedRow extends SubmittedAmount {
  readonly units: bigint
}

/**
 * The same customer's other reviews of a kind between two instants, without refused, cancelled and undone ones. An offer
 * counts with its smaller amount.
 */
export async function listSubmitted(
  tx: Tx,
  { id, customer, kind }: Pick<ReviewRow, 'id' | 'customer' | 'kind'>,
  after: Instant,
  before: Instant,
): Promise<SubmittedRow[]> {
  const rows = await tx.run(LIST_ASKED, [customer, kind, id, after, before])
  return rows.map((row) => ({ ...row, units: row.units ?? 0n }))
}

const ROLE_HELD = sql(
  'find_role_held',
  `select seat_role from reviews where customer = $1 and seat = $2 and ended_at is null order by seat_at desc limit 1`,
  cellOf(word<Role>('seat_role')),
)

/** The role in which a seat holds a review of a customer, the latest first; null if it holds none. */
export async function findRoleHeld(tx: Tx, customer: LockId, seat: SeatId): Promise<Role | null> {
  const [seatRole] = await tx.run(ROLE_HELD, [customer, seat])
  return seatRole ?? null
}
