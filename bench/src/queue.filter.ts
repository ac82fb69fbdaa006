import type { QueueFilter } from '@lonja/server/review/queue.store'

/** The filters of a queue that nobody narrows. */
export const NOT_NARROWED: Omit<QueueFilter, 'kinds' | 'states'> = {
  only: null,
  without: [],
  heldBy: null,
  freeFor: null,
  silentAt: 0,
  lateAt: null,
  joinedAfter: null,
  restrictedAt: null,
  way: null,
  leastCents: null,
  mostCents: null,
}
