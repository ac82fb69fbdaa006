import { uptime } from 'node:os'
import type { Instant } from '@lonja/core/base/instant'

/** The current time, and the time that has elapsed. It is passed in, so that a test can set it. */
export interface Clock {
  now(): Instant
  /** Milliseconds since a fixed moment. It only grows, and does so also while the machine sleeps. */
  elapsed(): number
}

/** The clocks of the operating system from which elapsed time is read. */
export interface ElapsedSources {
  /** Milliseconds of Node's own clock: fast to read; on Linux it stands while the machine sleeps. */
  readonly running: () => number
  /** Milliseconds since the machine's start, sleep included; null where the system has no such clock. */
  readonly sinceStart: (() => number) | null
  readonly wall: () => Instant
}

/** A smaller difference between the wall clock and Node's clock cannot be a sleep that matters. */
const SLEPT_LEAST_MS = 1_000

/**
 * Elapsed time with the machine's sleep. Reading the time since the machine's start takes a hundred times as long as
 * reading Node's clock, so it is read only when the wall clock has moved on by another span than Node's clock.
 */
export function elapsedTime({ running, sinceStart, wall }: ElapsedSources): () => number {
  let asleepMs = 0
  if (!sinceStart) return running
  const begun = sinceStart() - running()
  let offset = wall() - running()
  return () => {
    const ran = running()
    const nowOffset = wall() - ran
    if (Math.abs(nowOffset - offset) >= SLEPT_LEAST_MS) {
      offset = nowOffset
      asleepMs = Math.max(asleepMs, sinceStart() - ran - begun)
    }
    return ran + asleepMs
  }
}

/**
 * The machine's own clock. On macOS and Windows Node's clock runs on while the machine sleeps, and the time since the
 * start follows the wall clock on macOS, so it is used on Linux only.
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: elapsedTime({
    running: () => performance.now(),
    sinceStart: process.platform === 'linux' ? () => uptime() * 1_000 : null,
    wall: () => Date.now(),
  }),
}

/** A clock that changes only when it is set. */
export interface SettableClock extends Clock {
  /** Sets the clock, as if the time until then had elapsed. */
  set(to: Instant): void
  /** Moves the clock on by this many milliseconds. */
  advance(byMs: number): void
  /** Puts the wall clock forward or back, while no time elapses. */
  jump(byMs: number): void
}

/** A clock for tests. It shows `start` until it is set or moved on. */
export function settableClock(start: Instant): SettableClock {
  let shown = start
  let aheadMs = 0
  return {
    now: () => shown,
    elapsed: () => shown - aheadMs,
    set: (to) => {
      shown = to
    },
    advance: (byMs) => {
      shown += byMs
    },
    jump: (byMs) => {
      shown += byMs
      aheadMs += byMs
    },
  }
}
