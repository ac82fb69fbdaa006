import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { instant, orNull, tableOf, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** The share that a customer looked at first, and when the first steps were put away. */
export interface FirstStepsRow {
  readonly listing: ListingId | null
  readonly lookedAt: Instant | null
  readonly putAwayAt: Instant | null
}

const STEPS = tableOf<FirstStepsRow>({
  listing: orNull(word('listing')),
  lookedAt: orNull(instant('looked_at')),
  putAwayAt: orNull(instant('put_away_at')),
})

const FIND = sql('find_first_steps', `select ${STEPS.names} from first_steps where customer = $1`)
/** A second look changes nothing: the first one stays. */
const LOOK = sql(
  'save_first_look',
  `insert into first_steps as s (customer, listing, looked_at) values ($1, $2, $3)
   on conflict (customer) do update set listing = excluded.listing, looked_at = excluded.looked_at
   where s.listing is null`,
)
const AWAY = sql(
  'save_first_steps_away',
  `insert into first_steps (customer, put_away_at) values ($1, $2)
   on conflict (customer) do update set put_away_at = excluded.put_away_at`,
)

export async function findFirstSteps(tx: Tx, customer: CustomerId): Promise<FirstStepsRow | null> {
  const [row] = await tx.run(FIND, [customer])
  return row ? STEPS.ofRow(row) : null
}

/** Stores the share that a customer looked at first. */
export async function saveFirstLook(tx: Tx, customer: CustomerId, listing: ListingId, now: Instant): Promise<void> {
  await tx.run(LOOK, [customer, listing, now])
}

/** Puts the steps away at an instant, or takes them back for null. */
export async function saveStepsAway(tx: Tx, customer: CustomerId, at: Instant | null): Promise<void> {
  await tx.run(AWAY, [customer, at])
}
