import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents } from '@lonja/core/base/amount'
import { walkOf } from '@lonja/core/strategies/backtest.testing'
import type { RunTerms } from '@lonja/core/strategies/running.rules'
import { newId } from '../base/ids.ts'
import { work, type BacktestTask } from './backtest.task.ts'
import { threadsOf } from './backtest.thread.ts'
import { programFolder, programOf } from './threads.testing.ts'

const folder = programFolder()
let program: URL
beforeAll(async () => (program = await programOf('backtest.worker', folder)))
afterAll(() => rmSync(folder, { recursive: true }))

const run: RunTerms = {
  id: newId(),
  customer: newId(),
  listing: 'XNYS:ABC',
  strategy: 'grid',
  version: 1,
  parameters: { levels: 5, distanceBps: 20 },
  budget: cents(1_000_00n),
  most: cents(1_000_00n),
  lossStop: cents(1_000_00n),
}

function taskOf(sessions: number, change: Partial<RunTerms> = {}): BacktestTask {
  const { listing, sessions: spans, ...columns } = walkOf(21, sessions)
  const minutes = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, Float64Array.from(column)]))
  return {
    run: { ...run, ...change },
    minutes: { listing, sessions: spans, ...minutes },
    history: 1,
    text: null,
    feeTable: 2,
  } as BacktestTask
}

test('a thread comes to what its task comes to, and says how far it is', async () => {
  const progress: number[] = []
  const end = await threadsOf(program)(taskOf(60), (minutes) => progress.push(minutes)).end
  expect(end).toEqual(work(taskOf(60), () => {}))
  expect(progress).toEqual([20_000, 60 * 390 - 1])
})

test('a thread whose strategy is not there throws', async () => {
  expect(await threadsOf(program)(taskOf(1, { version: 9 }), () => {}).end).toBe('threw')
})

test('a thread is stopped before it is done', async () => {
  const thread = threadsOf(program)(taskOf(60), () => {})
  thread.stop()
  expect(await thread.end).toBe('stopped')
})
