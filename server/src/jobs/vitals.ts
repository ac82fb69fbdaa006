import type { Instant } from '@lonja/core/base/instant'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'

/** The state of a background job on this server. */
export interface JobState {
  readonly name: string
  readonly everyMs: number
  /** The end of the last successful round; null if there was none. */
  readonly ranAt: Instant | null
  readonly failedAt: Instant | null
  /** The number of failed rounds since the last successful one. */
  readonly failures: number
}

/** Called at the end of each round of a job with its success. */
export type RoundListener = (isWell: boolean) => void

/** For a job whose state nobody reads, as in a test. */
export const NO_LISTENER: RoundListener = () => {}

/** The facts that a running server knows about itself. */
export interface Vitals {
  readonly startedAt: Instant
  jobs(): readonly JobState[]
  /** Registers a job that runs at this interval. */
  job(name: string, everyMs: number): RoundListener
  /** The number of browsers connected to the stream; 0 until it is open. */
  sockets(): number
  countSocketsBy(size: () => number): void
}

/** With a log, each round of a job is a line at `debug`. */
export function openVitals(clock: Clock, log?: Log): Vitals {
  const jobs = new Map<string, JobState>()
  let size = (): number => 0
  return {
    startedAt: clock.now(),
    jobs: () => [...jobs.values()],
    job: (name, everyMs) => {
      jobs.set(name, { name, everyMs, ranAt: null, failedAt: null, failures: 0 })
      return (isWell) => {
        log?.debug({ job: name, isWell }, 'a round has ended')
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
