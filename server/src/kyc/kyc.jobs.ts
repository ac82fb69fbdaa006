import { MINUTE } from '@lonja/core/base/instant'
import { KEPT_AFTER_DECISION_MS } from '@lonja/core/pictures/pictures.rules'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import type { Log } from '../base/log.ts'
import { eachInTurn, runRounds } from '../jobs/rounds.ts'
import { writeFor } from '../database/locks.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import { dropNumbers, listDueNumbers } from './kyc.store.ts'

const AT_A_TIME = 100

/**
 * Purges the numbers of documents whose pictures are purged too, 30 days after the decision, one customer at a time.
 * Returns how many. The last two characters stay, and a keyed hash that recognises the same document.
 */
export async function purgeNumbers(db: Db, clock: Clock): Promise<number> {
  let forgotten = 0
  for (;;) {
    const endedBy = clock.now() - KEPT_AFTER_DECISION_MS
    const customers = await db.read((tx) => listDueNumbers(tx, endedBy, AT_A_TIME))
    if (customers.length === 0) return forgotten
    await eachInTurn(customers, async (customer) => {
      const dropped = await writeFor(db, customer, async (tx) => {
        return dropNumbers(tx, customer, endedBy)
      })
      forgotten += dropped
    })
  }
}

/** Checks every ten minutes, and at once when the house opens, for what fell due while it was down. */
export const purgeDocumentNumbers = (db: Db, clock: Clock, log: Log, heard = NO_LISTENER): { stop(): Promise<void> } =>
  runRounds(() => purgeNumbers(db, clock).then(() => {}), {
    pauseMs: 10 * MINUTE,
    afterFailureMs: MINUTE,
    log,
    waits: 'numbers of documents whose time is over wait for the database',
    failed: 'numbers of documents whose time is over could not be removed',
    heard,
  })
