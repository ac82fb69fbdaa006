import { Worker } from 'node:worker_threads'
import { MINUTE } from '@lonja/core/base/instant'
import type { BacktestFault } from '@lonja/core/strategies/strategies.contract'
import type { BacktestTask } from './backtest.task.ts'
import { buffersOf } from './minutes.actions.ts'
import type { StoredOutcome } from './queue.store.ts'

/** The end of a thread's work; `stopped` if it was ended before. */
export type ThreadEnd = StoredOutcome | Exclude<BacktestFault, 'no_minutes' | 'servers_ended'> | 'stopped'

export interface BacktestThread {
  readonly end: Promise<ThreadEnd>
  stop(): void
}

export type StartThread = (task: BacktestTask, hear: (minutes: number) => void) => BacktestThread

/** A year of minutes takes seconds, on a busy machine perhaps a minute. */
const WITHIN_MS = 10 * MINUTE
/** The columns of a year are 50 MB; they are outside of the old generation. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 }

const WORKER = new URL('./backtest.worker.js', import.meta.url)

/** Works backtests out in threads of this program's own, each of which is ended if it takes too much time or memory. */
export const threadsOf =
  (program: URL = WORKER): StartThread =>
  (task, hear) => {
    const worker = new Worker(program, {
      workerData: task,
      transferList: buffersOf(task.minutes),
      resourceLimits: LIMITS,
      env: {},
      execArgv: [],
    })
    let resolve: (how: ThreadEnd) => void = () => {}
    const end = new Promise<ThreadEnd>((settle) => (resolve = settle))
    const finish = (how: ThreadEnd): void => {
      clearTimeout(late)
      resolve(how)
      void worker.terminate()
    }
    const late = setTimeout(() => finish('too_long'), WITHIN_MS)
    worker.on('message', (message: { minutes: number } | StoredOutcome) => {
      if ('minutes' in message) hear(message.minutes)
      else finish(message)
    })
    worker.once('error', () => finish('threw'))
    worker.once('exit', () => finish('threw'))
    return { end, stop: () => finish('stopped') }
  }
