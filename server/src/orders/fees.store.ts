import type { FeeTableDay } from '@lonja/core/orders/fees.rules'
import { instant, int4, tableOf } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

const DAYS = tableOf<FeeTableDay>({
  version: int4('version'),
  announcedAt: instant('announced_at'),
  from: instant('from_at'),
})

const LIST_FEE_TABLES = sql('list_fee_tables', `select ${DAYS.names} from fee_tables order by from_at`)

export async function listFeeTables(tx: Tx): Promise<FeeTableDay[]> {
  return (await tx.run(LIST_FEE_TABLES)).map(DAYS.ofRow)
}

const INSERT_FEE_TABLE = sql(
  'insert_fee_table',
  `insert into fee_tables (version, announced_at, from_at) values ($1, $2, $3) on conflict (version) do nothing`,
)

/** Fixes the day of a fee table, once. If another server has fixed one first, that one stays. */
export async function insertFeeTable(tx: Tx, { version, announcedAt, from }: FeeTableDay): Promise<void> {
  await tx.run(INSERT_FEE_TABLE, [version, announcedAt, from])
}
