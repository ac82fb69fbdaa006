import type { Instant } from '@lonja/core/base/instant'

/** What time it is. Handed to whoever must know, so that a test can say it. */
export interface Clock {
  now(): Instant
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() }

/** A clock that stands still until it is told otherwise. */
export interface SettableClock extends Clock {
  set(to: Instant): void
  /** Moves on by so many milliseconds. */
  advance(byMs: number): void
}

/** A clock for tests: it shows `start` until it is set or moved on. */
export function settableClock(start: Instant): SettableClock {
  let shown = start
  return {
    now: () => shown,
    set: (to) => {
      shown = to
    },
    advance: (byMs) => {
      shown += byMs
    },
  }
}
