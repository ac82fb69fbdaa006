import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import type { Refused } from '@lonja/core/base/refusal'
import { decideSecond, type Review, type SecondRefusal } from '@lonja/core/review/review.rules'
import type { Tx } from '../database/db.ts'
import type { Seat } from '../door/seats.ts'
import { findOrigins } from '../staff/seats.store.ts'

/** Why a seat cannot be the second person of a review; null if it can, or is the first. */
export async function secondFor(
  tx: Tx,
  { opinions }: Review,
  second: Pick<Seat, 'id'>,
  now: Instant,
): Promise<null | Refused<SecondRefusal>> {
  const [first] = opinions
  if (!first || first.seat === second.id) return null
  const { origins, firstSeatAt } = await findOrigins(tx, [first.seat, second.id])
  const [one, two] = [origins.get(first.seat), origins.get(second.id)]
  assert(one !== undefined && two !== undefined, 'a seat was claimed by a link')
  return decideSecond(one, two, { now, firstSeatAt })
}
