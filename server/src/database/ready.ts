import { cellOf, int4, orNull } from './codecs.ts'
import { sql, type Db } from './db.ts'

const STATE = sql(
  'find_database_state',
  `select pg_current_xact_id()::text as transaction, (select max(number) from schema_migrations) as latest`,
  cellOf(orNull(int4<number>('latest'))),
)

/**
 * Writes a transaction of its own to the database's log, and returns the number of the newest migration. It throws the
 * outage if the database cannot be reached, is a standby, is full or does not answer in time.
 */
export async function probeDatabase(db: Db, withinMs: number): Promise<number> {
  const probe = db.write((tx) => tx.run(STATE))
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The database does not answer in time.')), withinMs)
  })
  probe.catch(() => {}) // After the time limit nobody waits for it.
  const [latest] = await Promise.race([probe, late]).finally(() => clearTimeout(timer))
  return latest ?? 0
}
