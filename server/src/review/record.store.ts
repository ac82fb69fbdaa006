import type { CustomerId } from '@lonja/core/base/ids'
import type { ReviewState } from '@lonja/core/review/review.contract'
import { int8, shapeOf, units, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

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
  shapeOf<RecordedReviews>({
    kind: word('kind'),
    state: word('state'),
    count: int8('count'),
    eurCents: units('eur_cents'),
  }),
)

/** A customer's other reviews, by kind and state. */
export async function sumOtherReviews(tx: Tx, customer: CustomerId, review: string): Promise<RecordedReviews[]> {
  return tx.run(RECORD, [customer, review])
}
