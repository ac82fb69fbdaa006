import { performance } from 'node:perf_hooks'
import type { Steps } from '@lonja/core/base/steps'

/** Background work runs this long before it yields to other work. */
const TURN_MS = 8

let began = 0

/**
 * Yields to other work if the turn is over. Long work awaits it between its steps, so that arriving calls are handled.
 */
export async function takeTurns(): Promise<void> {
  if (performance.now() - began < TURN_MS) return
  await new Promise((resolve) => setImmediate(resolve))
  began = performance.now()
}

/** Does long work in turns with the calls that arrive meanwhile. */
export async function inTurns<Value>(steps: Steps<Value>): Promise<Value> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await takeTurns()
  }
}

/** Measures work. The returned function gives the milliseconds since the start. */
export function stopwatch(): () => number {
  const from = performance.now()
  return () => performance.now() - from
}
