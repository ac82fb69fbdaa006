import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { DayLimit } from '@lonja/core/options/options.rules'
import { group, instant, orNull, shapeOf, units } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'

const FIND = sql(
  'find_option_limit',
  'select units, next_units, next_from from option_limits where customer = $1 order by made_at desc, id desc limit 1',
  shapeOf<DayLimit>({
    units: units('units'),
    next: orNull(group({ units: units('next_units'), from: instant('next_from') })),
  }),
)
const FIND_LATEST = sql(
  'find_latest_of_option_limits',
  `select greatest((select max(made_at) from option_limits where customer = $1), (select max(made_at) from options where customer = $1)) as latest`,
  shapeOf<{ readonly latest: Instant | null }>({ latest: orNull(instant('latest')) }),
)
const INSERT = sql(
  'insert_option_limit',
  'insert into option_limits (customer, id, made_at, units, next_units, next_from) values ($1, $2, $3, $4, $5, $6)',
)

/** The limit that a customer has set last; null if they have set none. */
export async function findLimit(tx: Tx, customer: CustomerId): Promise<DayLimit | null> {
  const [limit] = await tx.run(FIND, [customer])
  return limit ?? null
}

/** The instant of the last option or limit of a customer; null if there is none. */
export async function findLatest(tx: Tx, customer: CustomerId): Promise<Instant | null> {
  const [row] = await tx.run(FIND_LATEST, [customer])
  return row?.latest ?? null
}

export async function insertLimit(
  tx: LockedTx,
  of: { readonly customer: CustomerId; readonly id: string; readonly at: Instant },
  { units: own, next }: DayLimit,
): Promise<void> {
  await tx.run(INSERT, [of.customer, of.id, of.at, own, next?.units ?? null, next?.from ?? null])
}
