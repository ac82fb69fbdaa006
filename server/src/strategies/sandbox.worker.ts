import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '@lonja/core/base/assert'
import { yieldToOthers } from './priority.ts'
import { pulseInto } from './pulse.ts'
import { loadSandbox } from './sandbox.ts'
import type { SandboxThreadData } from './sandbox.thread.ts'
import { tryText } from './trial.task.ts'

/** The thread in which a text is checked. It has no database, no market and no clock. */
assert(parentPort !== null, 'a text runs in a thread of its own')
yieldToOthers()
const { task, pulse } = workerData as SandboxThreadData
parentPort.postMessage(tryText(await loadSandbox(), task, pulseInto(pulse)))
