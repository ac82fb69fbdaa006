import { MINUTE } from '@lonja/core/base/instant'
import { KEPT_AFTER_DECISION_MS } from '@lonja/core/pictures/pictures.rules'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import type { Log } from '../base/log.ts'
import { eachInTurn, runRounds } from '../jobs/rounds.ts'
import { writeFor } from '../database/locks.ts'
import { UNHEARD } from '../jobs/vitals.ts'
import { dropNumbers, listDueNumbers } from './kyc.store.ts'

const AT_A_TIME = 100

/**
 * Takes away every document's number whose papers are gone too: 30 days after the decision, a customer at a time; how many. What stays is
 * its last two signs, and a keyed hash by which the same document is known again.
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

/** Looks every ten minutes, and at once when the house opens: what fell due while it was shut goes first. */
export const purgeDocumentNumbers = (db: Db, clock: Clock, log: Log, heard = UNHEARD): { stop(): Promise<void> } =>
  runRounds(() => purgeNumbers(db, clock).then(() => {}), {
    pauseMs: 10 * MINUTE,
    afterFailureMs: MINUTE,
    log,
    waits: 'numbers of documents whose time is over wait for the database',
    failed: 'numbers of documents whose time is over could not be removed',
    heard,
  })
