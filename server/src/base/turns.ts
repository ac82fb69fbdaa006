import { performance } from 'node:perf_hooks'

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

/** Measures work. The returned function gives the milliseconds since the start. */
export function stopwatch(): () => number {
  const from = performance.now()
  return () => performance.now() - from
}
