import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '@lonja/core/base/assert'
import { work } from './backtest.task.ts'
import type { BacktestThreadData } from './backtest.thread.ts'
import { yieldToOthers } from './priority.ts'
import { pulseInto } from './pulse.ts'
import { loadSandbox } from './sandbox.ts'

/** The thread in which a backtest is worked out. It has no database, no market and no clock: its minutes come with the task. */
assert(parentPort !== null, 'a backtest is worked out in a thread of its own')
yieldToOthers()
const port = parentPort
const { task, pulse } = workerData as BacktestThreadData
const program = task.text === null ? null : await loadSandbox()
const hear = (minutes: number): void => port.postMessage({ minutes })
port.postMessage(work(task, hear, program, pulse ? pulseInto(pulse) : undefined))
