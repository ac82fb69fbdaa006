import { openTexts } from './own.hearing.ts'
import type { StartOwnThread } from './own.thread.ts'
import { loadSandbox } from './sandbox.ts'
import type { RunSandbox } from './sandbox.thread.ts'
import { tryText } from './trial.task.ts'

/** Runs a customer's text in the test's own thread: one that never ends by its steps would end the test. */
export const sandboxInPlace: RunSandbox = async (task) => tryText(await loadSandbox(), task)

/** A thread of own strategies that a test watches. */
export interface WatchedThread {
  readonly start: StartOwnThread
  /** The tasks that it has heard. */
  tasks(): number
  /** Resolves once it hears for nobody. */
  idle(): Promise<void>
}

/** Watches the threads that a server starts. */
export function watched(start: StartOwnThread): WatchedThread {
  let [busy, tasks] = [0, 0]
  return {
    start: () => {
      const { hear, stop } = start()
      return {
        stop,
        hear: (task) => {
          busy++
          tasks++
          return hear(task).finally(() => busy--)
        },
      }
    },
    tasks: () => tasks,
    idle: async () => {
      // A next turn begins right after the one before.
      for (let calm = 0; calm < 2; calm = busy === 0 ? calm + 1 : 0) await new Promise((next) => setTimeout(next, 1))
    },
  }
}

/** Lets texts hear in the test's own thread. Tasks and answers are copied, as to a thread and back. */
export const ownInPlace: StartOwnThread = () => {
  const hear = openTexts(loadSandbox, { isLong: () => () => false })
  return { hear: async (task) => structuredClone(await hear(structuredClone(task))), stop: () => {} }
}
