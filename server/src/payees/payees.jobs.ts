import { MINUTE } from '@lonja/core/base/instant'
import { payeeStateFor } from '@lonja/core/payees/payees.rules'
import { noticeOfPayee } from '@lonja/core/payees/payees.notices'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import type { Events } from '../base/events.ts'
import { newId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { eachInTurn, runRounds } from '../jobs/rounds.ts'
import { writeFor } from '../database/locks.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { payeeNamed, type PayeeFacts } from './payees.actions.ts'
import { listReadyUnannounced, savePayeeAnnounced } from './payees.store.ts'

interface PublishingGround {
  readonly db: Db
  readonly events: Pick<Events, 'publish'>
  readonly clock: Clock
}

const AT_A_TIME = 100

/**
 * Sends each customer one notice for a payee whose waiting time is over. Returns how many payees were checked. A card
 * in another person's name cannot be paid to, so it gets no notice.
 */
export async function publishReadyPayees(
  { db, events, clock }: PublishingGround,
  facts: Pick<PayeeFacts, 'verifiedNameOf'>,
): Promise<number> {
  const due = await db.read((tx) => listReadyUnannounced(tx, clock.now(), AT_A_TIME))
  await eachInTurn(due, async (payee) => {
    const { customer } = payee
    const now = clock.now()
    const isTold = await writeFor(db, customer, async (tx) => {
      const waited = await savePayeeAnnounced(tx, payee, now)
      if (!waited) return false
      if (payeeStateFor(waited, await facts.verifiedNameOf(tx, customer), now) !== 'ready') return false
      await insertNotices(tx, [noticeOfPayee({ customer, id: newId(), at: now }, 'payee_ready', payeeNamed(waited.to))])
      return true
    })
    if (isTold) events.publish(customer, ['payees', 'notices'])
  })
  return due.length
}

/** Checks every minute. Several nodes may run it: each payee gets one notice. */
export const announceReadyPayees = (
  ground: PublishingGround,
  facts: Pick<PayeeFacts, 'verifiedNameOf'>,
  log: Log,
  heard = NO_LISTENER,
): { stop(): Promise<void> } =>
  runRounds(() => publishReadyPayees(ground, facts).then(() => {}), {
    pauseMs: MINUTE,
    afterFailureMs: MINUTE,
    log,
    waits: 'payees whose wait is over wait for the database',
    failed: 'customers could not be told that the wait of a payee is over',
    heard,
  })
