import { afterEach, expect, test, vi } from 'vitest'
import type { PriceCheck } from '@lonja/core/proof/price.proof'
import { openWorkbench, type WorkerAnswer, type WorkerQuestion } from './working.ts'

/** Workers that answer when the test says so. */
class TestWorker extends EventTarget {
  static readonly all: TestWorker[] = []
  readonly questions: WorkerQuestion[] = []
  constructor() {
    super()
    TestWorker.all.push(this)
  }
  postMessage(question: WorkerQuestion): void {
    this.questions.push(question)
  }
  terminate(): void {}
  answer(number: number, check: PriceCheck | null): void {
    const data: WorkerAnswer = { number, check }
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

afterEach(() => {
  TestWorker.all.length = 0
  vi.unstubAllGlobals()
})

const QUESTION = { listing: 'XMAD:BVE', at: 1, about: {} } as unknown as Omit<WorkerQuestion, 'number'>
const checkOf = (result: string) => ({ result }) as unknown as PriceCheck

function openBench() {
  vi.stubGlobal('Worker', TestWorker)
  return openWorkbench()
}

test('each of two questions gets its own answer, in whatever order they come', async () => {
  const bench = openBench()
  const checks = [bench.check(QUESTION), bench.check(QUESTION)]
  const [worker] = TestWorker.all
  const [first, second] = worker!.questions
  worker!.answer(second!.number, checkOf('the second'))
  worker!.answer(first!.number, checkOf('the first'))
  expect(await Promise.all(checks)).toEqual([checkOf('the first'), checkOf('the second')])
  expect(TestWorker.all).toHaveLength(1)
})

test('a worker that fails is created again for the next question', async () => {
  const bench = openBench()
  const lost = bench.check(QUESTION)
  TestWorker.all[0]!.dispatchEvent(new Event('error'))
  await expect(lost).rejects.toThrow('the worker failed')
  const check = bench.check(QUESTION)
  const [, worker] = TestWorker.all
  worker!.answer(worker!.questions[0]!.number, checkOf('computed'))
  expect(await check).toEqual(checkOf('computed'))
})
