import type { SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { SeatOrigin, SeatOrigins } from '@lonja/core/staff/hands.rules'
import { cellOf, flag, instant, orNull, renamed, tableOf, uuid } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

const ORIGINS = tableOf<SeatOrigin>({
  seat: uuid('seat'),
  customer: orNull(uuid('customer')),
  letInBy: orNull(renamed(uuid('made_by'), 'let_in_by')),
  isConfirmed: flag('confirmed'),
  claimedAt: instant('claimed_at'),
})

/** The given seats and all above them; without any given, all seats. */
const FIND = sql(
  'find_seat_origins',
  `with recursive chain (seat) as (
     select id from seats where $1::uuid[] is null or id = any($1)
     union
     select l.made_by from chain join seat_claims c on c.seat = chain.seat join seat_links l on l.id = c.link
     where l.made_by is not null
   )
   select s.id as seat, s.customer, l.made_by as let_in_by, s.claimed_at,
     exists (select from seat_changes h where h.link = l.id and h.state = 'confirmed')
       or exists (select from seat_confirmations k where k.seat = s.id) as confirmed
   from chain join seats s on s.id = chain.seat join seat_claims c on c.seat = s.id join seat_links l on l.id = c.link`,
)
const FIRST = sql('find_first_seat_at', 'select min(claimed_at) as at from seats', cellOf(orNull(instant('at'))))

/**
 * The origins of these seats (null: of all) and of those above them, and the time when the house's first seat was
 * claimed.
 */
export async function findOrigins(
  tx: Tx,
  seats: readonly SeatId[] | null,
): Promise<{ origins: SeatOrigins; firstSeatAt: Instant }> {
  const rows = (await tx.run(FIND, [seats])).map(ORIGINS.ofRow)
  const [firstSeatAt] = await tx.run(FIRST)
  return { origins: new Map(rows.map((origin) => [origin.seat, origin])), firstSeatAt: firstSeatAt ?? 0 }
}
