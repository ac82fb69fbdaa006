import { HOUR, MINUTE } from '@lonja/core/base/instant'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import type { Log } from '../base/log.ts'
import { runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import { addUpEntries } from './flows.store.ts'
import { rollUpHouse } from './ledger.store.ts'

const DAY = 24 * HOUR
/** A batch is written within seconds of its instant, so an hour after midnight a day is complete. */
const SETTLED = HOUR

/**
 * Sums the house's side of every day (UTC) that is over, and every full thousand of a customer's entries, if not done
 * yet. Running it again changes nothing.
 */
export async function rollUp(db: Db, clock: Clock): Promise<void> {
  const settled = clock.now() - SETTLED
  await db.write((tx) => rollUpHouse(tx, settled - (settled % DAY)))
  await db.write(addUpEntries)
}

/** Checks every hour for days and entries to sum. A failed write is retried a minute later. */
export const rollUpHouseDays = (db: Db, clock: Clock, log: Log, heard = NO_LISTENER): { stop(): Promise<void> } =>
  runRounds(() => rollUp(db, clock), {
    pauseMs: HOUR,
    afterFailureMs: MINUTE,
    log,
    waits: 'the adding up of the books waits for the database',
    failed: 'the books could not be added up',
    heard,
  })
