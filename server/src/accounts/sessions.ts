import { needsSessionRefresh, SESSION_IDLE, SESSION_MOST } from '@lonja/core/accounts/accounts.rules'
import type { Instant } from '@lonja/core/base/instant'
import type { Db } from '../database/db.ts'
import type { Guard } from '../database/batch.ts'
import type { Log } from '../base/log.ts'
import type { SessionUse, Sessions } from '../door/serve.ts'
import { findCallingCustomer, sessionTable, touchSession, type LiveSession } from './sessions.store.ts'

/** The lane's checks of a live session. */
export const sessionGuard: Guard<LiveSession> = {
  table: sessionTable,
  isLive: ({ endsAt }, now) => endsAt > now,
  stateOf: ({ restriction, waitsUntil }, now) => ({
    restriction: restriction !== null && restriction.untilAt > now ? restriction.level : null,
    waitsUntil,
  }),
}

export interface OpenSessions extends Sessions {
  /** For the lane: a write through it refreshes the session, as any other call does. */
  readonly guard: Guard<LiveSession>
  /** Resolves when all pending session refreshes are written. */
  settled(): Promise<void>
}

/** Identifies the caller for the door and the lane. */
export function openSessions(db: Db, log: Log): OpenSessions {
  const underWay = new Map<string, Promise<void>>()
  const seen = (asker: SessionUse, now: Instant): void => {
    const { session, seenAt } = asker
    if (!needsSessionRefresh(seenAt, now) || underWay.has(session)) return
    const work = db
      .write((tx) => touchSession(tx, asker, now, { idle: SESSION_IDLE, most: SESSION_MOST }))
      .catch((err: unknown) => log.warn({ err }, 'a session was seen, but it could not be written down'))
      .finally(() => underWay.delete(session))
    underWay.set(session, work)
  }
  const isLive = (session: LiveSession, now: Instant): boolean => {
    if (!sessionGuard.isLive(session, now)) return false
    seen(session, now)
    return true
  }
  return {
    find: findCallingCustomer,
    seen,
    guard: { ...sessionGuard, isLive },
    settled: async () => {
      await Promise.all(underWay.values())
    },
  }
}
