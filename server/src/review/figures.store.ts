import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import { instant, int8, orNull, shapeOf, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

type KindName = Pick<ReviewKind, 'name'>

/** The figures of a kind of review, counted from its rows. */
export interface ReviewFigures {
  readonly asked: number
  readonly approved: number
  readonly refused: number
  readonly cancelled: number
  /**
   * Milliseconds from the request to the decision: the median, and the time within which nine in ten were decided. Null
   * without a decision.
   */
  readonly medianMs: number | null
  readonly mostMs: number | null
  /** The number that were decided after the deadline. */
  readonly late: number
}

const COUNT = sql(
  'count_reviews',
  `select count(*) as asked,
     count(*) filter (where state = 'approved') as approved,
     count(*) filter (where state = 'refused') as refused,
     count(*) filter (where state = 'cancelled') as cancelled,
     count(*) filter (where state in ('approved', 'refused') and ended_at > due_at) as late,
     percentile_disc(0.5) within group (order by ended_at - opened_at) filter (where state in ('approved', 'refused')) as median,
     percentile_disc(0.9) within group (order by ended_at - opened_at) filter (where state in ('approved', 'refused')) as most
   from reviews where kind = $1 and opened_at >= $2`,
  shapeOf<ReviewFigures>({
    asked: int8('asked'),
    approved: int8('approved'),
    refused: int8('refused'),
    cancelled: int8('cancelled'),
    late: int8('late'),
    medianMs: orNull(int8('median')),
    mostMs: orNull(int8('most')),
  }),
)
const REASONS = sql(
  'count_review_reasons',
  `select reason, count(*) as count from reviews where kind = $1 and state = 'refused' and opened_at >= $2
   group by reason order by count desc, reason`,
  shapeOf({ reason: word('reason'), count: int8('count') }),
)
const WAITING = sql(
  'count_waiting_reviews',
  'select count(*) as waiting, min(opened_at) as oldest from reviews where kind = $1 and ended_at is null and state <> $2',
  shapeOf({ count: int8('waiting'), oldestAt: orNull(instant('oldest')) }),
)

/** Counts the reviews opened since an instant. */
export async function countReviews(tx: Tx, { name }: KindName, since: Instant): Promise<ReviewFigures> {
  const [figures] = await tx.run(COUNT, [name, since])
  assert(figures !== undefined, 'a count is a row')
  return figures
}

/** The reasons of refusals among reviews opened since an instant, the most frequent first. */
export async function countReasons(
  tx: Tx,
  { name }: KindName,
  since: Instant,
): Promise<{ reason: string; count: number }[]> {
  return tx.run(REASONS, [name, since])
}

/** The number of reviews that wait for a decision now, and since when the oldest waits. */
export async function countWaiting(tx: Tx, { name }: KindName): Promise<{ count: number; oldestAt: Instant | null }> {
  const [waiting] = await tx.run(WAITING, [name, 'offered'])
  return waiting ?? { count: 0, oldestAt: null }
}
