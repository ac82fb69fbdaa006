import { isSeenAgain, SESSION_IDLE, SESSION_MOST } from '@lonja/core/accounts/accounts.rules'
import type { Db } from '../base/db.ts'
import type { Guard } from '../base/batch.ts'
import type { Log } from '../base/log.ts'
import type { Sessions } from '../base/serve.ts'
import { findAsker, sessionShelf, touchSession, type LiveSession } from './sessions.store.ts'

/** How the lane knows a live session. */
export const sessionGuard: Guard<LiveSession> = {
  shelf: sessionShelf,
  isLive: ({ endsAt }, now) => endsAt > now,
}

/** How the door knows who asks; `settled` waits for what is still being written. */
export function openSessions(db: Db, log: Log): Sessions & { settled(): Promise<void> } {
  const underWay = new Map<string, Promise<void>>()
  return {
    find: findAsker,
    seen: (asker, now) => {
      const { session, seenAt } = asker
      if (!isSeenAgain(seenAt, now) || underWay.has(session)) return
      const work = db
        .write((tx) => touchSession(tx, asker, now, { idle: SESSION_IDLE, most: SESSION_MOST }))
        .catch((err: unknown) => log.warn({ err }, 'a session was seen, but it could not be written down'))
        .finally(() => underWay.delete(session))
      underWay.set(session, work)
    },
    settled: async () => {
      await Promise.all(underWay.values())
    },
  }
}
