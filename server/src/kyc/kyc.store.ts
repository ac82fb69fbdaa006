import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { DocumentType, KycField } from '@lonja/core/kyc/kyc.contract'
import { sql, type Tx } from '../database/db.ts'
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

interface Raw {
  customer: CustomerId
  id: string
  review_id: string
  first_name: string
  last_name: string
  type: DocumentType
  number_sealed: Buffer | null
  number_key: Buffer | null
  number_hash: Buffer
  number_masked: string
  front: string
  back: string | null
  sample: boolean
  submitted_at: bigint
  due_at: bigint
  ended_at: bigint | null
  passed: boolean | null
  reason: string | null
  repeat_fields: string
}

const endOf = ({ ended_at, passed, reason, repeat_fields }: Raw): KycEnd | null =>
  ended_at === null || passed === null || reason === null
    ? null
    : { at: Number(ended_at), passed, reason, repeat: repeat_fields.split(',').filter(Boolean) as KycField[] }

const toRow = (raw: Raw): KycRow => ({
  customer: raw.customer,
  id: raw.id,
  reviewId: raw.review_id,
  firstName: raw.first_name,
  lastName: raw.last_name,
  type: raw.type,
  number: raw.number_sealed && raw.number_key && { bytes: raw.number_sealed, key: raw.number_key },
  numberHash: raw.number_hash,
  numberMasked: raw.number_masked,
  front: raw.front,
  back: raw.back,
  sample: raw.sample,
  submittedAt: Number(raw.submitted_at),
  dueAt: Number(raw.due_at),
  end: endOf(raw),
})

const INSERT = sql(
  'insert_kyc_submission',
  `insert into kyc_submissions (customer, id, first_name, last_name, type, number_sealed, number_key, number_hash,
     number_masked, front, back, sample, submitted_at, due_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
)
const WITH_REVIEW = `select k.*, r.id as review_id
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
)
const FIND_NAME = sql(
  'find_verified_name',
  'select first_name, last_name from kyc_submissions where customer = $1 and passed',
)

export async function insertKyc(
  tx: Tx,
  made: Omit<KycRow, 'reviewId' | 'end' | 'number'> & { number: SealedBytes },
): Promise<void> {
  const { customer, id, firstName, lastName, type, number, numberHash, numberMasked, front, back } = made
  const { sample, submittedAt, dueAt } = made
  const who = [customer, id, firstName, lastName]
  const document = [type, number.bytes, number.key, numberHash, numberMasked, front, back]
  await tx.run(INSERT, [...who, ...document, sample, submittedAt, dueAt])
}

/** A customer's submissions, newest first. */
export async function listKyc(tx: Tx, customer: CustomerId, most: number): Promise<KycRow[]> {
  return (await tx.run<Raw>(LIST, [customer, most])).map(toRow)
}

/** The submission of a review, of any customer. */
export async function findReviewedKyc(tx: Tx, review: string): Promise<KycRow | null> {
  const [raw] = await tx.run<Raw>(FIND_REVIEWED, [review])
  return raw ? toRow(raw) : null
}

export async function saveEnd(tx: Tx, { customer, id }: KycRow, { at, passed, reason, repeat }: KycEnd): Promise<void> {
  await tx.run(END, [customer, id, at, passed, reason, repeat.join(',')])
}

const LIST_NUMBERS = sql(
  'list_due_kyc_numbers',
  `select distinct customer from kyc_submissions
   where number_sealed is not null and ended_at is not null and ended_at <= $1 limit $2`,
)
const DROP_NUMBERS = sql(
  'drop_kyc_numbers',
  `update kyc_submissions set number_sealed = null, number_key = null
   where customer = $1 and number_sealed is not null and ended_at is not null and ended_at <= $2 returning id`,
)

/** Customers with a stored document number whose submission ended by `endedBy`. */
export const listDueNumbers = async (tx: Tx, endedBy: Instant, most: number): Promise<CustomerId[]> =>
  (await tx.run<{ customer: CustomerId }>(LIST_NUMBERS, [endedBy, most])).map(({ customer }) => customer)

/** Deletes the numbers of submissions that ended by `endedBy`: sealed bytes and key. Returns how many. */
export const dropNumbers = async (tx: Tx, customer: CustomerId, endedBy: Instant): Promise<number> =>
  (await tx.run(DROP_NUMBERS, [customer, endedBy])).length

/** The number of other customers who have submitted the same document number. */
export async function countOthersWith(tx: Tx, numberHash: Buffer, customer: CustomerId): Promise<number> {
  const [row] = await tx.run<{ others: bigint }>(COUNT_NUMBER, [numberHash, customer])
  return Number(row?.others ?? 0n)
}

/** First and last name as on the documents, once they are verified; null before that. */
export async function findVerifiedName(tx: Tx, customer: CustomerId): Promise<string | null> {
  const [row] = await tx.run<{ first_name: string; last_name: string }>(FIND_NAME, [customer])
  return row ? `${row.first_name} ${row.last_name}` : null
}
