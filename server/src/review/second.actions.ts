import type { Instant } from '@lonja/core/base/instant'
import type { Refused } from '@lonja/core/base/refusal'
import type { Review } from '@lonja/core/review/review.rules'
import { decideSecond, type SecondRefusal } from '@lonja/core/staff/hands.rules'
import type { Tx } from '../database/db.ts'
import type { Seat } from '../door/seats.ts'
import { findOrigins } from '../staff/hands.store.ts'

/** Why a seat cannot be the second person of a review; null if it can, or is the first. */
export async function secondFor(
  tx: Tx,
  { opinions }: Review,
  second: Pick<Seat, 'id'>,
  now: Instant,
): Promise<null | Refused<SecondRefusal>> {
  const [first] = opinions
  if (!first || first.seat === second.id) return null
  return decideSecond(first.seat, second.id, { ...(await findOrigins(tx, [first.seat, second.id])), now })
}
