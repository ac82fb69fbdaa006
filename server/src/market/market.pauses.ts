import { SECOND, type Instant } from '@lonja/core/base/instant'
import { pauseAt, pausesOf, type ReplayClock } from '@lonja/core/replay/clock'
import type { Db } from '../database/db.ts'
import type { Log } from '../base/log.ts'
import { runRounds } from '../jobs/rounds.ts'
import { insertSwitch, listSwitches, type Switch } from './market.store.ts'

/**
 * A replay that stands still, and goes on. It only delays: no bar is skipped, and every quote is still gone through in its order.
 * What it is told holds a few seconds later, so that every node has heard of it before and none is ahead of the others.
 */

export const HEARD_WITHIN_MS = 5 * SECOND
const LISTEN_EVERY_MS = SECOND

/** Tells the replay to stand still or to go on, and answers from when; null where it does so already, or will. */
export function tellReplay(db: Db, stands: boolean, now: Instant): Promise<Switch | null> {
  return db.write(async (tx) => {
    const last = (await listSwitches(tx)).at(-1)
    if ((last?.stands ?? false) === stands) return null
    const told = { at: Math.max(now + HEARD_WITHIN_MS, (last?.at ?? 0) + 1), stands }
    await insertSwitch(tx, told)
    return told
  })
}

/** A replay's clock as it was fixed and as it was told since. */
export interface Pauses {
  /** The clock as far as it was heard. */
  clock(): ReplayClock
  /** Since when it stands still; null while it runs. */
  pausedAt(now: Instant): Instant | null
  /** Reads what was told since. */
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

/** Listens every second, one time after the other: an answer that was long on its way never takes back a later one. */
export const watchHalts = ({ listen }: Pauses, log: Log): { stop(): Promise<void> } =>
  runRounds(listen, {
    pauseMs: LISTEN_EVERY_MS,
    afterFailureMs: LISTEN_EVERY_MS,
    log,
    waits: 'the pauses of the replay wait for the database',
    failed: 'the pauses of the replay could not be read',
  })
