import { MINUTE } from '@lonja/core/base/instant'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import type { Log } from '../base/log.ts'
import { eachInTurn, runRounds } from '../jobs/rounds.ts'
import { writeFor } from '../database/locks.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import { listDue, removeDue } from './pictures.store.ts'

const AT_A_TIME = 100

/** Removes every picture whose retention is over, a customer at a time; returns how many. */
export async function removePictures(db: Db, clock: Clock): Promise<number> {
  let removed = 0
  for (;;) {
    const now = clock.now()
    const customers = await db.read((tx) => listDue(tx, now, AT_A_TIME))
    if (customers.length === 0) return removed
    await eachInTurn(customers, async (customer) => {
      const gone = await writeFor(db, customer, async (tx) => {
        return removeDue(tx, customer, now)
      })
      removed += gone
    })
  }
}

/**
 * Purges at the start and every ten minutes. The first round removes the pictures that fell due while the house was
 * down.
 */
export function purgePictures(db: Db, clock: Clock, log: Log, heard = NO_LISTENER): { stop(): Promise<void> } {
  const round = async (): Promise<void> => {
    const removed = await removePictures(db, clock)
    if (removed > 0) log.info({ removed }, 'pictures were removed, their time being over')
  }
  return runRounds(round, {
    pauseMs: 10 * MINUTE,
    afterFailureMs: MINUTE,
    log,
    waits: 'pictures whose time is over wait for the database',
    failed: 'pictures whose time is over could not be removed',
    heard,
  })
}
