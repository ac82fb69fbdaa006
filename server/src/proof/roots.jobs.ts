import { MINUTE } from '@lonja/core/base/instant'
import type { Log } from '../base/log.ts'
import type { Db } from '../database/db.ts'
import { runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import type { MarketGuard } from '../market/market.guard.ts'
import { closeDay, indexRoots, type RootKeys } from './roots.actions.ts'

export const CLOSING_EVERY_MS = 10 * MINUTE

/**
 * Signs the root of each day that is over. A signed day takes no further row, so nothing is signed while the clock of
 * this server is in doubt.
 */
export function closeDays(
  db: Db,
  keys: RootKeys,
  guard: Pick<MarketGuard, 'now' | 'mayReveal'>,
  log: Log,
  heard = NO_LISTENER,
): { stop(): Promise<void> } {
  const round = async (): Promise<void> => {
    await indexRoots(db, keys)
    if (!(await guard.mayReveal())) return
    const signed = await closeDay(db, keys, guard.now())
    if (signed) log.info({ day: signed.day, leaves: signed.leaves, root: signed.root }, 'the root of a day is signed')
  }
  return runRounds(round, {
    pauseMs: CLOSING_EVERY_MS,
    afterFailureMs: MINUTE,
    log,
    waits: 'the root of the day waits for the database',
    failed: 'the root of the day could not be signed',
    heard,
  })
}
