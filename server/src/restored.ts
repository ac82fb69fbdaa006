import { RESET_USE_MS } from '@lonja/core/resets/resets.rules'
import type { Instant } from '@lonja/core/base/instant'
import { saveEndOfEveryReset } from './accounts/second-step.store.ts'
import { saveEndOfEverybody } from './accounts/sessions.store.ts'
import type { Db } from './database/db.ts'
import { forgetEveryDevice } from './door/devices.store.ts'
import { dropEveryDevice } from './notices/push.store.ts'
import { saveEndOfEveryRequest } from './resets/resets.store.ts'
import { saveEndOfEverySeat } from './staff/seat-sessions.store.ts'
import { saveRevocationOfEveryLink } from './staff/seats.store.ts'

/** The number of sessions and links that ended with a restoration. */
export interface EndedByRestoring {
  readonly sessions: number
  readonly seatSessions: number
  readonly links: number
  /** Requests for a new password that devices had made. */
  readonly requests: number
}

/**
 * Ends what gives access to a house that was restored. A session, a link or a known device of the backup may have been
 * ended after it was made, and the backup cannot tell: so everybody signs in again.
 */
export const endAccess = (db: Db, now: Instant): Promise<EndedByRestoring> =>
  db.write(async (tx) => {
    const sessions = await saveEndOfEverybody(tx, now)
    const seatSessions = await saveEndOfEverySeat(tx, now)
    const links = (await saveEndOfEveryReset(tx, now)) + (await saveRevocationOfEveryLink(tx, now))
    const requests = await saveEndOfEveryRequest(tx, now, RESET_USE_MS)
    await forgetEveryDevice(tx)
    await dropEveryDevice(tx)
    return { sessions, seatSessions, links, requests }
  })
