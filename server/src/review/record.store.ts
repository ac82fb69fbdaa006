import type { CustomerId } from '@lonja/core/base/ids'
import type { ReviewState } from '@lonja/core/review/review.contract'
import { sql, type Row, type Tx } from '../database/db.ts'

/** The number of a customer's reviews of a kind that are in a state, and their sum in EUR; one without a rate adds nothing. */
export interface RecordedReviews {
  readonly kind: string
  readonly state: ReviewState
  readonly count: number
  readonly eurCents: bigint
}

const RECORD = sql(
  'sum_reviews_of_customer',
  `select kind, state, count(*) as count, coalesce(sum(eur_cents), 0)::int8 as eur_cents from reviews
   where customer = $1 and id <> $2 group by kind, state`,
)

/** A customer's other reviews, by kind and state. */
export async function sumOtherReviews(tx: Tx, customer: CustomerId, review: string): Promise<RecordedReviews[]> {
  const rows = await tx.run<Row & { kind: string; state: ReviewState; count: bigint; eur_cents: bigint }>(RECORD, [
    customer,
    review,
  ])
  return rows.map(({ kind, state, count, eur_cents }) => ({ kind, state, count: Number(count), eurCents: eur_cents }))
}
