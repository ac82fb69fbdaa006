import type { Amount, Asset } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { EntryKind } from '@lonja/core/ledger/ledger.contract'
import { instant, int8, orNull, shapeOf, units } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** Entries in one asset since a customer's last trade: their number and sum, and the moment of the first. */
export interface UntradedEntries {
  readonly count: number
  readonly amount: Amount
  readonly since: Instant
}

const UNTRADED = sql(
  'find_untraded',
  `select count(*) as count, coalesce(sum(free_moved), 0)::int8 as units, min(made_at) as since
   from entries
   where customer = $1 and asset = $2 and kind = $3
     and version > coalesce((select max(version) from entries where customer = $1 and counter = 'market'), 0)`,
  shapeOf({ entries: int8('count'), units: units('units'), since: orNull(instant('since')) }),
)

/** The entries of a kind that nothing was traded after; null for none. */
export async function findUntraded(
  tx: Tx,
  customer: CustomerId,
  asset: Asset,
  kind: EntryKind,
): Promise<UntradedEntries | null> {
  const [sum] = await tx.run(UNTRADED, [customer, asset, kind])
  if (!sum || sum.since === null) return null
  return { count: sum.entries, amount: { asset, units: sum.units }, since: sum.since }
}
