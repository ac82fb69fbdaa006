import type { Day, Instant } from '@lonja/core/base/instant'
import { sql, type Tx } from '../database/db.ts'

/** A later version of the practice market, to which a house of an earlier version has moved. */
export interface LaterVersion {
  readonly functionVersion: number
  readonly since: Instant
  /** The first day that is priced by this version alone: tomorrow, or a day that is announced by this row. */
  readonly pricesFrom: Day
}

const INSERT_VERSION = sql(
  'insert_practice_version',
  `insert into practice_versions (function_version, since_at, checkable_from) values ($1, $2, $3)
   on conflict (function_version) do nothing`,
)

/** Stores that the house moves to a later version. If another node did so first, its time stays. */
export async function insertVersion(tx: Tx, { functionVersion, since, pricesFrom }: LaterVersion): Promise<void> {
  await tx.run(INSERT_VERSION, [functionVersion, since, pricesFrom])
}
