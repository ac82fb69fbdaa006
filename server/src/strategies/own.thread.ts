import { Worker } from 'node:worker_threads'
import { MINUTE } from '@lonja/core/base/instant'
import type { OwnStop } from '@lonja/core/strategies/strategies.contract'
import type { OwnAnswer, OwnTask } from './own.hearing.ts'
import { newPulse, watchPulse, type SharedPulse } from './pulse.ts'
import { SANDBOX_LIMITS } from './sandbox.thread.ts'

/**
 * The end of a task: its answer; the fault of an event that did not end, for which the thread was ended; or `lost` if the
 * thread ended by itself.
 */
export type OwnEnd = OwnAnswer | { readonly stop: OwnStop } | 'lost'

/** The thread in which runs of own strategies hear, one at a time. A thread that has ended is started anew for the next task. */
export interface OwnThread {
  hear(task: OwnTask): Promise<OwnEnd>
  /** Ends the thread. A task under way is lost. */
  stop(): void
}

export type StartOwnThread = () => OwnThread

export interface OwnThreadData {
  readonly pulse: SharedPulse
}

/** The pulse ends an event that goes on; this ends a thread that is stuck elsewhere. */
const WITHIN_MS = MINUTE

const WORKER = new URL('./own.worker.js', import.meta.url)

interface Running {
  readonly worker: Worker
  settle: ((end: OwnEnd) => void) | null
  close(): void
}

export const ownThreads =
  (program: URL = WORKER): StartOwnThread =>
  () => {
    let running: Running | null = null
    const end = (how: OwnEnd): void => {
      const ended = running
      running = null
      ended?.close()
      ended?.settle?.(how)
    }
    const start = (): Running => {
      const pulse = newPulse()
      const data: OwnThreadData = { pulse }
      const worker = new Worker(program, { workerData: data, resourceLimits: SANDBOX_LIMITS, env: {}, execArgv: [] })
      const own: Running = {
        worker,
        settle: null,
        close: () => {
          watch.end()
          void worker.terminate()
        },
      }
      // Events of a thread that was ended before are none of the present one's.
      const ifOwn = (then: () => void): void => (running === own ? then() : undefined)
      const watch = watchPulse(pulse, (stop) => ifOwn(() => end({ stop })))
      worker.on('message', (answer: OwnAnswer) => ifOwn(() => own.settle?.(answer)))
      worker.once('error', () => ifOwn(() => end('lost')))
      worker.once('exit', () => ifOwn(() => end('lost')))
      return own
    }
    return {
      hear: (task) =>
        new Promise((resolve) => {
          const own = (running ??= start())
          const late = setTimeout(() => end('lost'), WITHIN_MS)
          own.settle = (how) => {
            clearTimeout(late)
            own.settle = null
            resolve(how)
          }
          const { worker } = own
          worker.postMessage(task, [])
        }),
      stop: () => end('lost'),
    }
  }
