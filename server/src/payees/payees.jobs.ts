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
import { UNHEARD } from '../jobs/vitals.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { said, type PayeeFacts } from './payees.actions.ts'
import { listToTell, savePayeeTold } from './payees.store.ts'

interface Telling {
  readonly db: Db
  readonly events: Pick<Events, 'tell'>
  readonly clock: Clock
}

const AT_A_TIME = 100

/**
 * Sends each customer one notice for a payee whose waiting time is over. Returns how many payees were checked. A card
 * in another person's name cannot be paid to, so it gets no notice.
 */
export async function tellReady(
  { db, events, clock }: Telling,
  facts: Pick<PayeeFacts, 'verifiedNameOf'>,
): Promise<number> {
  const due = await db.read((tx) => listToTell(tx, clock.now(), AT_A_TIME))
  await eachInTurn(due, async (payee) => {
    const { customer } = payee
    const now = clock.now()
    const isTold = await writeFor(db, customer, async (tx) => {
      const waited = await savePayeeTold(tx, payee, now)
      if (!waited) return false
      if (payeeStateFor(waited, await facts.verifiedNameOf(tx, customer), now) !== 'ready') return false
      await insertNotices(tx, [noticeOfPayee({ customer, id: newId(), at: now }, 'payee_ready', said(waited.to))])
      return true
    })
    if (isTold) events.tell(customer, ['payees', 'notices'])
  })
  return due.length
}

/** Checks every minute. Several nodes may run it: each payee gets one notice. */
export const announceReadyPayees = (
  ground: Telling,
  facts: Pick<PayeeFacts, 'verifiedNameOf'>,
  log: Log,
  heard = UNHEARD,
): { stop(): Promise<void> } =>
  runRounds(() => tellReady(ground, facts).then(() => {}), {
    pauseMs: MINUTE,
    afterFailureMs: MINUTE,
    log,
    waits: 'payees whose wait is over wait for the database',
    failed: 'customers could not be told that the wait of a payee is over',
    heard,
  })
