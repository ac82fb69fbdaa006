import type { SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import { roleFor } from '@lonja/core/review/review.rules'
import { turnFor, type Turn } from '@lonja/core/review/whose.rules'
import type { Tx } from '../database/db.ts'
import type { Seat } from '../door/seats.ts'
import { findOrigins } from '../staff/hands.store.ts'
import { listFirstOpinions } from './queue.store.ts'

/** A review that waits for a second person, and whose turn it is for the asking seat. */
export interface Waiting {
  readonly review: string
  readonly kind: string
  readonly turn: Turn
}

/** Everything of these kinds that waits for a second person, by the rules that decide about that person. */
export async function listWaiting(
  tx: Tx,
  kinds: readonly ReviewKind[],
  seat: Pick<Seat, 'id' | 'customer' | 'roles'>,
  now: Instant,
): Promise<Waiting[]> {
  const opinions = await listFirstOpinions(tx, kinds)
  if (opinions.length === 0) return []
  const seats = new Set<SeatId>([seat.id, ...opinions.map((opinion) => opinion.seat)])
  const facts = { ...(await findOrigins(tx, [...seats])), now }
  const decided = new Set(kinds.filter((kind) => roleFor(kind, seat.roles) !== null).map(({ name }) => name))
  return opinions.map(({ review, kind, customer, seat: first }) => {
    const acting = { seat: first, customer: facts.origins.get(first)?.customer ?? null }
    const asking = { seat: seat.id, customer: seat.customer, mayDecide: decided.has(kind) }
    return { review, kind, turn: turnFor(customer, acting, asking, facts) }
  })
}
