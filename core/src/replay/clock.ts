import type { Instant } from '../base/instant.ts'

/** How the clock of a replay was set when the house opened, and when it stood still since. Server times are `…At`. */
export interface ReplayClock {
  /** The replay's time at the opening. */
  readonly start: Instant
  readonly openedAt: Instant
  /** Seconds of the recording that pass in one. */
  readonly speed: number
  /** When the clock stood still, in order and apart; an open pause has no end yet. It only delays: nothing is skipped. */
  readonly pauses: readonly Pause[]
}

export interface Pause {
  readonly fromAt: Instant
  readonly untilAt: Instant | null
}

/** The pauses that follow from what a clock was told, in order: to stand still (again, where it does so already), or to go on. */
export function pausesOf(told: readonly { readonly at: Instant; readonly stands: boolean }[]): Pause[] {
  const pauses: Pause[] = []
  for (const { at, stands } of told) {
    const last = pauses.at(-1)
    const isOpen = last?.untilAt === null
    if (stands && !isOpen) pauses.push({ fromAt: at, untilAt: null })
    if (!stands && isOpen) pauses[pauses.length - 1] = { fromAt: last.fromAt, untilAt: at }
  }
  return pauses
}

/** The pause that a moment of the server's clock lies in; null while the clock runs. */
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

/** The first moment of the server's clock at which the replay's time is `time`; null where an open pause stands before it. */
export function serverTimeOf(clock: ReplayClock, time: Instant): Instant | null {
  let at = clock.openedAt + Math.ceil(Math.max(0, time - clock.start) / clock.speed)
  for (const { fromAt, untilAt } of clock.pauses) {
    if (fromAt >= at) break
    if (untilAt === null) return null
    at += untilAt - fromAt
  }
  return at
}
