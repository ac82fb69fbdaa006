import { SECOND, type Instant } from '@lonja/core/base/instant'
import { pauseAt, pausesOf, type ReplayClock } from '@lonja/core/replay/clock'
import type { Db } from '../database/db.ts'
import type { Log } from '../base/log.ts'
import { runRounds } from '../jobs/rounds.ts'
import { insertSwitch, listSwitches, type Switch } from './market.store.ts'

/**
 * Pauses of a replay. A pause only delays: no bar is skipped, and every quote is still processed in order. A switch
 * takes effect some seconds later, so that every node has read it by then and none is ahead of the others.
 */

export const HEARD_WITHIN_MS = 5 * SECOND
const LISTEN_EVERY_MS = SECOND

/**
 * Pauses or resumes the replay. Returns the switch with its instant; null if the replay is in that state already or
 * soon will be.
 */
export function switchReplay(db: Db, stands: boolean, now: Instant): Promise<Switch | null> {
  return db.write(async (tx) => {
    const last = (await listSwitches(tx)).at(-1)
    if ((last?.stands ?? false) === stands) return null
    const latest = { at: Math.max(now + HEARD_WITHIN_MS, (last?.at ?? 0) + 1), stands }
    await insertSwitch(tx, latest)
    return latest
  })
}

/** A replay's clock as it was fixed, with the pauses since. */
export interface Pauses {
  /** The clock with the pauses read so far. */
  clock(): ReplayClock
  /** The start of the present pause; null while the replay runs. */
  pausedAt(now: Instant): Instant | null
  /** Reads the pauses from the database. */
  listen(): Promise<void>
}

export async function openPauses(db: Db, fixed: Omit<ReplayClock, 'pauses'>): Promise<Pauses> {
  let clock: ReplayClock = { ...fixed, pauses: [] }
  const listen = async (): Promise<void> => {
    clock = { ...fixed, pauses: pausesOf(await db.read(listSwitches)) }
  }
  await listen()
  return { clock: () => clock, pausedAt: (now) => pauseAt(clock, now)?.fromAt ?? null, listen }
}

/** Polls every second, one round after the other, so that a slow answer never overwrites a later one. */
export const watchHalts = ({ listen }: Pauses, log: Log): { stop(): Promise<void> } =>
  runRounds(listen, {
    pauseMs: LISTEN_EVERY_MS,
    afterFailureMs: LISTEN_EVERY_MS,
    log,
    waits: 'the pauses of the replay wait for the database',
    failed: 'the pauses of the replay could not be read',
  })
