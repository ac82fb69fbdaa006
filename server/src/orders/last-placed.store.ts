import type { Instant } from '@lonja/core/base/instant'
import { sql, type Tx } from '../database/db.ts'

const FIND_PLACED_AFTER = sql('find_order_placed_after', 'select max(placed_at) as at from orders where placed_at > $1')

/** The time of the newest order placed after an instant; null if there is none. */
export async function findLastPlacedAfter(tx: Tx, after: Instant): Promise<Instant | null> {
  const [row] = await tx.run<{ at: bigint | null }>(FIND_PLACED_AFTER, [after])
  return row === undefined || row.at === null ? null : Number(row.at)
}
