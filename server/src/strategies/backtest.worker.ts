import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '@lonja/core/base/assert'
import { work, type BacktestTask } from './backtest.task.ts'

/** The thread in which a backtest is worked out. It has no database, no market and no clock: its minutes come with the task. */
assert(parentPort !== null, 'a backtest is worked out in a thread of its own')
const port = parentPort
const stored = work(workerData as BacktestTask, (minutes) => port.postMessage({ minutes }))
port.postMessage(stored)
