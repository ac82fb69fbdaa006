import { HOUR, MINUTE } from '@lonja/core/base/instant'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import type { Log } from '../base/log.ts'
import { runRounds } from '../jobs/rounds.ts'
import { UNHEARD } from '../jobs/vitals.ts'
import { addUpEntries } from './flows.store.ts'
import { rollUpHouse } from './ledger.store.ts'

const DAY = 24 * HOUR
/** A batch is written within seconds of its instant: an hour past midnight a day is whole. */
const SETTLED = HOUR

/**
 * Adds up the house's side of every day (UTC) that is over, and every full thousand of a customer's entries, where that was not
 * done yet; again it changes nothing.
 */
export async function rollUp(db: Db, clock: Clock): Promise<void> {
  const settled = clock.now() - SETTLED
  await db.write((tx) => rollUpHouse(tx, settled - (settled % DAY)))
  await db.write(addUpEntries)
}

/** Looks every hour what is to be added up. What could not be written now is written a minute later. */
export const rollUpHouseDays = (db: Db, clock: Clock, log: Log, heard = UNHEARD): { stop(): Promise<void> } =>
  runRounds(() => rollUp(db, clock), {
    pauseMs: HOUR,
    afterFailureMs: MINUTE,
    log,
    waits: 'the adding up of the books waits for the database',
    failed: 'the books could not be added up',
    heard,
  })
