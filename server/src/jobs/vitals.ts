import type { Instant } from '@lonja/core/base/instant'
import type { Clock } from '../base/clock.ts'

/** How a job that the house does by itself fares on this server. */
export interface JobState {
  readonly name: string
  readonly everyMs: number
  /** When a round ended well; null for never. */
  readonly ranAt: Instant | null
  readonly failedAt: Instant | null
  /** Rounds that failed since the last one that ended well. */
  readonly failures: number
}

/** Heard at the end of each round of a job: whether it ended well. */
export type RoundHeard = (isWell: boolean) => void

/** For a job that nobody asks about, as in a test. */
export const UNHEARD: RoundHeard = () => {}

/** What one server knows of itself while it runs. */
export interface Vitals {
  readonly startedAt: Instant
  jobs(): readonly JobState[]
  /** A job that looks so often, from now on. */
  job(name: string, everyMs: number): RoundHeard
  /** How many browsers are connected to the stream; 0 until it is open. */
  sockets(): number
  countSocketsBy(size: () => number): void
}

export function openVitals(clock: Clock): Vitals {
  const jobs = new Map<string, JobState>()
  let size = (): number => 0
  return {
    startedAt: clock.now(),
    jobs: () => [...jobs.values()],
    job: (name, everyMs) => {
      jobs.set(name, { name, everyMs, ranAt: null, failedAt: null, failures: 0 })
      return (isWell) => {
        const before = jobs.get(name)
        if (!before) return
        jobs.set(
          name,
          isWell
            ? { ...before, ranAt: clock.now(), failures: 0 }
            : { ...before, failedAt: clock.now(), failures: before.failures + 1 },
        )
      }
    },
    sockets: () => size(),
    countSocketsBy: (counted) => {
      size = counted
    },
  }
}
