import { loadSandbox } from './sandbox.ts'
import type { RunSandbox } from './sandbox.thread.ts'
import { tryText } from './trial.task.ts'

/** Runs a customer's text in the test's own thread: one that never ends by its steps would end the test. */
export const sandboxInPlace: RunSandbox = async (task) => tryText(await loadSandbox(), task)
