import { performance } from 'node:perf_hooks'

/** So long one piece of background work goes on before others have their turn. */
const TURN_MS = 8

let began = 0

/** For work that may be long: await it between its pieces, and calls that came in meanwhile go first now and then. */
export async function takeTurns(): Promise<void> {
  if (performance.now() - began < TURN_MS) return
  await new Promise((resolve) => setImmediate(resolve))
  began = performance.now()
}

/** How long work takes: the answered function says the milliseconds since. */
export function timeOfWork(): () => number {
  const from = performance.now()
  return () => performance.now() - from
}
