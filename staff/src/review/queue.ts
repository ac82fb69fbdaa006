import type { ReplyOf } from '@lonja/core/base/contract'
import type { listQueue } from '@lonja/core/review/review.staff.contract'

export type QueueRow = ReplyOf<typeof listQueue>['rows'][number]

/** The row `by` places after another; the first if nothing is opened; null at the ends. */
export function nextOf(rows: readonly Pick<QueueRow, 'id'>[], id: string | null, by: 1 | -1): string | null {
  const at = rows.findIndex((row) => row.id === id)
  if (at < 0) return by > 0 ? (rows[0]?.id ?? null) : null
  return rows[at + by]?.id ?? null
}
