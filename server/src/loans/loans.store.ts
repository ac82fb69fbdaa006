import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { LoanState } from '@lonja/core/loans/loans.contract'
import type { LoanEnd, LoanProgress, Signature } from '@lonja/core/loans/loans.rules'
import type { LoanTermsVersion } from '@lonja/core/loans/schedule.rules'
import {
  bytes,
  cellOf,
  flag,
  group,
  instant,
  int4,
  orNull,
  renamed,
  shapeOf,
  tableOf,
  units,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import type { TimedPlace } from '../door/cursors.ts'
import type { SealedBytes } from '../pictures/seal.ts'

/** A loan as it was applied for. */
export interface NewLoan {
  readonly customer: CustomerId
  readonly id: string
  /** Cents of EUR. */
  readonly units: bigint
  readonly terms: LoanTermsVersion
  readonly signature: Signature
  readonly at: Instant
}

/** A loan with its review. */
export interface LoanRow extends NewLoan, LoanProgress {
  /** The applicant's data; null after their retention. */
  readonly applicant: SealedBytes | null
  readonly paidOutAt: Instant | null
  readonly reviewId: string
  /** The reason of the decision. */
  readonly reason: string | null
  readonly dueAt: Instant
  readonly state: LoanState
}

const MADE: Fields<NewLoan> = {
  customer: uuid('customer'),
  id: uuid('id'),
  units: units('units'),
  terms: int4('terms'),
  signature: group<Signature>({ picture: orNull(uuid('signature')), name: orNull(word('signed_name')) }),
  at: instant('made_at'),
}
const APPLICANT = group<SealedBytes>({ bytes: bytes('applicant_sealed'), key: bytes('applicant_key') })
const NEW = tableOf<NewLoan & { readonly applicant: SealedBytes }>({ ...MADE, applicant: APPLICANT })
interface StoredLoan extends NewLoan, Pick<LoanRow, 'applicant' | 'paidOutAt'> {
  readonly end: Omit<LoanEnd, 'letGo'> | null
  readonly letGo: bigint | null
}

const LOANS = tableOf<StoredLoan>({
  ...MADE,
  applicant: orNull(APPLICANT),
  paidOutAt: orNull(instant('paid_out_at')),
  end: orNull(group<Omit<LoanEnd, 'letGo'>>({ how: word('end_reason'), at: instant('ended_at') })),
  letGo: orNull(units('let_go')),
})
const REVIEWS = tableOf<Pick<LoanRow, 'reviewId' | 'review' | 'reason' | 'dueAt'>>({
  reviewId: renamed(uuid('id'), 'review_id'),
  review: renamed(word('state'), 'review_state'),
  reason: orNull(word('reason')),
  dueAt: instant('due_at'),
})

const loanFrom = (row: Row): LoanRow => {
  const { end, letGo, ...own } = LOANS.ofRow(row)
  const loan = { ...own, ...REVIEWS.ofRow(row), end: end && { ...end, letGo } }
  const { paidOutAt, review } = loan
  const running = paidOutAt !== null || review === 'approved' ? 'paid_out' : review
  return { ...loan, state: end?.how ?? running }
}

const SELECT = `select ${LOANS.under('l')}, ${REVIEWS.under('r')}
  from loans l join reviews r on r.customer = l.customer and r.record = l.id and r.kind = 'loan'`
const INSERT = sql('insert_loan', `insert into loans (${NEW.names}) values (${NEW.slots})`)
const FIND = sql('find_loan', `${SELECT} where l.customer = $1 and l.id = $2`)
const FIND_REVIEWED = sql('find_reviewed_loan', `${SELECT} where r.id = $1`)
const LIST = sql(
  'list_loans',
  `${SELECT} where l.customer = $1 and (not $2 or l.paid_out_at is not null) and (l.made_at, l.id) < ($3, $4::uuid)
   order by l.made_at desc, l.id desc limit $5`,
)
const PAY_OUT = sql('pay_loan_out', 'update loans set paid_out_at = $3 where customer = $1 and id = $2')
const END = sql(
  'end_loan',
  'update loans set ended_at = $3, end_reason = $4, let_go = $5 where customer = $1 and id = $2',
)
const WAITING = sql(
  'sum_loans_waiting',
  `select coalesce(sum(units), 0)::int8 as units, count(*) > 0 as waiting from loans
   where customer = $1 and id is distinct from $2::uuid and paid_out_at is null and ended_at is null`,
  shapeOf({ units: units('units'), waiting: flag('waiting') }),
)

/** The caller opens the review in the same transaction. */
export async function insertLoan(tx: LockedTx, loan: NewLoan & { readonly applicant: SealedBytes }): Promise<void> {
  await tx.run(INSERT, NEW.values(loan))
}

export async function findLoan(tx: Tx, customer: CustomerId, id: string): Promise<LoanRow | null> {
  const [row] = await tx.run(FIND, [customer, id])
  return row ? loanFrom(row) : null
}

/** The loan of a review, of any customer. */
export async function findReviewedLoan(tx: Tx, review: string): Promise<LoanRow | null> {
  const [row] = await tx.run(FIND_REVIEWED, [review])
  return row ? loanFrom(row) : null
}

/** A customer's loans, newest first, after a place: those that were paid out, or all that were applied for. */
export async function listLoanRows(
  tx: Tx,
  customer: CustomerId,
  { isPaidOut, after, most }: { readonly isPaidOut: boolean; readonly after: TimedPlace; readonly most: number },
): Promise<LoanRow[]> {
  return (await tx.run(LIST, [customer, isPaidOut, after.at, after.id, most])).map(loanFrom)
}

export async function savePaidOut(tx: LockedTx, { customer, id }: NewLoan, at: Instant): Promise<void> {
  await tx.run(PAY_OUT, [customer, id, at])
}

export async function saveLoanEnd(
  tx: LockedTx,
  { customer, id }: Pick<NewLoan, 'customer' | 'id'>,
  { how, at, letGo }: LoanEnd,
): Promise<void> {
  await tx.run(END, [customer, id, at, how, letGo])
}

/** The sum of a customer's loans that wait for a decision, in cents of EUR, without one of them; null leaves none out. */
export async function sumWaiting(tx: Tx, customer: CustomerId, without: string | null) {
  const [sum] = await tx.run(WAITING, [customer, without])
  return sum ?? { units: 0n, waiting: false }
}

const LIST_APPLICANTS = sql(
  'list_customers_with_due_applicants',
  'select distinct customer from loans where applicant_sealed is not null and ended_at <= $1 limit $2',
  cellOf(uuid<'customer'>('customer')),
)
const DROP_APPLICANTS = sql(
  'drop_loan_applicants',
  `update loans set applicant_sealed = null, applicant_key = null
   where customer = $1 and applicant_sealed is not null and ended_at <= $2 returning id`,
)

/** Customers with the data of an applicant whose loan ended by an instant. */
export const listDueApplicants = async (tx: Tx, endedBy: Instant, most: number): Promise<CustomerId[]> =>
  tx.run(LIST_APPLICANTS, [endedBy, most])

/** Removes the data of a customer's applicants whose loans ended by an instant. Returns how many. */
export const dropApplicants = async (tx: LockedTx, customer: CustomerId, endedBy: Instant): Promise<number> =>
  (await tx.run(DROP_APPLICANTS, [customer, endedBy])).length
