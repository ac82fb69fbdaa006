import type { Instant } from '@lonja/core/base/instant'
import { instant, tableOf, uuid, word } from '../database/codecs.ts'

/** A session as its owner sees it, customer or seat. */
export interface SessionRow {
  readonly id: string
  readonly device: string
  readonly startedAt: Instant
  readonly seenAt: Instant
  readonly endsAt: Instant
}

/** The columns of a session, of a customer or of a seat. */
export const SESSIONS = tableOf<SessionRow>({
  id: uuid('id'),
  device: word('device'),
  startedAt: instant('started_at'),
  seenAt: instant('seen_at'),
  endsAt: instant('ends_at'),
})

/** A session ends `idle` after its last use, and `most` after its start at the latest. */
export interface SessionSpan {
  readonly idle: number
  readonly most: number
}
