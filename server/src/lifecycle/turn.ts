import { sql, type Db } from '../database/db.ts'

/** A number of our own for the lock of the first start: "lonja" in ASCII. */
const FIRST_START = 0x6c6f6e6a61n

const LOCK = sql('lock_first_start', 'select pg_advisory_xact_lock($1::int8)')

/**
 * Runs the work of a first start while no other server of this database runs it. Two servers that start at once on an
 * empty database would both find nothing, and both make it.
 */
export const inTurn = <T>(db: Db, work: () => Promise<T>): Promise<T> =>
  db.write(async (tx) => {
    await tx.run(LOCK, [FIRST_START])
    return work()
  })
