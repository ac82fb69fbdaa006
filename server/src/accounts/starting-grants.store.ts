import type { Amount } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { sql, type Db } from '../database/db.ts'

const RECORD = sql(
  'record_starting_grant',
  'insert into starting_grants (asset, units, since) values ($1, $2, $3) on conflict (asset, units) do nothing',
)

/**
 * Records the starting grant that this server gives, before it signs anybody up. The check of the books compares each
 * grant of a sign-up and of starting over with the amounts on record.
 */
export async function recordStartingGrant(db: Db, grant: Amount | null, now: Instant): Promise<void> {
  if (grant) await db.write((tx) => tx.run(RECORD, [grant.asset, grant.units, now]))
}
