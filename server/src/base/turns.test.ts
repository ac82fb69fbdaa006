import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import type { Steps } from '@lonja/core/base/steps'
import { inTurns } from './turns.ts'

test('long work goes on in turns: what arrives meanwhile is done before it ends', async () => {
  let arrived = false
  setImmediate(() => (arrived = true))
  // Without turns nothing arrives, and the work ends at its limit.
  const limit = performance.now() + 5_000
  function* work(): Steps<boolean> {
    while (!arrived && performance.now() < limit) yield
    return arrived
  }
  expect(await inTurns(work())).toBe(true)
})
