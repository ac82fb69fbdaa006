import { RESET_KEPT_MS, RESET_USE_MS } from '@lonja/core/resets/resets.rules'
import { MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import type { Clock } from '../base/clock.ts'
import type { Events } from '../base/events.ts'
import type { Log } from '../base/log.ts'
import type { Db } from '../database/db.ts'
import { writeFor } from '../database/locks.ts'
import { eachInTurn, runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import { announce, RESET_TOPICS, settle } from './resets.actions.ts'
import { findReviewedReset, listDue, listUnannounced, purgeResets } from './resets.store.ts'

interface ResetsGround {
  readonly db: Db
  readonly events: Pick<Events, 'publish'>
  readonly clock: Clock
}

const AT_A_TIME = 100

/**
 * One round: customers get the notice of a new request, reviews of requests that are over end, and after the time of notice
 * the first person's opinion decides. Asking itself writes none of this, so that its work says nothing about an account.
 */
export async function settleResets({ db, events, clock }: ResetsGround): Promise<void> {
  const fresh = await db.read((tx) => listUnannounced(tx, AT_A_TIME))
  await eachInTurn(fresh, async (reset) => {
    const { customer } = reset
    if (customer === null) return
    const isTold = await writeFor(db, customer, (tx) => announce(tx, reset, clock.now()))
    if (isTold) events.publish(customer, RESET_TOPICS)
  })
  const due = await db.read((tx) => listDue(tx, clock.now(), { useMs: RESET_USE_MS, most: AT_A_TIME }))
  await eachInTurn(due, async ({ customer, reviewId }) => {
    await writeFor(db, customer, async (tx) => {
      const reset = await findReviewedReset(tx, reviewId)
      if (reset) await settle(tx, reset, clock.now())
    })
    events.publish(customer, RESET_TOPICS)
  })
}

/** Looks every second. Several nodes may run it: each step is taken once. */
export const followResets = (ground: ResetsGround, log: Log, heard = NO_LISTENER): { stop(): Promise<void> } =>
  runRounds(() => settleResets(ground), {
    pauseMs: SECOND,
    afterFailureMs: MINUTE,
    log,
    waits: 'requests for new passwords wait for the database',
    failed: 'requests for new passwords could not be followed',
    heard,
  })

/** Purges what its retention is over for: a request for an unknown number a day after its end, others after 30. */
export const purgeAt = (db: Db, now: Instant): Promise<void> =>
  db.write((tx) => purgeResets(tx, { unknownBefore: now - RESET_USE_MS, before: now - RESET_KEPT_MS }))

/** Purges requests whose retention is over, at the start and every ten minutes. */
export const purgeOldResets = ({ db, clock }: ResetsGround, log: Log, heard = NO_LISTENER): { stop(): Promise<void> } =>
  runRounds(() => purgeAt(db, clock.now()), {
    pauseMs: 10 * MINUTE,
    afterFailureMs: MINUTE,
    log,
    waits: 'old requests for new passwords wait for the database',
    failed: 'old requests for new passwords could not be removed',
    heard,
  })
