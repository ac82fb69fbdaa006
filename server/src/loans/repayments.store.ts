import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { LoanRepaymentState } from '@lonja/core/loans/loans.contract'
import type { RepaymentEnd } from '@lonja/core/loans/loans.rules'
import type { PlainReviewState } from '@lonja/core/review/review.contract'
import { cellOf, flag, group, instant, orNull, renamed, tableOf, units, uuid, word } from '../database/codecs.ts'
import type { Fields } from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import type { TimedPlace } from '../door/cursors.ts'

/** A repayment as it was applied for. */
export interface NewRepayment {
  readonly customer: CustomerId
  readonly id: string
  readonly loan: string
  /** Cents of EUR. */
  readonly units: bigint
  readonly at: Instant
}

/** A repayment with its review. */
export interface RepaymentRow extends NewRepayment {
  readonly end: RepaymentEnd | null
  /** The interest that went back when it was booked; null until then. */
  readonly returned: bigint | null
  readonly reviewId: string
  readonly review: PlainReviewState
  readonly reason: string | null
  readonly dueAt: Instant
  readonly state: LoanRepaymentState
}

const MADE: Fields<NewRepayment> = {
  customer: uuid('customer'),
  id: uuid('id'),
  loan: uuid('loan'),
  units: units('units'),
  at: instant('made_at'),
}
const NEW = tableOf<NewRepayment>(MADE)
const REPAYMENTS = tableOf<NewRepayment & Pick<RepaymentRow, 'end' | 'returned'>>({
  ...MADE,
  end: orNull(group<RepaymentEnd>({ how: word('end_reason'), at: instant('ended_at') })),
  returned: orNull(units('returned')),
})
const REVIEWS = tableOf<Pick<RepaymentRow, 'reviewId' | 'review' | 'reason' | 'dueAt'>>({
  reviewId: renamed(uuid('id'), 'review_id'),
  review: renamed(word('state'), 'review_state'),
  reason: orNull(word('reason')),
  dueAt: instant('due_at'),
})

const repaymentFrom = (row: Row): RepaymentRow => {
  const repayment = { ...REPAYMENTS.ofRow(row), ...REVIEWS.ofRow(row) }
  const { end, review } = repayment
  return { ...repayment, state: end?.how ?? (review === 'approved' ? 'booked' : review) }
}

const SELECT = `select ${REPAYMENTS.under('p')}, ${REVIEWS.under('r')}
  from loan_repayments p join reviews r on r.customer = p.customer and r.record = p.id and r.kind = 'loan_repayment'`
const INSERT = sql('insert_loan_repayment', `insert into loan_repayments (${NEW.names}) values (${NEW.slots})`)
const FIND = sql('find_loan_repayment', `${SELECT} where p.customer = $1 and p.id = $2`)
const FIND_REVIEWED = sql('find_reviewed_loan_repayment', `${SELECT} where r.id = $1`)
const LIST = sql(
  'list_loan_repayments',
  `${SELECT} where p.customer = $1 and (p.made_at, p.id) < ($2, $3::uuid) order by p.made_at desc, p.id desc limit $4`,
)
const LIST_OF_LOAN = sql(
  'list_repayments_of_loan',
  `${SELECT} where p.customer = $1 and p.loan = $2 order by p.made_at, p.id`,
)
const IS_WAITING = sql(
  'is_loan_repayment_waiting',
  'select exists (select from loan_repayments where customer = $1 and loan = $2 and ended_at is null) as waiting',
  cellOf(flag('waiting')),
)
const END = sql(
  'end_loan_repayment',
  'update loan_repayments set ended_at = $3, end_reason = $4, returned = $5 where customer = $1 and id = $2',
)

/** The caller posts the hold and opens the review in the same transaction. */
export async function insertRepayment(tx: LockedTx, repayment: NewRepayment): Promise<void> {
  await tx.run(INSERT, NEW.values(repayment))
}

export async function findRepayment(tx: Tx, customer: CustomerId, id: string): Promise<RepaymentRow | null> {
  const [row] = await tx.run(FIND, [customer, id])
  return row ? repaymentFrom(row) : null
}

/** The repayment of a review, of any customer. */
export async function findReviewedRepayment(tx: Tx, review: string): Promise<RepaymentRow | null> {
  const [row] = await tx.run(FIND_REVIEWED, [review])
  return row ? repaymentFrom(row) : null
}

/** A customer's repayments of all loans, newest first, after a place. */
export const listRepaymentRows = async (
  tx: Tx,
  customer: CustomerId,
  after: TimedPlace,
  most: number,
): Promise<RepaymentRow[]> => (await tx.run(LIST, [customer, after.at, after.id, most])).map(repaymentFrom)

/** The repayments of a loan, oldest first. */
export const listRepaymentsOf = async (tx: Tx, customer: CustomerId, loan: string): Promise<RepaymentRow[]> =>
  (await tx.run(LIST_OF_LOAN, [customer, loan])).map(repaymentFrom)

/** True while a repayment of a loan waits for its decision. */
export async function isRepaymentWaiting(tx: Tx, customer: CustomerId, loan: string): Promise<boolean> {
  const [waiting] = await tx.run(IS_WAITING, [customer, loan])
  return waiting ?? false
}

export async function saveRepaymentEnd(
  tx: LockedTx,
  { customer, id }: NewRepayment,
  { how, at }: RepaymentEnd,
  returned: bigint | null,
): Promise<void> {
  await tx.run(END, [customer, id, at, how, returned])
}
