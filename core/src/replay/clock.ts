import type { Instant } from '../base/instant.ts'

/** The settings of a replay's clock from the house's opening, and its pauses since. Server times are `…At`. */
export interface ReplayClock {
  /** The replay's time at the opening. */
  readonly start: Instant
  readonly openedAt: Instant
  /** Seconds of the recording per second. */
  readonly speed: number
  /** The pauses, ordered and disjoint; an open pause has no end yet. A pause only delays: nothing is skipped. */
  readonly pauses: readonly Pause[]
}

export interface Pause {
  readonly fromAt: Instant
  readonly untilAt: Instant | null
}

/** The pauses that result from a clock's commands in order: pause (possibly while paused), or resume. */
export function pausesOf(commands: readonly { readonly at: Instant; readonly stands: boolean }[]): Pause[] {
  const pauses: Pause[] = []
  for (const { at, stands } of commands) {
    const last = pauses.at(-1)
    const isOpen = last?.untilAt === null
    if (stands && !isOpen) pauses.push({ fromAt: at, untilAt: null })
    if (!stands && isOpen) pauses[pauses.length - 1] = { fromAt: last.fromAt, untilAt: at }
  }
  return pauses
}

/** The pause that contains an instant of the server's clock; null while the clock runs. */
export const pauseAt = ({ pauses }: ReplayClock, at: Instant): Pause | null =>
  pauses.find(({ fromAt, untilAt }) => fromAt <= at && (untilAt === null || at < untilAt)) ?? null

/** The replay's time at a moment of the server's clock: start + elapsed × speed, less pauses; before the opening, the start. */
export function replayTimeAt(clock: ReplayClock, at: Instant): Instant {
  let ran = Math.max(0, at - clock.openedAt)
  for (const { fromAt, untilAt } of clock.pauses) {
    if (fromAt < at) ran -= Math.min(untilAt ?? at, at) - fromAt
  }
  return clock.start + Math.floor(ran * clock.speed)
}

/**
 * The first instant of the server's clock at which the replay's time is `time`; null if an open pause comes before it.
 */
export function serverTimeOf(clock: ReplayClock, time: Instant): Instant | null {
  let at = clock.openedAt + Math.ceil(Math.max(0, time - clock.start) / clock.speed)
  for (const { fromAt, untilAt } of clock.pauses) {
    if (fromAt >= at) break
    if (untilAt === null) return null
    at += untilAt - fromAt
  }
  return at
}
