import { Worker } from 'node:worker_threads'
import { SECOND } from '@lonja/core/base/instant'
import { CHECKS_WAITING_MOST } from '@lonja/core/strategies/own.rules'
import type { OwnStop } from '@lonja/core/strategies/strategies.contract'
import { buffersOf } from './minutes.actions.ts'
import { newPulse, watchPulse, type SharedPulse } from './pulse.ts'
import { faultOf } from './sandbox.runtime.ts'
import type { TextCheck, SandboxTask } from './trial.task.ts'

/** Compiles a text and lets it hear minutes, in a thread of its own. */
export type RunSandbox = (task: SandboxTask) => Promise<TextCheck>

export interface SandboxThreadData {
  readonly task: SandboxTask
  readonly pulse: SharedPulse
}

/** A day of minutes takes less than a second. */
const WITHIN_MS = 15 * SECOND
/** The memory of a runtime does not count here: it belongs to WebAssembly, and the sandbox limits it. */
export const SANDBOX_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

const WORKER = new URL('./sandbox.worker.js', import.meta.url)

/** Runs texts in threads. A thread whose event does not end is ended, and its text has a fault. */
export const sandboxThreads =
  (program: URL = WORKER): RunSandbox =>
  (task) =>
    new Promise((resolve) => {
      const pulse = newPulse()
      const data: SandboxThreadData = { task, pulse }
      const worker = new Worker(program, {
        workerData: data,
        transferList: task.hearing ? buffersOf(task.hearing.minutes) : [],
        resourceLimits: SANDBOX_LIMITS,
        env: {},
        execArgv: [],
      })
      const finish = (compiled: TextCheck): void => {
        watch.end()
        clearTimeout(late)
        resolve(compiled)
        void worker.terminate()
      }
      const fail = (stop: Omit<OwnStop, 'at'>): void => finish(stoppedBy(stop))
      const watch = watchPulse(pulse, fail)
      const late = setTimeout(() => fail(faultOf('too_slow', 0)), WITHIN_MS)
      worker.once('message', (compiled: TextCheck) => finish(compiled))
      worker.once('error', () => fail(faultOf('sandbox', 0)))
      worker.once('exit', () => fail(faultOf('sandbox', 0)))
    })

/** The check of a text whose thread was ended: the fault alone is known. */
const stoppedBy = (stop: Omit<OwnStop, 'at'>): TextCheck => ({
  diagnostics: [stop],
  settings: null,
  warmUp: 0,
  trial: null,
})

/** Runs one check at a time. Null if the customer has one already, or too many wait. */
export function openChecks(): <T>(customer: string, work: () => Promise<T>) => Promise<T | null> {
  const waiting = new Set<string>()
  let before: Promise<unknown> = Promise.resolve()
  return async (customer, work) => {
    if (waiting.has(customer) || waiting.size >= CHECKS_WAITING_MOST) return null
    waiting.add(customer)
    const own = before.then(work)
    before = own.catch(() => {})
    try {
      return await own
    } finally {
      waiting.delete(customer)
    }
  }
}
