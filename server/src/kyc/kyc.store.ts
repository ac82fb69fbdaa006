import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { DocumentType, KycField } from '@lonja/core/kyc/kyc.contract'
import {
  bytes,
  cellOf,
  flag,
  group,
  instant,
  int8,
  orNull,
  renamed,
  shapeOf,
  tableOf,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import type { SealedBytes } from '../pictures/seal.ts'

/** A submission as it was made, and its end. */
export interface KycRow {
  readonly customer: CustomerId
  readonly id: string
  readonly reviewId: string
  readonly firstName: string
  readonly lastName: string
  readonly type: DocumentType
  /** Null after its retention: it is purged with the pictures. */
  readonly number: SealedBytes | null
  readonly numberHash: Buffer
  readonly numberMasked: string
  readonly front: string
  readonly back: string | null
  readonly sample: boolean
  readonly submittedAt: Instant
  readonly dueAt: Instant
  readonly end: KycEnd | null
}

export interface KycEnd {
  readonly at: Instant
  readonly passed: boolean
  readonly reason: string
  readonly repeat: readonly KycField[]
}

/** A submission without its number and its end. */
type Submission = Omit<KycRow, 'reviewId' | 'number' | 'end'>

/** A submission as it is made: the end follows once. */
type NewKyc = Submission & { readonly number: SealedBytes }

const NUMBER = group<SealedBytes>({ bytes: bytes('number_sealed'), key: bytes('number_key') })

const FIELDS: Fields<Submission> = {
  customer: uuid('customer'),
  id: uuid('id'),
  firstName: word('first_name'),
  lastName: word('last_name'),
  type: word('type'),
  numberHash: bytes('number_hash'),
  numberMasked: word('number_masked'),
  front: uuid('front'),
  back: orNull(uuid('back')),
  sample: flag('sample'),
  submittedAt: instant('submitted_at'),
  dueAt: instant('due_at'),
}
const MADE = tableOf<NewKyc>({ ...FIELDS, number: NUMBER })

/** An end in its columns: the fields to repeat are a text with commas. */
interface StoredEnd extends Omit<KycEnd, 'repeat'> {
  readonly repeat: string
}

interface StoredKyc extends Omit<KycRow, 'reviewId' | 'end'> {
  readonly end: StoredEnd | null
}

const SUBMISSIONS = tableOf<StoredKyc>({
  ...FIELDS,
  number: orNull(NUMBER),
  end: orNull(
    group<StoredEnd>({
      at: instant('ended_at'),
      passed: flag('passed'),
      reason: word('reason'),
      repeat: word('repeat_fields'),
    }),
  ),
})
const REVIEWS = tableOf<Pick<KycRow, 'reviewId'>>({ reviewId: renamed(uuid('id'), 'review_id') })

function kycFrom(row: Row): KycRow {
  const { end, ...submission } = SUBMISSIONS.ofRow(row)
  const repeat = (end?.repeat ?? '').split(',').filter(Boolean) as KycField[]
  return { ...submission, ...REVIEWS.ofRow(row), end: end && { ...end, repeat } }
}

const INSERT = sql('insert_kyc_submission', `insert into kyc_submissions (${MADE.names}) values (${MADE.slots})`)
const WITH_REVIEW = `select ${SUBMISSIONS.under('k')}, ${REVIEWS.under('r')}
  from kyc_submissions k join reviews r on r.customer = k.customer and r.record = k.id`
// Ids are UUIDv7, but made by a phone. The server's time decides which is the newest.
const LIST = sql(
  'list_kyc_submissions',
  `${WITH_REVIEW} where k.customer = $1 order by k.submitted_at desc, k.id desc limit $2`,
)
const FIND_REVIEWED = sql('find_reviewed_kyc_submission', `${WITH_REVIEW} where r.id = $1`)
const END = sql(
  'end_kyc_submission',
  'update kyc_submissions set ended_at = $3, passed = $4, reason = $5, repeat_fields = $6 where customer = $1 and id = $2',
)
const COUNT_NUMBER = sql(
  'count_kyc_number',
  'select count(distinct customer) as others from kyc_submissions where number_hash = $1 and customer <> $2',
  cellOf(int8('others')),
)
const FIND_NAME = sql(
  'find_verified_name',
  'select first_name, last_name from kyc_submissions where customer = $1 and passed',
  shapeOf({ firstName: FIELDS.firstName, lastName: FIELDS.lastName }),
)

export async function insertKyc(tx: Tx, submission: NewKyc): Promise<void> {
  await tx.run(INSERT, MADE.values(submission))
}

/** A customer's submissions, newest first. */
export async function listKyc(tx: Tx, customer: CustomerId, most: number): Promise<KycRow[]> {
  return (await tx.run(LIST, [customer, most])).map(kycFrom)
}

/** The submission of a review, of any customer. */
export async function findReviewedKyc(tx: Tx, review: string): Promise<KycRow | null> {
  const [row] = await tx.run(FIND_REVIEWED, [review])
  return row ? kycFrom(row) : null
}

export async function saveEnd(tx: Tx, { customer, id }: KycRow, { at, passed, reason, repeat }: KycEnd): Promise<void> {
  await tx.run(END, [customer, id, at, passed, reason, repeat.join(',')])
}

const LIST_NUMBERS = sql(
  'list_due_kyc_numbers',
  `select distinct customer from kyc_submissions
   where number_sealed is not null and ended_at is not null and ended_at <= $1 limit $2`,
  cellOf(uuid<'customer'>('customer')),
)
const DROP_NUMBERS = sql(
  'drop_kyc_numbers',
  `update kyc_submissions set number_sealed = null, number_key = null
   where customer = $1 and number_sealed is not null and ended_at is not null and ended_at <= $2 returning id`,
)

/** Customers with a stored document number whose submission ended by `endedBy`. */
export const listDueNumbers = async (tx: Tx, endedBy: Instant, most: number): Promise<CustomerId[]> =>
  tx.run(LIST_NUMBERS, [endedBy, most])

/** Deletes the numbers of submissions that ended by `endedBy`: sealed bytes and key. Returns how many. */
export const dropNumbers = async (tx: Tx, customer: CustomerId, endedBy: Instant): Promise<number> =>
  (await tx.run(DROP_NUMBERS, [customer, endedBy])).length

/** The number of other customers who have submitted the same document number. */
export async function countOthersWith(tx: Tx, numberHash: Buffer, customer: CustomerId): Promise<number> {
  const [others] = await tx.run(COUNT_NUMBER, [numberHash, customer])
  return others ?? 0
}

/** First and last name as on the documents, once they are verified; null before that. */
export async function findVerifiedName(tx: Tx, customer: CustomerId): Promise<string | null> {
  const [name] = await tx.run(FIND_NAME, [customer])
  return name ? `${name.firstName} ${name.lastName}` : null
}
