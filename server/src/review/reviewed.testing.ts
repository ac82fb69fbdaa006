import { sql } from '../database/db.ts'
import type { TestHouse } from '../testing/house.ts'

const REVIEW_OF = sql(
  'test_review_of_record',
  'select id from reviews where record = $1 and ($2::uuid is null or customer = $2)',
)
const RECORD_OF = sql('test_record_of_review', 'select record from reviews where id = $1')

/**
 * The id of a record's review, by which staff name it: a customer's own ids name no review. An id that is no record's
 * stays as it is. `customer` is needed only where two customers use the same id.
 */
export const reviewOf = async ({ db }: Pick<TestHouse, 'db'>, record: string, customer?: string): Promise<string> => {
  const [row] = await db.read((tx) => tx.run<{ id: string }>(REVIEW_OF, [record, customer ?? null]))
  return row?.id ?? record
}

/** The id of the record of a review; null for an id that is no review's. */
export const recordOf = async ({ db }: Pick<TestHouse, 'db'>, review: string): Promise<string | null> =>
  (await db.read((tx) => tx.run<{ record: string }>(RECORD_OF, [review])))[0]?.record ?? null
