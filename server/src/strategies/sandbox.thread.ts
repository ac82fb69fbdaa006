import { Worker } from 'node:worker_threads'
import { SECOND } from '@lonja/core/base/instant'
import type { OwnStop } from '@lonja/core/strategies/strategies.contract'
import { buffersOf } from './minutes.actions.ts'
import { newPulse, watchPulse, type SharedPulse } from './pulse.ts'
import { faultOf } from './sandbox.ts'
import type { Compiled, SandboxTask } from './trial.task.ts'

/** Compiles a text and lets it hear minutes, in a thread of its own. */
export type RunSandbox = (task: SandboxTask) => Promise<Compiled>

export interface SandboxThreadData {
  readonly task: SandboxTask
  readonly pulse: SharedPulse
}

/** A day of minutes takes less than a second. */
const WITHIN_MS = 10 * SECOND
/** The memory of a runtime is none of these: WebAssembly has its own, which the sandbox limits. */
export const SANDBOX_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

const WORKER = new URL('./sandbox.worker.js', import.meta.url)

/** Runs texts in threads. A thread whose event does not end is ended, and its text told. */
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
      const finish = (compiled: Compiled): void => {
        watch.end()
        clearTimeout(late)
        resolve(compiled)
        void worker.terminate()
      }
      const fail = (stop: Omit<OwnStop, 'at'>): void => finish(stoppedBy(stop))
      const watch = watchPulse(pulse, fail)
      const late = setTimeout(() => fail(faultOf('too_slow', 0)), WITHIN_MS)
      worker.once('message', (compiled: Compiled) => finish(compiled))
      worker.once('error', () => fail(faultOf('sandbox', 0)))
      worker.once('exit', () => fail(faultOf('sandbox', 0)))
    })

/** What is known of a text whose thread was ended: the fault alone. */
const stoppedBy = (stop: Omit<OwnStop, 'at'>): Compiled => ({
  diagnostics: [stop],
  settings: null,
  warmUp: 0,
  trial: null,
})

/** The checks that wait at a server, at most, and of them one a customer. */
const WAITING_MOST = 8

/** Lets one check of all run at a time. Null if the customer has one already, or too many wait. */
export function openChecks(): <T>(customer: string, work: () => Promise<T>) => Promise<T | null> {
  const waiting = new Set<string>()
  let before: Promise<unknown> = Promise.resolve()
  return async (customer, work) => {
    if (waiting.has(customer) || waiting.size >= WAITING_MOST) return null
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
