import type { Day, Instant } from '@lonja/core/base/instant'
import { sql, type Tx } from '../database/db.ts'

/** With which version of the practice market a house went on that had opened with an earlier one. */
export interface LaterVersion {
  readonly functionVersion: number
  readonly since: Instant
  /** The first day that is priced by it alone. */
  readonly checkableFrom: Day
}

const INSERT_VERSION = sql(
  'insert_practice_version',
  `insert into practice_versions (function_version, since_at, checkable_from) values ($1, $2, $3)
   on conflict (function_version) do nothing`,
)

/** Writes down that the house goes on with a later version. Where another node did so first, its moment stays. */
export async function insertVersion(tx: Tx, { functionVersion, since, checkableFrom }: LaterVersion): Promise<void> {
  await tx.run(INSERT_VERSION, [functionVersion, since, checkableFrom])
}
