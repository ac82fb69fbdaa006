import { MINUTE, SECOND } from '@lonja/core/base/instant'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import type { Events } from '../base/events.ts'
import type { Log } from '../base/log.ts'
import { eachInTurn, runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import { send, type Withdrawals } from './withdrawals.actions.ts'
import { listToSend } from './withdrawals.store.ts'

interface Sending {
  readonly db: Db
  readonly events: Events
  readonly clock: Clock
}

const AT_ONCE = 100

/**
 * Sends every approved withdrawal whose pause is over, each in its own transaction, even if one of them fails. Returns
 * how many were sent.
 */
export async function sendApproved(ground: Sending, withdrawals: Withdrawals): Promise<number> {
  const now = ground.clock.now()
  const due = await ground.db.read((tx) => listToSend(tx, now - withdrawals.settings.sendAfterMs, AT_ONCE))
  let sent = 0
  await eachInTurn(due, async (withdrawal) => {
    if (await send(ground, withdrawals, withdrawal, ground.clock.now())) sent += 1
  })
  return sent
}

/** Checks every few seconds for withdrawals to send. Several nodes may run it: each withdrawal is sent once. */
export const sendApprovedWithdrawals = (
  ground: Sending,
  withdrawals: Withdrawals,
  log: Log,
  heard = NO_LISTENER,
): { stop(): Promise<void> } =>
  runRounds(() => sendApproved(ground, withdrawals).then(() => {}), {
    pauseMs: 5 * SECOND,
    afterFailureMs: MINUTE / 2,
    log,
    waits: 'approved withdrawals wait for the database',
    failed: 'approved withdrawals could not be sent',
    heard,
  })
