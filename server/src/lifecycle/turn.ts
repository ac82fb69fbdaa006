import { sql, type Db } from '../database/db.ts'

/** Numbers of our own for the locks: "lonja" and "books" in ASCII. */
const FIRST_START = 0x6c6f6e6a61n
const CHECK_OF_BOOKS = 0x626f6f6b73n

const LOCK = sql('lock_first_start', 'select pg_advisory_xact_lock($1::int8)')
const TRY_LOCK = sql('try_lock_check', 'select pg_try_advisory_lock($1::int8)')
const UNLOCK = sql('unlock_check', 'select pg_advisory_unlock($1::int8)')

/**
 * Runs the work of a first start while no other server of this database runs it. Two servers that start at once on an
 * empty database would both find nothing, and both make it.
 */
export const inTurn = <T>(db: Db, work: () => Promise<T>): Promise<T> =>
  db.write(async (tx) => {
    await tx.run(LOCK, [FIRST_START])
    return work()
  })

/**
 * Runs the check of the books, unless another server of this database runs it now. A connection of its own holds the
 * lock: the check may take longer than a transaction may stay open, and the lock of a server that dies ends with it.
 */
export async function unlessCheckedElsewhere(db: Db, work: () => Promise<void>): Promise<void> {
  const line = await db.connect()
  try {
    const [rows] = await line.trip([{ statement: TRY_LOCK, values: [CHECK_OF_BOOKS] }])
    if (rows?.[0]?.[0] !== 't') return
    try {
      await work()
    } finally {
      await line.trip([{ statement: UNLOCK, values: [CHECK_OF_BOOKS] }])
    }
  } finally {
    line.close()
  }
}
