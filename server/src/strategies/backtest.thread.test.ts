import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents } from '@lonja/core/base/amount'
import { walkOf } from '@lonja/core/strategies/backtest.testing'
import type { RunTerms } from '@lonja/core/strategies/running.rules'
import { newId } from '../base/ids.ts'
import { work, type BacktestTask } from './backtest.task.ts'
import { threadsOf } from './backtest.thread.ts'

/* The thread's program is bundled from its source: Node runs no TypeScript. */

const folder = mkdtempSync(join(tmpdir(), 'lonja-backtest-'))
const program = join(folder, 'backtest.worker.mjs')
beforeAll(async () => {
  const input = fileURLToPath(new URL('./backtest.worker.ts', import.meta.url))
  const bundle = await rolldown({ input, platform: 'node', resolve: { conditionNames: ['source', 'import', 'node'] } })
  await bundle.write({ file: program, format: 'esm', codeSplitting: false })
  await bundle.close()
})
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
  const end = await threadsOf(pathToFileURL(program))(taskOf(60), (minutes) => progress.push(minutes)).end
  expect(end).toEqual(work(taskOf(60), () => {}))
  expect(progress).toEqual([20_000, 60 * 390 - 1])
})

test('a thread whose strategy is not there throws', async () => {
  expect(await threadsOf(pathToFileURL(program))(taskOf(1, { version: 9 }), () => {}).end).toBe('threw')
})

test('a thread is stopped before it is done', async () => {
  const thread = threadsOf(pathToFileURL(program))(taskOf(60), () => {})
  thread.stop()
  expect(await thread.end).toBe('stopped')
})
