import { Worker } from 'node:worker_threads'
import { MINUTE } from '@lonja/core/base/instant'
import type { BacktestFault } from '@lonja/core/strategies/strategies.contract'
import type { BacktestTask } from './backtest.task.ts'
import { buffersOf } from './minutes.actions.ts'
import { newPulse, watchPulse, type SharedPulse } from './pulse.ts'
import type { StoppedEnd, StoredOutcome } from './queue.store.ts'

/** The end of a thread's work; `stopped` if it was ended before. */
export type ThreadEnd = StoredOutcome | StoppedEnd | Exclude<BacktestFault, 'no_minutes' | 'servers_ended'> | 'stopped'

export interface BacktestThread {
  readonly end: Promise<ThreadEnd>
  stop(): void
}

export type StartThread = (task: BacktestTask, hear: (minutes: number) => void) => BacktestThread

/** A year of minutes takes seconds, on a busy machine perhaps a minute. */
const WITHIN_MS = 10 * MINUTE
/** The columns of a year are 50 MB; they are outside of the old generation. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 }

/** A customer's text has less, so that it keeps others waiting no longer. */
const TEXT_WITHIN_MS = 4 * MINUTE

export interface BacktestThreadData {
  readonly task: BacktestTask
  /** The pulse of a customer's text; null for a strategy of the house. */
  readonly pulse: SharedPulse | null
}

const WORKER = new URL('./backtest.worker.js', import.meta.url)

/** Works backtests out in threads of this program's own, each of which is ended if it takes too much time or memory. */
export const threadsOf =
  (program: URL = WORKER): StartThread =>
  (task, hear) => {
    const pulse = task.text === null ? null : newPulse()
    const data: BacktestThreadData = { task, pulse }
    const worker = new Worker(program, {
      workerData: data,
      transferList: buffersOf(task.minutes),
      resourceLimits: LIMITS,
      env: {},
      execArgv: [],
    })
    let resolve: (how: ThreadEnd) => void = () => {}
    const end = new Promise<ThreadEnd>((settle) => (resolve = settle))
    const finish = (how: ThreadEnd): void => {
      clearTimeout(late)
      watch?.end()
      resolve(how)
      void worker.terminate()
    }
    const late = setTimeout(() => finish('too_long'), pulse ? TEXT_WITHIN_MS : WITHIN_MS)
    const watch = pulse && watchPulse(pulse, (stop) => finish({ fault: 'too_long', stop: JSON.stringify(stop) }))
    worker.on('message', (message: { minutes: number } | StoredOutcome) => {
      if ('minutes' in message) hear(message.minutes)
      else finish(message)
    })
    worker.once('error', () => finish('threw'))
    worker.once('exit', () => finish('threw'))
    return { end, stop: () => finish('stopped') }
  }
