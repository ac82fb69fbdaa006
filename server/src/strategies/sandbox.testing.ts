import { openTexts } from './own.hearing.ts'
import type { StartOwnThread } from './own.thread.ts'
import { loadSandbox } from './sandbox.ts'
import type { RunSandbox } from './sandbox.thread.ts'
import { tryText } from './trial.task.ts'

/** Runs a customer's text in the test's own thread: one that never ends by its steps would end the test. */
export const sandboxInPlace: RunSandbox = async (task) => tryText(await loadSandbox(), task)

/** Lets texts hear in the test's own thread. Tasks and answers are copied, as to a thread and back. */
export const ownInPlace: StartOwnThread = () => {
  const hear = openTexts(loadSandbox, { isLong: () => () => false })
  return { hear: async (task) => structuredClone(await hear(structuredClone(task))), stop: () => {} }
}
