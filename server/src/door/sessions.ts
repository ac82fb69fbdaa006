import type { Instant } from '@lonja/core/base/instant'

/** A session as its owner sees it, customer or seat. */
export interface SessionRow {
  readonly id: string
  readonly device: string
  readonly startedAt: Instant
  readonly seenAt: Instant
  readonly endsAt: Instant
}

/** A session as the database returns it. */
export interface RawSession {
  readonly id: string
  readonly device: string
  readonly started_at: bigint
  readonly seen_at: bigint
  readonly ends_at: bigint
}

export const sessionFrom = ({ id, device, started_at, seen_at, ends_at }: RawSession): SessionRow => ({
  id,
  device,
  startedAt: Number(started_at),
  seenAt: Number(seen_at),
  endsAt: Number(ends_at),
})

/** A session ends `idle` after its last use, and `most` after its start at the latest. */
export interface SessionSpan {
  readonly idle: number
  readonly most: number
}
