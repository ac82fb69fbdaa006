import type { Instant } from '@lonja/core/base/instant'
import { needsSeatSessionRefresh, SEAT_IDLE, SEAT_MOST } from '@lonja/core/staff/staff.rules'
import type { Db } from '../database/db.ts'
import type { Log } from '../base/log.ts'
import type { CallingSeat, Seats } from '../door/seats.ts'
import { findCallingSeat, touchSeatSession } from './seat-sessions.store.ts'

export interface OpenSeats extends Seats {
  /** Resolves when all pending session refreshes are written. */
  settled(): Promise<void>
}

/** Identifies the seat that calls, for the door. `roleHeld` is from the composition root. */
export function openSeats(db: Db, log: Log, roleHeld: Seats['roleHeld']): OpenSeats {
  const underWay = new Map<string, Promise<void>>()
  const seen = (asker: CallingSeat, now: Instant): void => {
    const { session, seenAt } = asker
    if (!needsSeatSessionRefresh(seenAt, now) || underWay.has(session)) return
    const work = db
      .write((tx) => touchSeatSession(tx, asker, now, { idle: SEAT_IDLE, most: SEAT_MOST }))
      .catch((err: unknown) => log.warn({ err }, 'a seat was seen, but it could not be written down'))
      .finally(() => underWay.delete(session))
    underWay.set(session, work)
  }
  return {
    find: findCallingSeat,
    roleHeld,
    seen,
    settled: async () => {
      await Promise.all(underWay.values())
    },
  }
}
