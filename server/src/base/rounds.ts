import { isOutage, whyAway } from './db.ts'
import type { Log } from './log.ts'
import { UNHEARD, type RoundHeard } from './vitals.ts'

export interface RoundsOptions {
  readonly pauseMs: number
  readonly afterFailureMs: number
  readonly log: Log
  /** What the log says while the database is away, and of a round that failed otherwise. */
  readonly waits: string
  readonly failed: string
  readonly heard?: RoundHeard
}

/** Does its work round after round until it is stopped; a round that failed is repeated after a longer pause. */
export function keepRounds(round: () => Promise<void>, options: RoundsOptions): { stop(): Promise<void> } {
  const { pauseMs, afterFailureMs, log, waits, failed, heard = UNHEARD } = options
  let stopped = false
  let timer: NodeJS.Timeout | null = null
  let underWay: Promise<void> = Promise.resolve()
  const next = async (): Promise<void> => {
    if (stopped) return
    const rest = await round().then(
      () => {
        heard(true)
        return pauseMs
      },
      (err: unknown) => {
        heard(false)
        if (isOutage(err)) log.warn({ why: whyAway(err) }, waits)
        else log.error({ err }, failed)
        return afterFailureMs
      },
    )
    if (!stopped) timer = setTimeout(go, rest)
  }
  const go = (): void => {
    underWay = next()
  }
  go()
  return {
    stop: async () => {
      stopped = true
      if (timer) clearTimeout(timer)
      await underWay
    },
  }
}
