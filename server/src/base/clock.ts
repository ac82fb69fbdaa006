import type { Instant } from '@lonja/core/base/instant'

/** The current time. It is passed in, so that a test can set it. */
export interface Clock {
  now(): Instant
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() }

/** A clock that changes only when it is set. */
export interface SettableClock extends Clock {
  set(to: Instant): void
  /** Moves the clock on by this many milliseconds. */
  advance(byMs: number): void
}

/** A clock for tests. It shows `start` until it is set or moved on. */
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
